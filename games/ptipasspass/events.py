"""What can happen in PtiPassPass; where tokens go and what they show fades once hidden (P41)."""

from typing import Literal, TypeAlias

from games.contract import HIDDEN, Event, Seat, Secret
from games.ptipasspass.moves import Animal, ChallengeTokens, Memory

Phase: TypeAlias = Literal["place", "lift", "answer", "reward", "between", "over"]
"""What the match waits for."""
Marker: TypeAlias = Literal["masked", "visible"]
"""Whether tokens are placed unseen and announced, or shown."""
Animals: TypeAlias = tuple[Animal, ...]
"""In the order of ANIMALS, so that it does not tell who put which."""
Reason: TypeAlias = Literal["two_victory_tokens"]


class CupsSetOut(Event, frozen=True, tag="cups_set_out"):
    """The table is set (P1)."""

    seats: int
    """The number of seats, and of the columns of cups."""
    challenge_tokens: ChallengeTokens
    """What happens to Challenge tokens between rounds."""
    memory: Memory
    """Whether what was shown and hidden again fades."""


class AnimalsDealt(Event, frozen=True, tag="animals_dealt"):
    """A round begins: all cups are empty, every hand holds one token of each animal (P3–P6)."""

    round: int
    """The number of the round, from 1."""
    first: Seat
    """The seat that begins."""
    challenge_tokens: tuple[int, ...]
    """How many Challenge tokens each seat has, by seat."""


class TurnOpened(Event, frozen=True, tag="turn_opened"):
    """A seat is to place a token or, with an empty hand, to lift a line (P10, P20)."""

    asks = True
    opens_turn = True

    seat: Seat
    """The seat whose turn begins."""
    marker: Marker
    """Whether the turn is masked or visible."""


class TokenPicked(Event, frozen=True, tag="token_picked"):
    """A token is held over a cup: announced in a masked turn, shown in a visible one (P10)."""

    asks = True
    fades = ("cup", "animal")

    seat: Seat
    """The seat that holds the token."""
    announce: Animal | None
    """The animal that it claims to be; null in a visible turn."""
    answerers: tuple[Seat, ...]
    """The seats that may answer, in order."""
    cup: Secret[int] = HIDDEN
    """The cup, counted row by row from 0; absent once it has faded."""
    animal: Secret[Animal] = HIDDEN
    """The animal; absent if you may not know it or it has faded."""


class OkSaid(Event, frozen=True, tag="ok_said"):
    """One player does not challenge."""

    seat: Seat
    """The seat that let it pass."""


class TokenPlaced(Event, frozen=True, tag="token_placed"):
    """Nobody challenged: the token picked is in its cup (P12)."""

    hides = True

    seat: Seat
    """The seat that placed the token."""


class DoubleFound(Event, frozen=True, tag="double_found"):
    """A right “Doublon!”: `active` keeps the token and takes the cup's content back (P13)."""

    hides = True
    fades = ("contents",)

    seat: Seat
    """The seat that challenged."""
    active: Seat
    """The seat that was challenged."""
    contents: Secret[Animals] = HIDDEN
    """What the cup held; absent once it has faded."""


class DoubleMissed(Event, frozen=True, tag="double_missed"):
    """A wrong “Doublon!”: the token goes to the challenger, a Challenge token back (P14)."""

    hides = True
    fades = ("animal",)

    seat: Seat
    """The seat that challenged."""
    active: Seat
    """The seat that was challenged."""
    marker: Marker
    """Whether the turn was masked or visible."""
    animal: Secret[Animal] = HIDDEN
    """The token that changed hands; absent if you may not know it or it has faded."""


class LieFound(Event, frozen=True, tag="lie_found"):
    """A right “Menteur!”: the token is shown and stays with `active` (P15)."""

    hides = True
    fades = ("animal",)

    seat: Seat
    """The seat that challenged."""
    active: Seat
    """The seat that was challenged."""
    animal: Secret[Animal] = HIDDEN
    """What the token really is; absent once it has faded."""


class LieMissed(Event, frozen=True, tag="lie_missed"):
    """A wrong “Menteur!”: the token, as announced, goes to the challenger, a Challenge token back
    (P15)."""

    hides = True

    seat: Seat
    """The seat that challenged."""
    active: Seat
    """The seat that was challenged."""


class RewardOffered(Event, frozen=True, tag="reward_offered"):
    """The challenger was right and gets a reward, to choose if there are two (P16)."""

    asks = True

    seat: Seat
    """The seat that gets the reward."""
    active: Seat
    """The seat that was challenged."""


class RewardPlaced(Event, frozen=True, tag="reward_placed"):
    """The challenger put a token into a cup, shown to all (P16)."""

    hides = True
    fades = ("cup", "animal")

    seat: Seat
    """The seat that placed a token."""
    cup: Secret[int] = HIDDEN
    """The cup, counted row by row from 0; absent once it has faded."""
    animal: Secret[Animal] = HIDDEN
    """The animal; absent once it has faded."""


class RewardTaken(Event, frozen=True, tag="reward_taken"):
    """The challenger took a Challenge token from `active` (P16)."""

    seat: Seat
    """The seat that took a Challenge token."""
    active: Seat
    """The seat that it was taken from."""


class CupsSwapped(Event, frozen=True, tag="cups_swapped"):
    """Two touching cups changed places, unlifted (P20)."""

    hides = True
    fades = ("cups",)

    seat: Seat
    """The seat that swapped them."""
    cups: Secret[tuple[int, int]] = HIDDEN
    """The two cups, counted row by row from 0; absent once they have faded."""


class LineLifted(Event, frozen=True, tag="line_lifted"):
    """Three cups were lifted; everyone saw what they hold (P21, P22)."""

    hides = True
    fades = ("cups", "contents")

    seat: Seat
    """The seat that lifted them."""
    won: bool
    """Whether the line wins the round."""
    cups: Secret[tuple[int, int, int]] = HIDDEN
    """The three cups, counted row by row from 0; absent once they have faded."""
    contents: Secret[tuple[Animals, Animals, Animals]] = HIDDEN
    """What each of the three cups holds; absent once it has faded."""


class VictoryGained(Event, frozen=True, tag="victory_gained"):
    """A seat won the round and a victory token (P21)."""

    seat: Seat
    """The seat that won the round."""


class RoundVoided(Event, frozen=True, tag="round_voided"):
    """No line could be made of these cups any more: nobody wins the round (P31)."""


class CupsEmptied(Event, frozen=True, tag="cups_emptied"):
    """At the end of a round all cups were emptied openly, hands unseen (P30)."""

    hides = True
    fades = ("contents",)

    contents: Secret[tuple[Animals, ...]] = HIDDEN
    """What each cup held, row by row; absent once it has faded."""


class MagicEnded(Event, frozen=True, tag="magic_ended"):
    """The match is over (P30)."""

    reason: Reason
    """Why the match ended: always `two_victory_tokens`."""


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
