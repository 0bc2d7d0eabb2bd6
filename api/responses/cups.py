"""Answers about cups and leagues."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from api.requests.cups import ClockPreset
from api.responses.common import MatchStatus, Page, PlayerShown, Time

CupStatus = Literal["open", "running", "ended", "cancelled"]
"""How far a cup is.

open: Players can enter; it starts on its day.
running: Tables are being played; who enters now waits for a place.
ended: The standings are final.
cancelled: It was called off, or had too few players on its day.
"""
EntrantNumber = Annotated[int, Meta(ge=0)]


class CupSummary(Struct):
    """A cup in short."""

    id: str
    """The id of the cup."""
    name: str
    """Its name; empty for a division of a league."""
    game: str
    """The key of the game, its `id` in `GET games`."""
    circle: str | None
    """The id of the circle whose members can enter it; null in a league, or once it is deleted."""
    league: str | None
    """The id of the league of which it is a division; null for others."""
    season: int
    """The number of the league's season, from 1; 0 without a league."""
    division: int
    """The number of the division, 1 for the highest; 0 without a league."""
    status: CupStatus
    """How far the cup is."""
    starts_at: Time
    """When it starts by itself at the latest, in UTC."""
    ends_at: Time
    """Its last day, in UTC: what is unfinished then is ranked as it stands."""


class CupList(Page):
    """A page of the cups that you have entered, the last entered first."""

    results: list[CupSummary]
    """The cups of this page."""


class CircleCups(Struct):
    """The latest cups of a circle, the newest first; at most 50."""

    results: list[CupSummary]
    """The cups."""


class CupEntrant(Struct):
    """A player who has entered a cup."""

    number: EntrantNumber
    """The number by which the rest of the answer names the player."""
    player: PlayerShown
    """The player."""
    left: bool
    """Whether the player has left the cup."""
    waiting: bool
    """Whether the player waits for a place."""


class CupStanding(Struct):
    """How a player has done in a cup: the order is by points, then wins, then opposition, then
    entering."""

    entrant: EntrantNumber
    """The player's number."""
    points: int
    """120 for each table won, 0 for a last place, in equal steps between; a tie shares the mean,
    and a round without a table gives 60."""
    wins: int
    """How many tables the player has won, ties included."""
    opposition: int
    """The sum of the points of all opponents met."""
    played: int
    """How many of the player's tables have ended."""


class CupTableShown(Struct):
    """A table of a cup."""

    number: int
    """Its number in the cup, from 0."""
    round: int
    """The round that it belongs to; with rolling tables, the seating."""
    match: str
    """The id of its match."""
    status: MatchStatus
    """How far the match is."""
    entrants: list[EntrantNumber]
    """The players' numbers, by seat."""
    ranking: list[list[EntrantNumber]] | None
    """The players by place, those who tie together; null before the table has ended."""
    as_it_stood: bool
    """Whether its last day came before it was finished."""
    left: list[EntrantNumber]
    """The players who were not there at the end: a bot played for them."""


class Cup(CupSummary):
    """A cup with its standings and tables."""

    organiser: PlayerShown | None
    """The player who opened it; null for a division of a league."""
    seats: int
    """The size that tables have if the number of players allows."""
    sizes: list[int]
    """All sizes that its tables may have."""
    rounds: int
    """How many rounds there are; with `rolling`, how many tables each plays at most."""
    places: int
    """How many play; further entrants wait."""
    rolling: bool
    """Whether a table is seated as soon as enough players are free, instead of in rounds."""
    options: dict[str, Any]
    """The options of the game at its tables, where they differ from the defaults."""
    clock: ClockPreset
    """How much time each player has at a table."""
    round: int
    """The round being played, from 1; 0 before the first."""
    round_ends_at: Time | None
    """When the tables of this round are ranked as they stand, in UTC; null before the first."""
    version: int
    """The number of events of its log; it grows with every event."""
    you: EntrantNumber | None
    """Your number; null if you have not entered it, or have left it."""
    entrants: list[CupEntrant]
    """All who have entered it, in the order of their numbers."""
    standings: list[CupStanding]
    """All who have been seated, the best first."""
    tables: list[CupTableShown]
    """Its tables, in the order in which they were seated."""


class CupLogEntry(Struct):
    """An event of a cup's log, which never changes; everything else about a cup follows from it."""

    seq: int
    """The number of the event in its cup, from 1 without gaps."""
    at: Time
    """When it was logged, in UTC."""
    event: dict[str, Any]
    """What happened, named by `type` (docs/leagues.md); players are numbers."""


class CupLog(Page):
    """A page of a cup's log, the oldest event first."""

    results: list[CupLogEntry]
    """The events of this page."""


class LeagueSummary(Struct):
    """A public league: one season follows the other by itself."""

    id: str
    """The id of the league."""
    game: str
    """The key of the game, its `id` in `GET games`."""
    seats: int
    """The size that tables have if the number of players allows."""
    sizes: list[int]
    """All sizes that its tables may have."""
    tables: int
    """How many tables each plays in a season at most."""
    days: int
    """How many days a season lasts."""
    least: int
    """How many players have to be there for a season to begin."""
    clock: ClockPreset
    """How much time each player has at a table."""
    season: int
    """The number of its latest season; 0 before the first."""
    next_season_at: Time | None
    """When the next season begins, in UTC; null while too few players have signed up."""
    signed_up: int
    """How many players take part in the coming season."""


class LeagueList(Struct):
    """The leagues of this server."""

    results: list[LeagueSummary]
    """The leagues, in the order of the settings."""


class Division(CupSummary):
    """A division of a season, which is a cup with rolling tables."""

    players: int
    """How many players are in it."""


class OwnLeague(Struct):
    """How you stand with a league."""

    signed_up: bool
    """Whether you take part in the coming season."""
    cup: str | None
    """The id of your division in the latest season; null if you are in none."""


class League(LeagueSummary):
    """A league with the divisions of its latest season."""

    divisions: list[Division]
    """Its divisions, the highest first."""
    you: OwnLeague | None
    """How you stand with it; null without a token."""
