"""Answers with lists of matches, table talk, and matches in words."""

from msgspec import Struct

from api.responses.common import Move, Page, PlayerShown, SeatedPlayerShown, Time, TimedPage
from api.responses.matches import Deadline, MatchSummary
from events.matches.emotes import Emote


class OwnMatch(MatchSummary):
    """A match that you have a seat in."""

    you: int
    """The number of your seat, from 0."""
    awaiting: list[int]
    """The seats of people that the match waits for; bots answer by themselves."""
    awaiting_you: bool
    """Whether a question is open to you that you have not answered; false once you have."""
    deadline: Deadline | None
    """When the match stops waiting; null if no clock runs."""
    last_event_at: Time | None
    """When the latest event happened, in UTC; null before the start."""
    unread_events: int
    """How many events there are past the last one that you have read."""
    unread_messages: int
    """How many messages of others you have not read."""
    rank: int | None
    """Your place in the result, from 1; null before the end and in a cancelled match."""


class MatchList(TimedPage):
    """A page of matches, the newest first."""

    results: list[MatchSummary]
    """The matches of this page."""


class OwnMatchList(TimedPage):
    """A page of your own matches, the newest first."""

    results: list[OwnMatch]
    """The matches of this page."""


class Turn(Struct):
    """A match that waits for you."""

    id: str
    """The id of the match."""
    game: str
    """The key of the game."""
    you: int
    """The number of your seat, from 0."""
    asked: int
    """The number of the question, as `asked` of the match."""
    since: Time
    """When the question was put, in UTC."""
    deadline: Deadline | None
    """When your time is up; null in a match without a clock."""
    others: list[SeatedPlayerShown]
    """The other players at the table."""


class Invited(MatchSummary):
    """An open match that you are invited to, by your address or by a seat kept for you."""

    invited_by: PlayerShown
    """Who invites you."""


class InvitationList(TimedPage):
    """A page of invitations, the newest match first."""

    results: list[Invited]
    """The matches of this page."""


class TurnList(TimedPage):
    """A page of the matches that wait for you, the most urgent first."""

    results: list[Turn]
    """The turns of this page."""
    count: int
    """How many matches wait for you on all pages."""
    badge: int
    """In how many of them other people wait, the number for a badge."""


class Message(Struct):
    """A message at a table."""

    id: int
    """The id, greater than that of every earlier message of the match."""
    player: PlayerShown
    """Who wrote it."""
    seat: int | None
    """The seat of its author, from 0; null once they have left the table."""
    text: str
    """What was written, or an emote in your language; of a `removed` message a sign for that."""
    emote: Emote | None
    """The emote that was shown; null for what was written."""
    removed: bool
    """Whether the text was deleted, because its author deleted the account."""
    at: Time
    """When it was written, in UTC."""


class MessageList(Page):
    """A page of table talk, the newest first."""

    results: list[Message]
    """The messages of this page."""


class SeenMarks(Struct):
    """How far you have read a match."""

    version: int
    """The last event that you have read."""
    message: int
    """The id of the last message that you have read; 0 for none."""


class NamedMove(Struct):
    """A legal move and its name."""

    move: Move
    """The move, to be sent as it is."""
    label: str
    """What the move is called in your language, for a button."""


class MatchText(Struct):
    """A match in words, enough to play a game that a client does not know."""

    version: int
    """The number of the match's events, for `expected_version`."""
    asked: int | None
    """The number of the question that is open to you; null for none."""
    board: str | None
    """The table in several lines, for a font of fixed width; null before the start."""
    moves: list[NamedMove]
    """Your legal moves, each with its name; empty if no question is open to you."""
    server_time: Time
    """The server's clock when it answered, in UTC."""
