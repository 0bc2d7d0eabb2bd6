"""What can happen in Pass Pass."""

from typing import Literal, TypeAlias

from games.contract import HIDDEN, Event, Seat, Secret
from games.passpass.cards import Card, Colour, Colours
from games.passpass.trick import Pair

Team: TypeAlias = tuple[Seat, Seat]
Reason: TypeAlias = Literal["three_pass_pass", "most_points"]


class PlayersSeated(Event, frozen=True, tag="players_seated"):
    """So many play, each alone or in these teams (S15)."""

    seats: int
    teams: tuple[Team, ...]


class RoundOpened(Event, frozen=True, tag="round_opened"):
    """All 48 cards were shuffled for a new round (S3, S13)."""

    round: int
    leader: Seat


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """A player got eight cards; the others see their backs. The leader is dealt to last, and then
    asked for the first card."""

    asks = True

    seat: Seat
    colours: Colours
    cards: Secret[tuple[Card, ...]] = HIDDEN
    """In the order in which they were dealt."""


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was put into the trick, face up (S4)."""

    asks = True

    seat: Seat
    card: Card


class TrickWon(Event, frozen=True, tag="trick_won"):
    """The trick is complete and has its two winners (S5–S7)."""

    asks = True

    majority: Colour
    first: Seat
    second: Seat


class CardTaken(Event, frozen=True, tag="card_taken"):
    """The first winner took a card (S6)."""

    asks = True

    seat: Seat
    card: Card


class TwoCardsTaken(Event, frozen=True, tag="two_cards_taken"):
    """The second winner took two cards and leads the next trick; the rest is out (S7–S9)."""

    asks = True

    seat: Seat
    cards: Pair
    discarded: tuple[Card, ...]


class PassPassTicked(Event, frozen=True, tag="pass_pass_ticked"):
    """A player completed sets of the four colours (S11)."""

    seat: Seat
    ticks: int
    """How many at once."""
    total: int
    """Those recorded in earlier rounds included (S12, S17)."""


class RoundScored(Event, frozen=True, tag="round_scored"):
    """What each seat's cards of this round are worth (S13)."""

    points: tuple[int, ...]
    pass_pass: tuple[int, ...]


class NominationOpened(Event, frozen=True, tag="nomination_opened"):
    """These teams must agree on whose score they record (S16)."""

    asks = True

    teams: tuple[Team, ...]


class SeatNominated(Event, frozen=True, tag="seat_nominated"):
    """A player named one of the team's two seats, and may now only switch (S16)."""

    asks_seat = True

    seat: Seat
    nominee: Seat


class TeamScored(Event, frozen=True, tag="team_scored"):
    """A team recorded the score of one of its players (S16)."""

    team: Team
    seat: Seat
    points: int
    pass_pass: int


class TricksEnded(Event, frozen=True, tag="tricks_ended"):
    """The match is over (S12, S14, S17, S18)."""

    reason: Reason


AnyEvent: TypeAlias = (
    PlayersSeated
    | RoundOpened
    | HandDealt
    | CardPlayed
    | TrickWon
    | CardTaken
    | TwoCardsTaken
    | PassPassTicked
    | RoundScored
    | NominationOpened
    | SeatNominated
    | TeamScored
    | TricksEnded
)
