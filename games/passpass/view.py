"""The table of Pass Pass as it is shown to somebody."""

from typing import Literal, TypeAlias

from msgspec import Struct

from games.contract import HIDDEN, Seat, Secret
from games.passpass.cards import Card, Colours
from games.passpass.events import Reason, Team

Phase: TypeAlias = Literal["play", "take", "take_two", "nominate", "between", "over"]
"""What the match waits for."""


class Player(Struct, frozen=True):
    """One seat in this round: all of this is public. After the end of a round it is still about
    that round, until the next one is dealt."""

    hand: Colours
    """How many cards of each colour its hand holds."""
    taken: tuple[Card, ...]
    """The cards that it has taken in this round."""
    points: int
    """What its cards of this round are worth."""
    pass_pass: int
    """How many Pass Pass it has made in this round."""
    named: Seat | None
    """The seat that it named last, while its team decides whose score it records; else null."""


class Side(Struct, frozen=True):
    """A player alone or a team, and what it has recorded so far.

    While a round is played that is what the rounds before it brought. At its end a player alone
    records it at once; a team does when it has agreed on one of its two scores, that is, while
    others still name seats, unless it is in `naming`. So after the third round the whole match is
    in it; but not the round that a third Pass Pass cut short, which is never recorded.
    """

    seats: tuple[Seat, ...]
    """The seat of a player alone, or the two seats of a team."""
    points: int
    """The points that it has recorded."""
    pass_pass: int
    """The Pass Pass that it has recorded."""


class Played(Struct, frozen=True):
    """A card of the trick and who played it."""

    seat: Seat
    """The seat that played the card."""
    card: Card
    """The card."""


class View(Struct, frozen=True, tag_field="game", tag="passpass"):
    """All that a viewer may see now."""

    round: int
    """The number of the round, from 1."""
    phase: Phase
    """What the match waits for."""
    turn: Seat | None
    """The seat that is to play or to take; null if none is."""
    players: tuple[Player, ...]
    """Each seat in this round, by seat."""
    sides: tuple[Side, ...]
    """What each player alone or team has recorded, in the order of their first seats."""
    trick: tuple[Played, ...]
    """The cards of the trick, in the order of play."""
    left: tuple[Card, ...]
    """The cards of the trick that have not been taken yet."""
    winners: tuple[Seat, ...]
    """The winners of the trick, the first and the second; empty before it is complete."""
    discarded: tuple[Card, ...]
    """The cards that are out of this round."""
    naming: tuple[Team, ...]
    """The teams that have not agreed yet on whose score they record."""
    set_aside: Colours
    """How many cards of each colour were not dealt."""
    ended: Reason | None
    """Why the match ended; null before."""
    hand: Secret[tuple[Card, ...]] = HIDDEN
    """Your own cards; absent for spectators."""
    hands: Secret[tuple[tuple[Card, ...], ...]] = HIDDEN
    """The cards of each seat, by seat; absent until the match is over."""
