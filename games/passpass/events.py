"""What can happen in Pass Pass."""

from typing import Literal, TypeAlias

from games.contract import HIDDEN, Event, Seat, Secret
from games.passpass.cards import Card, Colour, Colours
from games.passpass.trick import Pair

Team: TypeAlias = tuple[Seat, Seat]
Reason: TypeAlias = Literal["three_pass_pass", "most_points"]
"""Why a match ended."""


class PlayersSeated(Event, frozen=True, tag="players_seated"):
    """So many play, each alone or in these teams (S15)."""

    seats: int
    """The number of seats."""
    teams: tuple[Team, ...]
    """The seats of each team; empty where each plays alone."""


class RoundOpened(Event, frozen=True, tag="round_opened"):
    """All 48 cards were shuffled for a new round (S3, S13)."""

    round: int
    """The number of the round, from 1."""
    leader: Seat
    """The seat that plays the first card."""


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """A player got eight cards; the others see their backs. The leader is dealt to last, and then
    asked for the first card."""

    asks = True

    seat: Seat
    """The seat that got the cards."""
    colours: Colours
    """How many cards of each colour it got."""
    cards: Secret[tuple[Card, ...]] = HIDDEN
    """The cards; absent for other seats until the match is over."""


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card was put into the trick, face up (S4)."""

    asks = True

    seat: Seat
    """The seat that played it."""
    card: Card
    """The card."""


class TrickWon(Event, frozen=True, tag="trick_won"):
    """The trick is complete and has its two winners (S5–S7)."""

    asks = True

    majority: Colour
    """The colour that decided."""
    first: Seat
    """The first winner, who takes one card."""
    second: Seat
    """The second winner, who takes two cards."""


class CardTaken(Event, frozen=True, tag="card_taken"):
    """The first winner took a card (S6)."""

    asks = True

    seat: Seat
    """The seat that took it."""
    card: Card
    """The card."""


class TwoCardsTaken(Event, frozen=True, tag="two_cards_taken"):
    """The second winner took two cards and leads the next trick; the rest is out (S7–S9)."""

    asks = True

    seat: Seat
    """The seat that took them."""
    cards: Pair
    """The two cards."""
    discarded: tuple[Card, ...]
    """The cards of the trick that are out of the round."""


class PassPassTicked(Event, frozen=True, tag="pass_pass_ticked"):
    """A player completed sets of the four colours (S11)."""

    seat: Seat
    """The seat that completed them."""
    ticks: int
    """How many it completed at once."""
    total: int
    """How many it has now, those recorded in earlier rounds included (S12, S17)."""


class RoundScored(Event, frozen=True, tag="round_scored"):
    """What each seat's cards of this round are worth (S13)."""

    points: tuple[int, ...]
    """The points of each seat in this round, by seat."""
    pass_pass: tuple[int, ...]
    """The Pass Pass of each seat in this round, by seat."""


class NominationOpened(Event, frozen=True, tag="nomination_opened"):
    """These teams must agree on whose score they record (S16)."""

    asks = True

    teams: tuple[Team, ...]
    """The teams that must agree, each with its two seats."""


class SeatNominated(Event, frozen=True, tag="seat_nominated"):
    """A player named one of the team's two seats, and may now only switch (S16)."""

    asks_seat = True

    seat: Seat
    """The seat that named another or itself."""
    nominee: Seat
    """The seat that it named."""


class TeamScored(Event, frozen=True, tag="team_scored"):
    """A team recorded the score of one of its players (S16)."""

    team: Team
    """The two seats of the team."""
    seat: Seat
    """The seat whose score the team recorded."""
    points: int
    """The points that were recorded."""
    pass_pass: int
    """The Pass Pass that were recorded."""


class TricksEnded(Event, frozen=True, tag="tricks_ended"):
    """The match is over (S12, S14, S17, S18)."""

    reason: Reason
    """Why the match ended."""


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
