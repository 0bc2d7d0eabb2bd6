"""A naive second implementation of the rules of PtiPassPass, for differential tests."""

from itertools import combinations, product
from typing import Any

Move = dict[str, Any]  # as on the wire, sets sorted ascending, no `swap` when nothing is swapped

ANIMALS = ["dove", "rabbit", "mouse"]


class Reference:
    """One match. Answers are given strictly in turn.

    `over` tells whether the match has ended; then `ranking` holds the groups, best first.
    """

    hands: list[list[str]]
    cups: list[list[str]]
    masked: bool
    turns: int  # ended since the marker flipped
    phase: str
    active: int
    picked: str | None  # the token over the cup; it stays in the hand until it goes elsewhere
    cup: int | None  # where the active player wants to put it
    announced: str | None
    answering: list[int]  # seats still to answer
    challenger: int | None  # who chooses a reward

    def __init__(self, seats: int, first: int, *, challenge_tokens: str = "reset") -> None:
        """Set up the match; `challenge_tokens` is reset or carry (P4)."""
        self.seats = seats
        self.carry = challenge_tokens == "carry"
        self.over = False
        self.ranking: list[list[int]] = []
        self.victories = [0] * seats
        self.tokens = [2] * seats  # Challenge tokens
        self.start_round(first)

    # --- what the caller asks ---

    def asked(self) -> list[int]:
        """Return the seat whose move takes effect now, in a list; nobody when it is over."""
        if self.phase == "turn":
            return [self.active]
        if self.phase == "answer":
            return [self.answering[0]]
        if self.phase == "reward":
            assert self.challenger is not None
            return [self.challenger]
        return []

    def moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat."""
        if seat not in self.asked():
            return []
        if self.phase == "answer":
            return self.answers(seat)
        if self.phase == "reward":
            return self.rewards(seat)
        if self.hands[seat]:
            return self.placements(seat)
        return self.lifts()

    def play(self, seat: int, move: Move) -> None:
        """Play a legal move."""
        if move not in self.moves(seat):
            raise ValueError(seat, move)
        if move["type"] == "place":
            animal = move["animal"]
            self.play_place(animal, move["cup"], move["announce"] if self.masked else animal)
        elif move["type"] == "ok":
            self.play_ok()
        elif move["type"] == "double":
            self.play_double(seat)
        elif move["type"] == "liar":
            self.play_liar(seat)
        elif move["type"] == "reward_place":
            self.hands[seat].remove(move["animal"])
            self.cups[move["cup"]].append(move["animal"])
            self.end_turn()
        elif move["type"] == "reward_take":
            self.give_token(self.active, seat)
            self.end_turn()
        else:
            self.play_lift(move["cups"], move.get("swap"))

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the whole state.

        phase: turn (the active player places or lifts), answer, reward or over
        active: the active player; when over the winner
        marker: masked or visible
        turns: how many turns have ended since the marker flipped or the round began
        hands: by seat, sorted; the picked token is still in the active player's hand
        cups: by position, sorted
        tokens: by seat, Challenge tokens
        victories: by seat, victory tokens
        picked, cup, announced: the placement being answered, else None; in a visible turn
            the announced animal is the picked one
        answering: the seats still to answer, next first
        challenger: who chooses a reward, else None
        ranking: empty until over

        When over the cups stay as they were lifted (swapped, not emptied).
        """
        return {
            "phase": self.phase,
            "active": self.active,
            "marker": "masked" if self.masked else "visible",
            "turns": self.turns,
            "hands": [sorted(hand) for hand in self.hands],
            "cups": [sorted(cup) for cup in self.cups],
            "tokens": list(self.tokens),
            "victories": list(self.victories),
            "picked": self.picked,
            "cup": self.cup,
            "announced": self.announced,
            "answering": list(self.answering),
            "challenger": self.challenger,
            "ranking": [list(group) for group in self.ranking],
        }

    # --- which moves there are ---

    def placements(self, seat: int) -> list[Move]:
        """Return the ways to place a token of the hand (P10)."""
        moves: list[Move] = []
        for animal in self.held(seat):
            for cup in range(3 * self.seats):
                if self.masked:
                    for announce in ANIMALS:
                        moves.append(
                            {"type": "place", "animal": animal, "cup": cup, "announce": announce}
                        )
                else:
                    moves.append({"type": "place", "animal": animal, "cup": cup})
        return moves

    def answers(self, seat: int) -> list[Move]:
        """Return the possible answers (P11)."""
        if self.tokens[seat] == 0:
            return [{"type": "ok"}]
        if self.masked:
            return [{"type": "ok"}, {"type": "double"}, {"type": "liar"}]
        return [{"type": "ok"}, {"type": "double"}]

    def rewards(self, seat: int) -> list[Move]:
        """Return the possible rewards of a right challenge (P16)."""
        moves: list[Move] = []
        for animal in self.held(seat):
            for cup in range(3 * self.seats):
                moves.append({"type": "reward_place", "animal": animal, "cup": cup})
        if self.tokens[self.active] > 0:
            moves.append({"type": "reward_take"})
        return moves

    def lifts(self) -> list[Move]:
        """Return the lines that may be lifted, without and with each swap (P20)."""
        moves: list[Move] = []
        for line in self.lines():
            moves.append({"type": "lift", "cups": line})
            for pair in self.touching():
                moves.append({"type": "lift", "cups": line, "swap": pair})
        return moves

    # --- what they do ---

    def play_place(self, animal: str, cup: int, announce: str) -> None:
        """Hold a token over a cup and ask the others, clockwise (P10, P11)."""
        self.picked = animal
        self.cup = cup
        self.announced = announce
        self.answering = [(self.active + i) % self.seats for i in range(1, self.seats)]
        self.phase = "answer"

    def play_ok(self) -> None:
        """Go on to the next; after the last OK the token goes into the cup (P12)."""
        self.answering.pop(0)
        if not self.answering:
            assert self.picked is not None
            assert self.cup is not None
            self.hands[self.active].remove(self.picked)
            self.cups[self.cup].append(self.picked)
            self.end_turn()

    def play_double(self, challenger: int) -> None:
        """Look under the cup (P13, P14)."""
        assert self.cup is not None
        if self.cups[self.cup]:
            self.hands[self.active] += self.cups[self.cup]
            self.cups[self.cup] = []
            self.right_challenge(challenger)
        else:
            self.wrong_challenge(challenger)

    def play_liar(self, challenger: int) -> None:
        """Look at the picked token (P15)."""
        if self.picked != self.announced:
            self.right_challenge(challenger)
        else:
            self.wrong_challenge(challenger)

    def play_lift(self, line: list[int], swap: list[int] | None) -> None:
        """Swap two cups if wished, then lift a line (P20–P23)."""
        if swap is not None:
            a, b = swap
            self.cups[a], self.cups[b] = self.cups[b], self.cups[a]
        if not wins([self.cups[cup] for cup in line]):
            self.end_turn()
            return
        self.victories[self.active] += 1
        if self.victories[self.active] < 2:
            self.start_round((self.active + 1) % self.seats)  # P6
            return
        self.phase = "over"  # P30
        self.over = True
        for count in (2, 1, 0):
            group = [seat for seat in range(self.seats) if self.victories[seat] == count]
            if group:
                self.ranking.append(group)

    # --- what they are made of ---

    def right_challenge(self, challenger: int) -> None:
        """Let the challenger choose a reward if there is one (P16)."""
        self.clear_placement()
        if self.rewards(challenger):
            self.phase = "reward"
            self.challenger = challenger
        else:
            self.end_turn()

    def wrong_challenge(self, challenger: int) -> None:
        """Pass the picked token to the challenger, who pays a Challenge token (P14, P15)."""
        assert self.picked is not None
        self.hands[self.active].remove(self.picked)
        self.hands[challenger].append(self.picked)
        self.give_token(challenger, self.active)
        self.end_turn()

    def give_token(self, giver: int, taker: int) -> None:
        """Move one Challenge token."""
        self.tokens[giver] -= 1
        self.tokens[taker] += 1

    def held(self, seat: int) -> list[str]:
        """Return the different animals in a hand."""
        return [animal for animal in ANIMALS if animal in self.hands[seat]]

    def touching(self) -> list[list[int]]:
        """Return the pairs of touching cups: 3 rows, as many columns as seats (P1)."""
        pairs = []
        for a, b in combinations(range(3 * self.seats), 2):
            rows = abs(a // self.seats - b // self.seats)
            columns = abs(a % self.seats - b % self.seats)
            if rows + columns == 1:
                pairs.append([a, b])
        return pairs

    def lines(self) -> list[list[int]]:
        """Return the lines of three touching cups, columns first (P2)."""
        n = self.seats
        found = [[column, n + column, 2 * n + column] for column in range(n)]
        for row in range(3):
            for column in range(n - 2):
                start = row * n + column
                found.append([start, start + 1, start + 2])
        return found

    def end_turn(self) -> None:
        """Flip the marker if due, then go on to the next seat or leave a dead round (P7, P31)."""
        following = (self.active + 1) % self.seats
        if not any(self.hands) and not any(wins(three) for three in combinations(self.cups, 3)):
            self.start_round(following)
            return
        self.turns += 1
        if self.turns == self.seats:
            self.turns = 0
            self.masked = not self.masked
        self.start_turn(following)

    def start_round(self, first: int) -> None:
        """Empty the cups and deal (P3–P6)."""
        self.hands = [list(ANIMALS) for _ in range(self.seats)]
        self.cups = [[] for _ in range(3 * self.seats)]
        if not self.carry:
            self.tokens = [2] * self.seats
        self.masked = True
        self.turns = 0
        self.start_turn(first)

    def start_turn(self, seat: int) -> None:
        """Make a seat the active player."""
        self.active = seat
        self.phase = "turn"
        self.challenger = None
        self.clear_placement()

    def clear_placement(self) -> None:
        """Forget the token held over a cup."""
        self.picked = None
        self.cup = None
        self.announced = None
        self.answering = []


def wins(cups: Any) -> bool:
    """Tell whether three cups are a winning line (P21): an empty one leaves nothing to choose."""
    return any(len(set(animals)) in (1, 3) for animals in product(*cups))
