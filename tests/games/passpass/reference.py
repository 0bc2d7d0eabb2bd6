"""A naive second implementation of the rules of Pass Pass, for differential tests."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

Move = dict[str, Any]  # as on the wire, pairs sorted as strings

COLOURS = ["violet", "blue", "green", "yellow"]
DIAMONDS = {1: 3, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1}  # S1, by value; none on the others
ROUNDS = 3
NAMES = 3  # S16: how often a seat may name


def colour(card: str) -> str:
    """Return the colour of a card like violet-10."""
    return card.split("-")[0]


def value(card: str) -> int:
    """Return the value of a card like violet-10."""
    return int(card.split("-")[1])


class Reference:
    """One match. A side is a team, or a single seat without teams; seat s is of side s % sides.

    `over` tells whether the match has ended; then `ranking` holds the groups, best first.
    """

    hands: list[list[str]]
    trick: list[tuple[int, str]]
    left: list[str]
    winners: list[int]
    taken: list[list[str]]
    discarded: list[str]
    names: list[list[int]]
    settled: list[int | None]

    def __init__(
        self, seats: int, first: int, deals: Iterator[list[list[str]]], *, teams: bool = False
    ) -> None:
        """Set up the match; `deals` gives the hands by seat, once for each round that is begun."""
        self.seats = seats
        self.sides = seats // 2 if teams or seats == 6 else seats  # S15
        self.deals = deals
        self.over = False
        self.ranking: list[list[int]] = []
        self.points = [0] * self.sides  # recorded
        self.passes = [0] * self.sides  # Pass Pass recorded
        self.leader = first
        self.round = 0
        self.start_round()

    # --- what the caller asks ---

    def asked(self) -> list[int]:
        """Return the seats whose move is awaited.

        In a nomination: who has not named yet; once both partners disagree, who has names left.
        """
        if self.phase == "nominate":
            return [
                seat
                for seat in range(self.seats)
                if self.may_name(seat) and (not self.names[seat] or self.names[self.partner(seat)])
            ]
        turn = self.turn()
        return [] if turn is None else [turn]

    def may_switch(self) -> list[int]:
        """Return the seats that named, have names left, and whose partner has not named yet."""
        if self.phase != "nominate":
            return []
        return [
            seat
            for seat in range(self.seats)
            if self.may_name(seat) and self.names[seat] and not self.names[self.partner(seat)]
        ]

    def moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat (also of one that may switch)."""
        if seat not in self.asked() + self.may_switch():
            return []
        if self.phase == "play":
            return [{"type": "play", "card": card} for card in self.hands[seat]]
        if self.phase == "take":  # S6
            return [{"type": "take", "card": card} for card in self.left]
        if self.phase == "take_two":
            return [{"type": "take_two", "cards": pair} for pair in self.lowest_pairs()]
        candidates = sorted([seat, self.partner(seat)])
        if self.names[seat]:  # may only switch
            candidates.remove(self.names[seat][-1])
        return [{"type": "nominate", "seat": candidate} for candidate in candidates]

    def play(self, seat: int, move: Move) -> None:
        """Play a legal move."""
        if move not in self.moves(seat):
            raise ValueError(seat, move)
        if move["type"] == "play":
            self.play_card(seat, move["card"])
        elif move["type"] == "take":
            self.play_take(seat, move["card"])
        elif move["type"] == "take_two":
            self.play_take_two(seat, move["cards"])
        else:
            self.play_nominate(seat, move["seat"])

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the whole state.

        phase: play, take, take_two, nominate or over
        round: 1 to 3
        turn: the seat to play or take; None when several may name and when over
        leader: who leads this trick; in a nomination who will lead the next round
        hands: by seat, sorted as strings
        trick: [seat, card] in playing order, all of them until the second winner has taken
        left: cards of the trick that are not taken, sorted; empty while cards are being played
        winners: [first, second] winner while the trick is being taken, else empty
        taken: by seat, in this round, sorted; also after the last trick, until the next deal
        discarded: out for this round, sorted
        round_passes: by seat, Pass Pass of this round; kept as long as taken
        points, passes: by side, as recorded: when its round is settled, all before it included
        names: by seat, what it named in this nomination, first to last; empty once settled
        settled: by side, the seat whose score was recorded for this round, else None
        ranking: empty until over

        A trick that ends the match stays as it was when the winner's cards had been taken.
        """
        return {
            "phase": self.phase,
            "round": self.round,
            "turn": self.turn(),
            "leader": self.leader,
            "hands": [list(hand) for hand in self.hands],
            "trick": [[seat, card] for seat, card in self.trick],
            "left": list(self.left),
            "winners": list(self.winners),
            "taken": [sorted(cards) for cards in self.taken],
            "discarded": sorted(self.discarded),
            "round_passes": list(self.round_passes),
            "points": list(self.points),
            "passes": list(self.passes),
            "names": [list(names) for names in self.names],
            "settled": list(self.settled),
            "ranking": [list(group) for group in self.ranking],
        }

    # --- the four moves ---

    def play_card(self, seat: int, card: str) -> None:
        """Play a card; the last one of the trick decides the winners (S4)."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == self.seats:
            self.left = sorted(card for _, card in self.trick)
            self.winners = self.find_winners()
            self.phase = "take"

    def play_take(self, seat: int, card: str) -> None:
        """Give the first winner the card (S6)."""
        self.take(seat, card)
        if self.instant_win(seat):
            return
        self.phase = "take_two"

    def play_take_two(self, seat: int, cards: list[str]) -> None:
        """Give the second winner both cards and clear the table (S7–S9)."""
        for card in cards:
            self.take(seat, card)
        if self.instant_win(seat):
            return
        self.discarded += self.left
        self.left = []
        self.trick = []
        self.winners = []
        self.leader = seat
        self.phase = "play"
        if not self.hands[seat]:
            self.end_round()

    def play_nominate(self, seat: int, name: int) -> None:
        """Name one of the two partners; settle if they agree or have named often enough (S16)."""
        self.names[seat].append(name)
        partner = self.partner(seat)
        if not self.names[partner]:
            return
        if self.names[partner][-1] == name:
            self.settle(name)
        elif len(self.names[seat]) == len(self.names[partner]) == NAMES:
            low, high = sorted([seat, partner])
            self.settle(high if self.round_score(high) > self.round_score(low) else low)
        self.go_on_if_settled()

    # --- what they are made of ---

    def turn(self) -> int | None:
        """Return the seat to play or take."""
        if self.phase == "play":
            return (self.leader + len(self.trick)) % self.seats
        if self.phase == "take":
            return self.winners[0]
        if self.phase == "take_two":
            return self.winners[1]
        return None

    def partner(self, seat: int) -> int:
        """Return the other seat of the team."""
        return (seat + self.sides) % self.seats

    def may_name(self, seat: int) -> bool:
        """Tell whether the team is not settled and the seat has names left."""
        return self.settled[seat % self.sides] is None and len(self.names[seat]) < NAMES

    def members(self, side: int) -> list[int]:
        """Return the seats of a side, lowest first."""
        return [seat for seat in range(self.seats) if seat % self.sides == side]

    def find_winners(self) -> list[int]:
        """Return the first and the second winner of the trick (S5–S7)."""
        by_colour = []
        for name in COLOURS:
            played = [(value(c), -i, s) for i, (s, c) in enumerate(self.trick) if colour(c) == name]
            if played:
                played.sort(reverse=True)  # best card first
                total = sum(card[0] for card in played)
                highest, earlier, _ = played[0]
                by_colour.append((total, highest, earlier, [seat for _, _, seat in played]))
        by_colour.sort(reverse=True)  # majority colour first
        order = by_colour[0][3]
        if len(order) == 1:
            order = order + by_colour[1][3]
        return order[:2]

    def lowest_pairs(self) -> list[list[str]]:
        """Return every pair that has the two lowest values of the cards left (S7)."""
        lowest = sorted(value(card) for card in self.left)[:2]
        pairs = combinations(self.left, 2)  # sorted, as `left` is
        return [list(pair) for pair in pairs if sorted(value(card) for card in pair) == lowest]

    def take(self, seat: int, card: str) -> None:
        """Move a card from the table to the cards taken and count the Pass Pass (S10, S11)."""
        self.left.remove(card)
        self.taken[seat].append(card)
        colours = [colour(taken) for taken in self.taken[seat]]
        self.round_passes[seat] = min(colours.count(name) for name in COLOURS)

    def instant_win(self, seat: int) -> bool:
        """End the match if the seat just reached the third Pass Pass (S12, S17)."""
        winner = seat % self.sides
        if self.passes[winner] + self.round_passes[seat] < 3:
            return False
        scores = []
        for side in range(self.sides):
            best = max(self.round_passes[member] for member in self.members(side))
            scores.append((side == winner, self.passes[side] + best, self.points[side]))
        self.finish(scores)
        return True

    def round_score(self, seat: int) -> tuple[int, int]:
        """Return the points and the Pass Pass of a seat in this round (S13)."""
        diamonds = sum(DIAMONDS.get(value(card), 0) for card in self.taken[seat])
        return len(self.taken[seat]) + diamonds, self.round_passes[seat]

    def end_round(self) -> None:
        """Settle every side with nothing to agree on; the others have to name (S16)."""
        self.phase = "nominate"
        for side in range(self.sides):
            scores = [self.round_score(seat) for seat in self.members(side)]
            most = (max(points for points, _ in scores), max(passes for _, passes in scores))
            if most in scores:  # one has the most of both
                self.settle(self.members(side)[scores.index(most)])
        self.go_on_if_settled()

    def settle(self, seat: int) -> None:
        """Record the score of this seat for its side."""
        side = seat % self.sides
        points, passes = self.round_score(seat)
        self.points[side] += points
        self.passes[side] += passes
        self.settled[side] = seat
        for member in self.members(side):
            self.names[member] = []

    def go_on_if_settled(self) -> None:
        """Start the next round, or end the match, when all sides are settled (S14, S18)."""
        if None in self.settled:
            return
        if self.round < ROUNDS:
            self.start_round()
        else:
            self.finish(list(zip(self.points, self.passes, strict=True)))

    def start_round(self) -> None:
        """Deal; the leader stays who won the two cards last (S3, S9)."""
        self.round += 1
        self.phase = "play"
        self.hands = [sorted(hand) for hand in next(self.deals)]
        self.trick = []
        self.left = []
        self.winners = []
        self.taken = [[] for _ in range(self.seats)]
        self.discarded = []
        self.round_passes = [0] * self.seats
        self.names = [[] for _ in range(self.seats)]
        self.settled = [None] * self.sides

    def finish(self, scores: list[Any]) -> None:
        """End the match; `scores` by side, the higher the better."""
        self.phase = "over"
        self.over = True
        for score in sorted(set(scores), reverse=True):
            sides = [side for side in range(self.sides) if scores[side] == score]
            self.ranking.append([s for s in range(self.seats) if s % self.sides in sides])
