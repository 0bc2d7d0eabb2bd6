"""What a player can ask for in Pass Pass, and the options of a match."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from games.contract import Move, MoveWithSets, Seat, UnfitTable
from games.passpass.cards import Card
from games.passpass.trick import Pair


class Play(Move, frozen=True, tag="play"):
    """Put a card of one's hand into the trick (S4)."""

    card: Card
    """A card of your hand."""


class Take(Move, frozen=True, tag="take"):
    """As first winner, take any card of the trick (S6)."""

    card: Card
    """The card of the trick to take."""


class TakeTwo(MoveWithSets, frozen=True, tag="take_two"):
    """As second winner, take the two lowest cards that are left (S7)."""

    unordered = ("cards",)

    cards: Pair
    """The two cards of the trick to take, in any order."""


class Nominate(Move, frozen=True, tag="nominate"):
    """Name the partner whose score the team shall record (S16)."""

    forced = False

    seat: Annotated[Seat, Meta(ge=0, le=5)]
    """One of your team's two seats."""


AnyMove: TypeAlias = Play | Take | TakeTwo | Nominate


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played."""

    teams: bool | None = None
    """S15; left out, as the number of seats wants it."""


def fit(seats: int, options: Options) -> Options:
    """Six always play in teams, three and five cannot; four do if they ask for it."""
    if options.teams and seats % 2:
        raise UnfitTable("teams_need_four_or_six", "/options/teams")
    if options.teams is False and seats == 6:
        raise UnfitTable("six_play_in_teams", "/options/teams")
    return Options(teams=seats == 6 or bool(options.teams))
