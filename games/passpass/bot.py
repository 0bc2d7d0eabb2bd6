"""A sensible player of Pass Pass: imagines how a trick may end and plays for the best of it.

It knows its own cards, the colours of the others' and every card that has been shown this round.
Who has still to play is imagined to play anything that this leaves possible. A card is worth its
points and what it adds to a Pass Pass, the more so the nearer the third one is.
"""

from collections.abc import Sequence
from typing import Final

from games.chance import Chance
from games.contract import HIDDEN, Seat, Sight
from games.passpass.cards import CARDS, COLOUR, COLOURS, Card, Colour, points
from games.passpass.events import AnyEvent
from games.passpass.moves import AnyMove, Nominate, Play, Take, TakeTwo
from games.passpass.trick import Pair, lowest_pairs, verdict
from games.passpass.view import View

IMAGINED: Final = 6
"""How many ways to go on it looks at before it plays a card."""

SET_BEGUN: Final = (0.0, 0.3, 1.0, 2.0)
"""What cards of so many colours towards the next Pass Pass are worth."""
PASS_PASS: Final = (7.0, 10.0)
"""What the first and the second are worth."""
ENOUGH: Final = 3
VICTORY: Final = 60.0
PARTNER: Final = 0.3
"""How much of a partner's gain counts as one's own: only one of the two is recorded."""


def bot(sight: Sight[View, AnyEvent], chance: Chance) -> AnyMove:
    """A legal move from the seat's sight alone."""
    view, seat = sight.view, sight.seat
    stakes = _Stakes(view, seat)
    match view.phase:
        case "play":
            return Play(_best_card(view, seat, stakes, chance))
        case "take":
            return Take(stakes.best_take([played.card for played in view.trick], *view.winners))
        case "take_two":
            return TakeTwo(stakes.best_pair(view.left, seat))
        case _:
            return Nominate(_nominee(view, seat))


def _nominee(view: View, seat: Seat) -> Seat:
    """Whom the partner named, else who has more points; with equal points nobody is asked (S16)."""
    team = next(side.seats for side in view.sides if seat in side.seats)
    named = next(view.players[mate].named for mate in team if mate != seat)
    return max(team, key=lambda mate: view.players[mate].points) if named is None else named


def _best_card(view: View, seat: Seat, stakes: "_Stakes", chance: Chance) -> Card:
    hand = view.hand
    assert hand is not HIDDEN
    trick = tuple(played.card for played in view.trick)
    leader = view.trick[0].seat if view.trick else seat
    later = range(len(trick) + 1, len(view.players))
    seats = [(leader + place) % len(view.players) for place in range(len(view.players))]
    endings = _endings(view, hand, [seats[place] for place in later], chance)

    def promise(card: Card) -> float:
        return sum(stakes.of_trick((*trick, card, *ending), seats) for ending in endings)

    return max(hand, key=promise)


def _endings(
    view: View, hand: Sequence[Card], later: Sequence[Seat], chance: Chance
) -> list[tuple[Card, ...]]:
    """Ways in which the others may complete the trick."""
    shown = {*hand, *view.discarded, *(played.card for played in view.trick)}
    shown.update(*(player.taken for player in view.players))
    unseen: dict[Colour, list[Card]] = {colour: [] for colour in COLOURS}
    for card in CARDS:
        if card not in shown:
            unseen[COLOUR[card]].append(card)
    backs = [
        [colour for colour in COLOURS for _ in range(getattr(view.players[seat].hand, colour))]
        for seat in later
    ]
    endings = []
    for _ in range(IMAGINED if later else 1):
        ending: list[Card] = []
        for back in backs:
            colour = back[chance.below(len(back), "bot")]
            cards = [card for card in unseen[colour] if card not in ending]
            ending.append(cards[chance.below(len(cards), "bot")])
        endings.append(tuple(ending))
    return endings


class _Stakes:
    """What cards are worth to each seat, and through it to the bot."""

    def __init__(self, view: View, seat: Seat) -> None:
        rivals = len(view.players) - len(view.sides[0].seats)
        self._share = [-1 / rivals] * len(view.players)
        self._recorded = [0] * len(view.players)
        for side in view.sides:
            for member in side.seats:
                self._recorded[member] = side.pass_pass
                if seat in side.seats:
                    self._share[member] = PARTNER
        self._share[seat] = 1.0
        self._taken = [player.taken for player in view.players]
        self._before = list(map(_worth, self._taken, self._recorded))
        self._gains: dict[tuple[Seat, tuple[Card, ...]], float] = {}

    def gain(self, seat: Seat, cards: tuple[Card, ...]) -> float:
        """What cards are worth to whoever takes them."""
        known = self._gains.get((seat, cards))
        if known is None:
            after = _worth(self._taken[seat] + cards, self._recorded[seat])
            known = self._gains[seat, cards] = after - self._before[seat]
        return known

    def best_pair(self, left: tuple[Card, ...], second: Seat) -> Pair:
        return max(lowest_pairs(left), key=lambda pair: self.gain(second, pair))

    def best_take(self, trick: Sequence[Card], first: Seat, second: Seat) -> Card:
        """What the first winner had best take, also for what it leaves to the second."""

        def worth(card: Card) -> float:
            pair = self.best_pair(tuple([other for other in trick if other != card]), second)
            return self.gain(first, (card,)) + self._share[second] * self.gain(second, pair)

        return max(trick, key=worth)

    def of_trick(self, trick: Sequence[Card], seats: Sequence[Seat]) -> float:
        """What it is worth to the bot that these seats complete a trick so."""
        _, first, second = verdict(trick)
        one, two = seats[first], seats[second]
        card = max(trick, key=lambda card: self.gain(one, (card,)))
        pair = self.best_pair(tuple([other for other in trick if other != card]), two)
        return self._share[one] * self.gain(one, (card,)) + self._share[two] * self.gain(two, pair)


def _worth(taken: Sequence[Card], recorded: int) -> float:
    """What cards taken are worth to a player of a side with so many Pass Pass before."""
    backs = [COLOUR[card] for card in taken]
    counts = [backs.count(colour) for colour in COLOURS]
    done = min(counts)
    if recorded + done >= ENOUGH:
        return VICTORY
    begun = sum(count > done for count in counts)
    return points(taken) + sum(PASS_PASS[recorded : recorded + done]) + SET_BEGUN[begun]
