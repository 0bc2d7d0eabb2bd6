"""What webhooks (after Standard Webhooks) and streams tell: where to look, nothing hidden."""

from typing import Annotated

from msgspec import Meta, Struct

from api.responses.common import PlayerShown, Time
from api.responses.matches import Outcome


class Recipient(Struct):
    """The player whom a notice is for."""

    player: str
    """Your id: one webhook can serve several players."""
    turns: int
    """How many matches wait for you now, as `GET me/turns` counts them."""


class NoticeData(Recipient):
    """The match that a notice is about, and the player whom it is for."""

    match: str
    """The id of the match."""
    game: str
    """The key of the game."""
    seq: int
    """The last event of the match when the notice was made."""


class TurnData(NoticeData):
    """The question that is open to you."""

    seq: int
    """The number of the question, `asked` of the match."""
    deadline: Time | None
    """When your time is up, in UTC; null in a match without a clock."""


class StartedData(NoticeData):
    """The match that has begun."""

    cup: str | None
    """The id of the cup of which it is a table; null if it is none."""


class FinishedData(NoticeData):
    """How the match ended."""

    outcome: Outcome | None
    """The result; null when the match was cancelled."""


class InvitedData(NoticeData):
    """The data of an invitation."""

    seq: int
    """Always 0, as the match has not begun."""
    by: PlayerShown
    """Who invites you."""


class MessageData(NoticeData):
    """The data of a message; read it with `GET matches/{match}/messages`."""

    by: PlayerShown
    """Who wrote."""


class CupData(Recipient):
    """The cup that a notice is about, and the player whom it is for."""

    cup: str
    """The id of the cup; a division of a league's season is one."""
    game: str
    """The key of the game."""
    seq: int
    """The last event of the cup's log when the notice was made."""


class CupResult(Struct):
    """How you have done in a cup."""

    players: int
    """How many players have played."""
    place: int | None
    """Your place, from 1; null if you were never given one at a table."""
    next_division: int | None
    """The number of your division in the next season; null outside a league, and if there is no
    such season or you are not in it."""


class CupEndedData(CupData):
    """How a cup ended."""

    result: CupResult | None
    """How you have done; null when the cup was called off."""


class Notice(Struct, tag_field="type"):
    """The base class of notices; `data` says where to look."""

    timestamp: Time
    """When it happened, in UTC."""
    data: Recipient
    """What it is about and where to look."""


class YourTurnNotice(Notice, tag="your_turn"):
    """A match waits for you."""

    data: TurnData


class MatchStartedNotice(Notice, tag="match_started"):
    """The table of one of your matches is complete."""

    data: StartedData


class MatchFinishedNotice(Notice, tag="match_finished"):
    """One of your matches is over."""

    data: FinishedData


class InvitedNotice(Notice, tag="invited"):
    """A player invites you to a match."""

    data: InvitedData


class DeadlineNearNotice(Notice, tag="deadline_near"):
    """Most of your time for an answer is gone, or it is time for a reminder that you have set."""

    data: TurnData


class TimedOutNotice(Notice, tag="timed_out"):
    """You did not answer in time."""

    data: NoticeData


class MessageNotice(Notice, tag="message"):
    """A player has written at one of your tables."""

    data: MessageData


class CupStartedNotice(Notice, tag="cup_started"):
    """A cup that you have entered has begun, or a season of your league; you have no table yet."""

    data: CupData


class CupEndedNotice(Notice, tag="cup_ended"):
    """A cup that you have entered is over, or a season of your league."""

    data: CupEndedData


class NoData(Struct):
    """An empty object."""


class TrialNotice(Struct, tag_field="type", tag="test"):
    """A test that you have asked for, to see whether notices arrive."""

    timestamp: Time
    """When the test was asked for, in UTC."""
    data: NoData
    """Nothing."""


NoticeKind = Annotated[
    str,
    Meta(
        description="`your_turn`, `match_started`, `match_finished`, `invited`, `deadline_near`, "
        "`timed_out` or `message`; there may be more, ignore those that you do not know.",
        examples=["your_turn"],
    ),
]


class MatchChanged(Struct):
    """Something about a match has changed that is no event."""

    version: int
    """The number of the match's events; read those that you do not have."""


class Changed(Struct):
    """Something may have changed: read turns, matches and invitations again."""


class CupTold(Struct):
    """News of a cup that you have entered."""

    kind: Annotated[
        str,
        Meta(
            description="`cup_started` or `cup_ended`; there may be more, ignore those that you do "
            "not know.",
            examples=["cup_started"],
        ),
    ]
    """What it is about."""
    cup: str
    """The id of the cup; a division of a league's season is one."""
    game: str
    """The key of the game."""
    seq: int
    """The last event of the cup's log when it happened."""
    at: Time
    """When it happened, in UTC."""


class Told(Struct):
    """Something that concerns you in a match."""

    kind: NoticeKind
    """What it is about."""
    match: str
    """The id of the match."""
    game: str
    """The key of the game."""
    seq: int
    """The event of the match that it is about, 0 before the first."""
    at: Time
    """When it happened, in UTC."""
