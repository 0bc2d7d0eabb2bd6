"""The bodies of webhook requests after Standard Webhooks: where to look, nothing hidden."""

from typing import Literal

from msgspec import Struct

from api.responses.common import PlayerShown, Time
from api.responses.matches import Outcome


class NoticeData(Struct):
    """Which match it is about, and its last event when the notice was made."""

    match: str
    game: str
    seq: int


class TurnData(NoticeData):
    """The question that is open to you: `seq` is `asked` of the match."""

    deadline: Time | None


class FinishedData(NoticeData):
    """How the match ended; null when it was cancelled."""

    outcome: Outcome | None


class InvitedData(NoticeData):
    """Who invites you; the match has not begun, so `seq` is 0."""

    by: PlayerShown


class MessageData(NoticeData):
    """Who said something; read it with GET matches/{match}/messages."""

    by: PlayerShown


class YourTurnNotice(Struct):
    """A match waits for you."""

    type: Literal["your_turn"]
    timestamp: Time
    data: TurnData


class MatchStartedNotice(Struct):
    """The table of one of your matches is complete."""

    type: Literal["match_started"]
    timestamp: Time
    data: NoticeData


class MatchFinishedNotice(Struct):
    """One of your matches is over."""

    type: Literal["match_finished"]
    timestamp: Time
    data: FinishedData


class InvitedNotice(Struct):
    """A player would like you at their table."""

    type: Literal["invited"]
    timestamp: Time
    data: InvitedData


class DeadlineNearNotice(Struct):
    """Most of your time for an answer is gone, or it is as late as you wanted to be told."""

    type: Literal["deadline_near"]
    timestamp: Time
    data: TurnData


class TimedOutNotice(Struct):
    """You did not answer in time."""

    type: Literal["timed_out"]
    timestamp: Time
    data: NoticeData


class NoData(Struct):
    """Nothing to look at."""


class TrialNotice(Struct):
    """You have asked for it, to see whether it arrives."""

    type: Literal["test"]
    timestamp: Time
    data: NoData


class MessageNotice(Struct):
    """A player at one of your tables said something."""

    type: Literal["message"]
    timestamp: Time
    data: MessageData
