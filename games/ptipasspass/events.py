"""What can happen in PtiPassPass; where tokens go and what they show fades once hidden (P41)."""

from typing import Literal, TypeAlias

from games.contract import HIDDEN, Event, Seat, Secret
from games.ptipasspass.moves import Animal, ChallengeTokens, Memory

Phase: TypeAlias = Literal["place", "lift", "answer", "reward", "between", "over"]
Marker: TypeAlias = Literal["masked", "visible"]
Animals: TypeAlias = tuple[Animal, ...]
"""In the order of ANIMALS, so that it does not tell who put which."""
Reason: TypeAlias = Literal["two_victory_tokens"]


class CupsSetOut(Event, frozen=True, tag="cups_set_out"):
    """The table is set (P1)."""

    seats: int
    challenge_tokens: ChallengeTokens
    memory: Memory


class AnimalsDealt(Event, frozen=True, tag="animals_dealt"):
    """A round begins: all cups are empty, every hand holds one token of each animal (P3–P6)."""

    round: int
    first: Seat
    challenge_tokens: tuple[int, ...]


class TurnOpened(Event, frozen=True, tag="turn_opened"):
    """A seat is to place a token or, with an empty hand, to lift a line (P10, P20)."""

    asks = True
    opens_turn = True

    seat: Seat
    marker: Marker


class TokenPicked(Event, frozen=True, tag="token_picked"):
    """A token is held over a cup: announced in a masked turn, shown in a visible one (P10)."""

    asks = True
    fades = ("cup", "animal")

    seat: Seat
    announce: Animal | None
    answerers: tuple[Seat, ...]
    cup: Secret[int] = HIDDEN
    animal: Secret[Animal] = HIDDEN


class OkSaid(Event, frozen=True, tag="ok_said"):
    """One player does not challenge."""

    seat: Seat


class TokenPlaced(Event, frozen=True, tag="token_placed"):
    """Nobody challenged: the token picked is in its cup (P12)."""

    hides = True

    seat: Seat


class DoubleFound(Event, frozen=True, tag="double_found"):
    """A right “Doublon!”: `active` keeps the token and takes the cup's content back (P13)."""

    hides = True
    fades = ("contents",)

    seat: Seat
    active: Seat
    contents: Secret[Animals] = HIDDEN


class DoubleMissed(Event, frozen=True, tag="double_missed"):
    """A wrong “Doublon!”: the token goes to the challenger, a Challenge token back (P14)."""

    hides = True
    fades = ("animal",)

    seat: Seat
    active: Seat
    marker: Marker
    animal: Secret[Animal] = HIDDEN


class LieFound(Event, frozen=True, tag="lie_found"):
    """A right “Menteur!”: the token is shown and stays with `active` (P15)."""

    hides = True
    fades = ("animal",)

    seat: Seat
    active: Seat
    animal: Secret[Animal] = HIDDEN


class LieMissed(Event, frozen=True, tag="lie_missed"):
    """A wrong “Menteur!”: the token, as announced, goes to the challenger, a Challenge token back
    (P15)."""

    hides = True

    seat: Seat
    active: Seat


class RewardOffered(Event, frozen=True, tag="reward_offered"):
    """The challenger was right and gets a reward, to choose if there are two (P16)."""

    asks = True

    seat: Seat
    active: Seat


class RewardPlaced(Event, frozen=True, tag="reward_placed"):
    """The challenger put a token into a cup, shown to all (P16)."""

    hides = True
    fades = ("cup", "animal")

    seat: Seat
    cup: Secret[int] = HIDDEN
    animal: Secret[Animal] = HIDDEN


class RewardTaken(Event, frozen=True, tag="reward_taken"):
    """The challenger took a Challenge token from `active` (P16)."""

    seat: Seat
    active: Seat


class CupsSwapped(Event, frozen=True, tag="cups_swapped"):
    """Two touching cups changed places, unlifted (P20)."""

    hides = True
    fades = ("cups",)

    seat: Seat
    cups: Secret[tuple[int, int]] = HIDDEN


class LineLifted(Event, frozen=True, tag="line_lifted"):
    """Three cups were lifted; everyone saw what they hold (P21, P22)."""

    hides = True
    fades = ("cups", "contents")

    seat: Seat
    won: bool
    cups: Secret[tuple[int, int, int]] = HIDDEN
    contents: Secret[tuple[Animals, Animals, Animals]] = HIDDEN


class VictoryGained(Event, frozen=True, tag="victory_gained"):
    """A seat won the round and a victory token (P21)."""

    seat: Seat


class RoundVoided(Event, frozen=True, tag="round_voided"):
    """No line could be made of these cups any more: nobody wins the round (P31)."""


class CupsEmptied(Event, frozen=True, tag="cups_emptied"):
    """At the end of a round all cups were emptied openly, hands unseen (P30)."""

    hides = True
    fades = ("contents",)

    contents: Secret[tuple[Animals, ...]] = HIDDEN


class MagicEnded(Event, frozen=True, tag="magic_ended"):
    """The match is over (P30)."""

    reason: Reason


AnyEvent: TypeAlias = (
    CupsSetOut
    | AnimalsDealt
    | TurnOpened
    | TokenPicked
    | OkSaid
    | TokenPlaced
    | DoubleFound
    | DoubleMissed
    | LieFound
    | LieMissed
    | RewardOffered
    | RewardPlaced
    | RewardTaken
    | CupsSwapped
    | LineLifted
    | VictoryGained
    | RoundVoided
    | CupsEmptied
    | MagicEnded
)
