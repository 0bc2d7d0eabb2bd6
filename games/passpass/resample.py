"""What a viewer of Pass Pass cannot tell apart, from the rules alone.

Of a hand that is not the viewer's own, and of the cards set aside, only the colours are known until
a card is played, and never the order of dealing (S20).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.chance import Chance
from games.contract import OPEN, Horizon, Viewer
from games.passpass.cards import CARDS, COLOUR, COLOURS, Card
from games.passpass.events import (
    AnyEvent,
    CardPlayed,
    HandDealt,
    RoundOpened,
    TricksEnded,
)


def resample(
    log: Sequence[AnyEvent], viewer: Viewer, horizon: Horizon, chance: Chance
) -> list[AnyEvent]:
    """The same match with other cards in the hands that the viewer cannot see."""
    other = list(log)
    if viewer == OPEN or any(isinstance(event, TricksEnded) for event in log):
        return other
    newest = max(place for place, event in enumerate(log) if isinstance(event, RoundOpened))
    swapped = _swapped(log[newest:], viewer, chance)
    for place, event in enumerate(log):
        if isinstance(event, HandDealt) and event.seat != viewer:
            assert isinstance(event.cards, tuple)
            cards = event.cards
            if place > newest:
                cards = tuple(swapped.get(card, card) for card in cards)
            other[place] = replace(event, cards=tuple(chance.shuffle(cards, "resample")))
    return other


def _swapped(this_round: Sequence[AnyEvent], viewer: Viewer, chance: Chance) -> dict[Card, Card]:
    """For each card that the viewer has not seen this round another one of its colour: they all
    move round in one ring, so that every hand changes which can."""
    seen: set[Card] = set()
    for event in this_round:
        if isinstance(event, HandDealt) and event.seat == viewer:
            assert isinstance(event.cards, tuple)
            seen.update(event.cards)
        if isinstance(event, CardPlayed):
            seen.add(event.card)
    swapped: dict[Card, Card] = {}
    for colour in COLOURS:
        unseen = [card for card in CARDS if COLOUR[card] == colour and card not in seen]
        ring = chance.shuffle(unseen, "resample")
        swapped |= zip(ring, ring[1:] + ring[:1], strict=True)
    return swapped
