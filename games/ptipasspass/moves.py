"""What a player can ask for in PtiPassPass, and the options of a match."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from games.contract import Move, MoveWithSets

Animal: TypeAlias = Literal["dove", "rabbit", "mouse"]
"""What a token shows."""
ANIMALS: Final[tuple[Animal, ...]] = ("dove", "rabbit", "mouse")

MOST_CUPS: Final = 18
"""Six players (P1)."""
Cup: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_CUPS - 1)]
"""Row by row, from 0."""


class Place(Move, frozen=True, tag="place"):
    """Hold a token over a cup; in a masked turn say which animal it is, true or not (P10)."""

    animal: Animal
    """The token of your hand."""
    cup: Cup
    """The cup, counted row by row from 0."""
    announce: Animal | None = None
    """The animal that you claim it is; required in a masked turn, left out in a visible one."""


class SayOk(Move, frozen=True, tag="ok"):
    """Let the token go into the cup (P11)."""


class CallDouble(Move, frozen=True, tag="double"):
    """Claim that the cup already holds a token (P11)."""


class CallLiar(Move, frozen=True, tag="liar"):
    """Claim that the token is not the announced animal (P11)."""


class RewardPlace(Move, frozen=True, tag="reward_place"):
    """Put a token of one's own into a cup, shown to all (P16)."""

    animal: Animal
    """The token of your hand."""
    cup: Cup
    """The cup, counted row by row from 0."""


class RewardTake(Move, frozen=True, tag="reward_take"):
    """Take a Challenge token from the player who was challenged (P16)."""


class Lift(MoveWithSets, frozen=True, tag="lift"):
    """Swap two touching cups, if wanted, then lift a line (P20)."""

    unordered = ("cups", "swap")

    cups: tuple[Cup, Cup, Cup]
    """The three cups of the line, in any order, as they lie after the swap."""
    swap: tuple[Cup, Cup] | None = None
    """Two touching cups to swap first, in any order; null or left out for none."""


AnyMove: TypeAlias = Place | SayOk | CallDouble | CallLiar | RewardPlace | RewardTake | Lift

ChallengeTokens: TypeAlias = Literal["reset", "carry"]
"""What happens to Challenge tokens between rounds."""
Memory: TypeAlias = Literal["table", "open"]
"""Whether what was shown and hidden again can still be read."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played."""

    challenge_tokens: ChallengeTokens = "reset"
    """P4"""
    memory: Memory = "table"
    """P41"""
