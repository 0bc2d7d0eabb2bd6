"""A naive second implementation of the rules of "Ciao, ciao…", for differential tests."""

from collections.abc import Iterator
from typing import Any

Move = tuple[Any, ...]


class Reference:
    """One match, played move by move on plain lists."""

    def __init__(
        self, seats: int, planks: int, pawns: int, first: int, dice: Iterator[int]
    ) -> None:
        """Set up the match and roll for the first turn."""
        self.seats = seats
        self.planks = planks
        self.dice = dice
        self.bridge: list[int] = [1] * seats  # C2; 0: no pawn on the bridge
        self.reserve: list[int] = [pawns - 1] * seats
        self.podium: dict[int, int] = {}  # step: seat
        self.answering: list[int] = []  # seats still to answer
        self.push: list[int] = []  # steps the announcer may choose from
        self.over: str | None = None
        self.start_turn(first)

    # --- what the caller asks ---

    def to_move(self) -> int | None:
        """Return the seat whose move takes effect now, None when the match is over."""
        if self.over is not None:
            return None
        if self.answering:
            return self.answering[0]
        return self.turn  # announces, or pushes

    def moves(self) -> list[Move]:
        """Return the legal moves of the seat to move."""
        if self.over is not None:
            return []
        if self.push:
            return [("push", step) for step in self.push]
        if self.answering:
            return [("believe",), ("doubt",)]
        if not self.answerers():  # C23
            return [("announce", 4)]
        return [("announce", number) for number in (1, 2, 3, 4)]

    def play(self, move: Move) -> None:
        """Play a legal move of the seat to move."""
        if move[0] == "announce":
            self.play_announce(move[1])
        elif move[0] == "believe":
            self.play_believe()
        elif move[0] == "doubt":
            self.play_doubt()
        elif move[0] == "push":
            self.play_push(move[1])
        else:
            raise ValueError(move)

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the whole state; when over, turn, number and die are the last ones."""
        return {
            "bridge": list(self.bridge),
            "reserve": list(self.reserve),
            "podium": dict(self.podium),
            "turn": self.turn,
            "number": self.number,
            "answering": list(self.answering),
            "die": self.die,
            "push": list(self.push),
            "over": self.over,
        }

    def ranking(self) -> list[list[int]]:
        """Return the groups of seats from best to worst once the match is over."""
        scores: list[tuple[int, int]] = []
        for seat in range(self.seats):
            steps = self.steps_of(seat)
            if self.over == "three_across":  # C21: only the winner has three
                scores.append((len(steps), sum(steps)))
            else:  # C22
                scores.append((sum(steps), 0))
        groups: list[list[int]] = []
        for score in sorted(set(scores), reverse=True):
            groups.append([seat for seat in range(self.seats) if scores[seat] == score])
        return groups

    # --- the four moves ---

    def play_announce(self, number: int) -> None:
        """Move the announcer's pawn and ask the opponents (C10)."""
        self.number = number
        self.crossed_to = self.advance(self.turn, number)
        self.answering = self.answerers()
        if not self.answering:
            self.end_turn()

    def play_believe(self) -> None:
        """Let the next opponent believe; after the last one the turn ends (C13)."""
        self.answering.pop(0)
        if not self.answering:
            self.end_turn()

    def play_doubt(self) -> None:
        """Look into the cup for the next opponent: one side loses a pawn (C14–C16)."""
        doubter = self.answering[0]
        self.answering = []
        if self.die == self.number:
            self.wrong_doubt(doubter)
        else:
            self.right_doubt(doubter)

    def play_push(self, step: int) -> None:
        """Throw the podium pawn that the announcer chose (C16)."""
        self.push = []
        del self.podium[step]
        self.end_turn()

    # --- what they are made of ---

    def wrong_doubt(self, doubter: int) -> None:
        """Make the doubter pay for doubting the truth (C14, C16)."""
        if len(self.steps_of(self.turn)) == 3:  # C21: nothing falls any more
            self.end_turn()
        elif self.bridge[doubter] > 0:
            self.bridge[doubter] = 0
            self.refill(doubter)
            self.end_turn()
        elif len(self.steps_of(doubter)) == 1:
            del self.podium[self.steps_of(doubter)[0]]
            self.end_turn()
        else:
            self.push = self.steps_of(doubter)  # the announcer has to choose

    def right_doubt(self, doubter: int) -> None:
        """Throw the pawn that bluffed, then advance the doubter's pawn (C15)."""
        if self.crossed_to > 0:
            del self.podium[self.crossed_to]  # its replacement is on plank 1 already
        else:
            self.bridge[self.turn] = 0
            self.refill(self.turn)
        if self.bridge[doubter] > 0:  # C16: else nothing advances
            self.advance(doubter, self.number)
        self.end_turn()

    def advance(self, seat: int, number: int) -> int:
        """Move the bridge pawn of a seat; return the podium step it reached, else 0 (C11)."""
        self.bridge[seat] += number
        if self.bridge[seat] <= self.planks:
            return 0
        step = max(self.podium, default=0) + 1  # C20
        self.podium[step] = seat
        self.bridge[seat] = 0
        self.refill(seat)
        return step

    def refill(self, seat: int) -> None:
        """Put a reserve pawn on plank 1 if there is none on the bridge (C3)."""
        if self.bridge[seat] == 0 and self.reserve[seat] > 0:
            self.reserve[seat] -= 1
            self.bridge[seat] = 1

    def steps_of(self, seat: int) -> list[int]:
        """Return the podium steps where a seat has pawns, lowest first."""
        return sorted(step for step, owner in self.podium.items() if owner == seat)

    def answerers(self) -> list[int]:
        """Return the opponents who may answer, clockwise from the announcer's left (C12)."""
        opponents = [(self.turn + i) % self.seats for i in range(1, self.seats)]
        return [seat for seat in opponents if self.bridge[seat] > 0 or self.steps_of(seat)]

    def start_turn(self, seat: int) -> None:
        """Give the cup to a seat and roll (C10)."""
        self.turn = seat
        self.die = next(self.dice)  # 0: a cross
        self.number = 0  # not announced yet
        self.crossed_to = 0  # step that the announcer's pawn just reached
        self.answering = []
        self.push = []

    def end_turn(self) -> None:
        """End the match (C21, C22) or start the turn of the next seat with a pawn (C18)."""
        if any(len(self.steps_of(seat)) >= 3 for seat in range(self.seats)):
            self.over = "three_across"
            return
        for i in range(1, self.seats + 1):  # the last one is the announcer again (C23)
            seat = (self.turn + i) % self.seats
            if self.bridge[seat] > 0:
                self.start_turn(seat)
                return
        self.over = "most_points"  # after C3 an empty bridge means empty reserves
