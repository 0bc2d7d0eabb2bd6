"""The table of Pass Pass as it is shown to somebody."""

from typing import Literal, TypeAlias

from msgspec import Struct

from games.contract import HIDDEN, Seat, Secret
from games.passpass.cards import Card, Colours
from games.passpass.events import Reason, Team

Phase: TypeAlias = Literal["play", "take", "take_two", "nominate", "between", "over"]


class Player(Struct, frozen=True):
    """One seat in this round: all of this is public. After the end of a round it is still about
    that round, until the next one is dealt."""

    hand: Colours
    """The backs of its cards."""
    taken: tuple[Card, ...]
    points: int
    pass_pass: int
    named: Seat | None
    """Whom it named last, while its team decides whose score it records."""


class Side(Struct, frozen=True):
    """A player alone or a team, and what it has recorded so far.

    While a round is played that is what the rounds before it brought. At its end a player alone
    records it at once; a team does when it has agreed on one of its two scores, that is, while
    others still name seats, unless it is in `naming`. So after the third round the whole match is
    in it; but not the round that a third Pass Pass cut short, which is never recorded.
    """

    seats: tuple[Seat, ...]
    points: int
    pass_pass: int


class Played(Struct, frozen=True):
    """A card of the trick and who played it."""

    seat: Seat
    card: Card


class View(Struct, frozen=True, tag_field="game", tag="passpass"):
    """All that a viewer may see now."""

    round: int
    phase: Phase
    turn: Seat | None
    """Who is to play or to take."""
    players: tuple[Player, ...]
    sides: tuple[Side, ...]
    trick: tuple[Played, ...]
    """In the order of play."""
    left: tuple[Card, ...]
    """What nobody has taken of it yet."""
    winners: tuple[Seat, ...]
    """Of the trick, the first and the second."""
    discarded: tuple[Card, ...]
    naming: tuple[Team, ...]
    """The teams that have not agreed yet on whose score they record."""
    set_aside: Colours
    """The backs of the cards that were not dealt."""
    ended: Reason | None
    """Why the match is over."""
    hand: Secret[tuple[Card, ...]] = HIDDEN
    """The viewer's own."""
    hands: Secret[tuple[tuple[Card, ...], ...]] = HIDDEN
    """Everybody's, once the match is over."""
