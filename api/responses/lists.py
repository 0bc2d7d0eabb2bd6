"""Answers with lists of matches, table talk, and matches in words."""

from msgspec import Struct

from api.responses.common import Move, PlayerShown, SeatedPlayerShown, Time
from api.responses.matches import Deadline, MatchSummary


class OwnMatch(MatchSummary):
    """A match of one's own; `awaiting_you` is false once an early answer is sealed."""

    you: int
    awaiting_you: bool
    unread_events: int
    unread_messages: int
    rank: int | None


class MatchList(Struct):
    """A page of matches."""

    results: list[MatchSummary]
    next: str | None
    server_time: Time


class OwnMatchList(Struct):
    """A page of one's own matches."""

    results: list[OwnMatch]
    next: str | None
    server_time: Time


class Turn(Struct):
    """A match that waits for you; `others` are the rest of the table."""

    id: str
    game: str
    you: int
    asked: int
    since: Time
    deadline: Deadline | None
    others: list[SeatedPlayerShown]


class Invited(MatchSummary):
    """A match that you are asked to and do not sit at; a seat may be kept for you there."""

    invited_by: PlayerShown


class InvitationList(Struct):
    """A page of invitations."""

    results: list[Invited]
    next: str | None
    server_time: Time


class TurnList(Struct):
    """A page of turns; `count` is of all pages."""

    results: list[Turn]
    next: str | None
    count: int
    server_time: Time


class Message(Struct):
    """Something said at a table; `seat` is null once its player has left it. Of who has left for
    good the words are `removed`, and `text` only says that there were some."""

    id: int
    player: PlayerShown
    seat: int | None
    text: str
    removed: bool
    at: Time


class MessageList(Struct):
    """A page of table talk, the newest first."""

    results: list[Message]
    next: str | None


class SeenMarks(Struct):
    """How far one has read."""

    version: int
    message: int


class NamedMove(Struct):
    """A legal move, and what it is called."""

    move: Move
    label: str


class MatchText(Struct):
    """A match in words: `board` has several lines, to be set in letters of one width."""

    version: int
    asked: int | None
    board: str | None
    moves: list[NamedMove]
    server_time: Time
