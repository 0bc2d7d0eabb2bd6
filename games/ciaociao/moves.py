"""What a player can ask for in Ciao, ciao…, and the options of a match."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from games.contract import Move

Number: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
MOST_STEPS = 9
"""Four players with two pawns each, and one that is about to win (C20)."""


class Announce(Move, frozen=True, tag="announce"):
    """Claim to have rolled that number and move that many planks (C10)."""

    number: Number
    """The number that you claim to have rolled; it may be a bluff."""


class Believe(Move, frozen=True, tag="believe"):
    """Take the announcer's word for it (C12)."""


class Doubt(Move, frozen=True, tag="doubt"):
    """Look into the cup (C12)."""


class Push(Move, frozen=True, tag="push"):
    """Choose the podium pawn that a wrong doubter loses (C16)."""

    step: Annotated[int, Meta(ge=1, le=MOST_STEPS)]
    """The step of the podium that the pawn stands on, one of `pushable` in the view."""


AnyMove: TypeAlias = Announce | Believe | Doubt | Push


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played."""

    planks: Annotated[int, Meta(ge=5, le=15)] = 9
    """C1"""
