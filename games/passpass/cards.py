"""The 48 cards of Pass Pass and what is printed on them (S1)."""

from collections.abc import Collection, Iterable
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

Colour: TypeAlias = Literal["violet", "blue", "green", "yellow"]
"""The colour of a card, which its back shows too."""

Card: TypeAlias = Literal[
    "violet-1", "violet-2", "violet-3", "violet-4", "violet-5", "violet-6",
    "violet-7", "violet-8", "violet-9", "violet-10", "violet-11", "violet-12",
    "blue-1", "blue-2", "blue-3", "blue-4", "blue-5", "blue-6",
    "blue-7", "blue-8", "blue-9", "blue-10", "blue-11", "blue-12",
    "green-1", "green-2", "green-3", "green-4", "green-5", "green-6",
    "green-7", "green-8", "green-9", "green-10", "green-11", "green-12",
    "yellow-1", "yellow-2", "yellow-3", "yellow-4", "yellow-5", "yellow-6",
    "yellow-7", "yellow-8", "yellow-9", "yellow-10", "yellow-11", "yellow-12",
]  # fmt: skip
"""A card: its colour and its value."""

COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
CARDS: Final[tuple[Card, ...]] = get_args(Card)
"""All of them, in the order in which hands are shown."""

COLOUR: Final[dict[Card, Colour]] = {
    card: colour for colour in COLOURS for card in CARDS if card.startswith(colour)
}
VALUE: Final[dict[Card, int]] = {card: int(card.split("-")[1]) for card in CARDS}

_DIAMONDS_BY_VALUE: Final = {1: 3, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1}
DIAMONDS: Final[dict[Card, int]] = {card: _DIAMONDS_BY_VALUE.get(VALUE[card], 0) for card in CARDS}

_PLACE: Final = {card: place for place, card in enumerate(CARDS)}


class Colours(Struct, frozen=True):
    """How many cards there are of each colour: all that the backs of a hand show (S2)."""

    violet: int
    """How many are violet."""
    blue: int
    """How many are blue."""
    green: int
    """How many are green."""
    yellow: int
    """How many are yellow."""


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards by colour, then by value."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def colours(cards: Iterable[Card]) -> Colours:
    """What the backs of these cards show."""
    backs = [COLOUR[card] for card in cards]
    return Colours(*map(backs.count, COLOURS))


def points(cards: Iterable[Card]) -> int:
    """One for each card and one for each diamond (S13)."""
    return sum(1 + DIAMONDS[card] for card in cards)


def pass_pass(cards: Collection[Card]) -> int:
    """How many complete sets of the four colours these cards hold (S11)."""
    if len(cards) < len(COLOURS):
        return 0
    backs = [COLOUR[card] for card in cards]
    return min(map(backs.count, COLOURS))
