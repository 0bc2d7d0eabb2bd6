"""A naive second implementation of the rules of Bonbons, for differential tests."""

from typing import Any

Move = dict[str, Any]  # as on the wire


class Tile:
    """A square or a round tile."""

    def __init__(self, face: str) -> None:
        """Lay the tile face down."""
        self.face = face
        self.status = "down"  # or up; a square may be gone, a round tile covered


class Reference:
    """One match. Faces are strings, equal ones make a pair; `coin` and `wrapper` are special.

    `over` tells whether the match has ended; then `ranking` holds the groups, best first.
    The quick variant (B3) is the same game with other faces.
    """

    phase: str
    go_squares: list[int]  # turned up in this go
    go_round: tuple[int, int] | None  # seat and slot, turned up in this go

    def __init__(
        self, seats: int, first: int, squares: list[str], rounds: list[str], *, tiles: int = 4
    ) -> None:
        """Set up the match: `tiles` rounds to seat 0, as many to seat 1 …, the rest set aside."""
        self.seats = seats
        self.squares = [Tile(face) for face in squares]
        deck = [Tile(face) for face in rounds]
        self.rows: list[list[Tile]] = []  # round tiles by seat, by slot
        for _ in range(seats):
            self.rows.append(deck[:tiles])
            deck = deck[tiles:]
        self.stock = deck
        self.over = False
        self.ranking: list[list[int]] = []
        self.start_turn(first)

    # --- what the caller asks ---

    def asked(self) -> list[int]:
        """Return the seat whose move is awaited, in a list; nobody when the match is over."""
        return [] if self.over else [self.turn]

    def moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat."""
        if seat not in self.asked():
            return []
        if self.phase in ("give", "cover"):
            return [{"type": self.phase, "slot": slot} for slot in self.down_slots(seat)]
        moves: list[Move] = []
        if self.phase in ("start", "further", "coin", "coins", "round"):
            for square, tile in enumerate(self.squares):
                if tile.status == "down":
                    moves.append({"type": "flip_square", "square": square})
        if self.phase in ("start", "further", "square", "coin"):
            for owner in range(self.seats):
                for slot in self.down_slots(owner):
                    moves.append({"type": "flip_round", "seat": owner, "slot": slot})
        if self.phase in ("further", "square", "coin", "coins"):
            moves.append({"type": "stop"})
        return moves

    def play(self, seat: int, move: Move) -> None:
        """Play a legal move."""
        if move not in self.moves(seat):
            raise ValueError(seat, move)
        if move["type"] == "flip_square":
            self.play_flip_square(move["square"])
        elif move["type"] == "flip_round":
            self.play_flip_round(move["seat"], move["slot"])
        elif move["type"] == "stop":
            self.end_turn()
        elif move["type"] == "give":
            self.play_give(move["slot"])
        else:
            self.play_cover(move["slot"])

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the whole state.

        phase: start (of a turn), further (another go), square (a candy or the wrapper was turned
            first), coin (one is up), coins (two are up), round (a round tile was turned first),
            cover, give or over
        turn: whose turn it is; when over the winner
        squares: [face, status] by position; status is down, up or gone
        rows: by seat, by slot [face, status]; status is down, up or covered
        stock: faces of the round tiles set aside, the next one first
        go_squares: positions of the squares turned up in this go, ascending
        go_round: [seat, slot] of the round tile turned up in this go, else None
        ranking: empty until over

        What was turned up in this go has the status up, too. Until `give` a stolen tile lies
        face up where it was, until `cover` the three coins face up in the grid. When over
        go_squares and go_round are empty.
        """
        return {
            "phase": self.phase,
            "turn": self.turn,
            "squares": [[tile.face, tile.status] for tile in self.squares],
            "rows": [[[tile.face, tile.status] for tile in row] for row in self.rows],
            "stock": [tile.face for tile in self.stock],
            "go_squares": sorted(self.go_squares),
            "go_round": None if self.go_round is None else list(self.go_round),
            "ranking": [list(group) for group in self.ranking],
        }

    # --- the moves ---

    def play_flip_square(self, square: int) -> None:
        """Turn up a square (B5, B10–B12)."""
        before = self.phase
        face = self.squares[square].face
        self.squares[square].status = "up"
        self.go_squares.append(square)
        if face == "wrapper" and self.stock:  # B11
            self.rows[self.turn].append(self.stock.pop(0))
        if before == "round":
            self.compare()
        elif before == "coin":
            self.after_more_coins(face, "coins")
        elif before == "coins":
            self.after_more_coins(face, "cover")
        else:  # first tile of this go
            self.phase = "coin" if face == "coin" else "square"

    def play_flip_round(self, seat: int, slot: int) -> None:
        """Turn up a round tile (B5)."""
        self.rows[seat][slot].status = "up"
        self.go_round = (seat, slot)
        if self.go_squares:
            self.compare()
        else:
            self.phase = "round"

    def play_give(self, slot: int) -> None:
        """Swap the stolen tile with an own one (B8)."""
        assert self.go_round is not None
        victim, freed = self.go_round
        stolen = self.rows[victim][freed]
        self.rows[victim][freed] = self.rows[self.turn][slot]
        self.rows[self.turn][slot] = stolen
        self.success()

    def play_cover(self, slot: int) -> None:
        """Put the three coins on an own tile (B10)."""
        for square in self.go_squares:
            self.squares[square].status = "gone"
        self.rows[self.turn][slot].status = "covered"
        if not self.won():
            self.end_turn()

    # --- what they are made of ---

    def after_more_coins(self, face: str, phase: str) -> None:
        """Go on to the phase if another coin was turned, else end the turn (B10)."""
        if face == "coin":
            self.phase = phase
        else:
            self.end_turn()

    def compare(self) -> None:
        """See whether the square and the round tile of this go are a pair (B7–B9)."""
        assert self.go_round is not None
        owner, slot = self.go_round
        (square,) = self.go_squares
        if self.squares[square].face != self.rows[owner][slot].face:
            self.end_turn()
        elif owner == self.turn:
            self.success()
        else:
            self.phase = "give"

    def success(self) -> None:
        """Leave the pair face up; the player may have another go (B7, B8)."""
        if not self.won():
            self.start_go("further")

    def won(self) -> bool:
        """End the match if the player has no tile face down (B20)."""
        if self.down_slots(self.turn):
            return False
        self.start_go("over")
        self.over = True
        counts = [len(self.down_slots(seat)) for seat in range(self.seats)]
        for count in sorted(set(counts)):
            self.ranking.append([seat for seat in range(self.seats) if counts[seat] == count])
        return True

    def down_slots(self, seat: int) -> list[int]:
        """Return the slots where a seat has a tile face down."""
        return [slot for slot, tile in enumerate(self.rows[seat]) if tile.status == "down"]

    def end_turn(self) -> None:
        """Turn down what this go turned up, except a wrapper or what has left the grid (B9–B11)."""
        for square in self.go_squares:
            tile = self.squares[square]
            if tile.status == "up" and tile.face != "wrapper":
                tile.status = "down"
        if self.go_round is not None:
            owner, slot = self.go_round
            self.rows[owner][slot].status = "down"
        self.start_turn((self.turn + 1) % self.seats)

    def start_turn(self, seat: int) -> None:
        """Let a seat begin its turn (B4a)."""
        self.turn = seat
        self.start_go("start")

    def start_go(self, phase: str) -> None:
        """Begin a go with nothing turned up in it."""
        self.phase = phase
        self.go_squares = []
        self.go_round = None
