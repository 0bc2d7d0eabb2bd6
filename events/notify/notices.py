"""What may be said of a notice, by any channel: never anything that is hidden at the table."""

from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from msgspec import Struct
from msgspec.structs import replace

from events.access import inviters_of
from events.models import LoggedEvent, Message, Outbox, Seat
from events.shown import person_shown

Kind = Outbox.Kind

URGENCY = (
    Kind.DEADLINE_NEAR,
    Kind.YOUR_TURN,
    Kind.TIMED_OUT,
    Kind.FINISHED,
    Kind.INVITED,
    Kind.STARTED,
    Kind.MESSAGE,
)
"""What is said first of a match when there are several things to say."""


class Notice(Struct, frozen=True, kw_only=True):
    """One thing to tell one player, as it is when it is told."""

    kind: str
    match: str
    game: str
    seq: int
    """The event that it is about; where an answer is waited for, the question, `asked`."""
    at: datetime
    """When it happened."""
    deadline: datetime | None = None
    """By when an answer is waited for, where one is and a clock runs."""
    by: dict[str, Any] | None = None
    """Who invites or says something, as PlayerShown."""
    outcome: dict[str, Any] | None = None
    """How the match ended; None when it was cancelled."""
    text: str | None = None
    """What was said."""
    before: tuple["Notice", ...] = ()
    """What else was said at the table and is told together with it, in order."""

    @property
    def url(self) -> str:
        """Where to look."""
        return f"{settings.PUBLIC_URL}/matches/{self.match}"


def notice_of(row: Outbox) -> Notice:
    """What may be told of this now to its recipient."""
    about: dict[str, Any] = {"seq": row.seq}
    if row.kind in (Kind.YOUR_TURN, Kind.DEADLINE_NEAR):
        about |= _question(row)
    elif row.kind == Kind.FINISHED:
        about["outcome"] = _outcome(row)
    elif row.kind == Kind.INVITED:
        about["by"] = _inviter(row)
    elif row.kind == Kind.MESSAGE:
        said = Message.objects.select_related("player").filter(id=row.number).first()
        about |= {"by": person_shown(said.player), "text": said.text} if said else {}
    return Notice(kind=row.kind, match=row.match_id, game=row.match.game, at=row.at, **about)


def told_in_order(notices: list[Notice]) -> list[Notice]:
    """What is told of one match or several: the most urgent first, of each kind the latest, and
    with the last message those before it."""
    latest: dict[tuple[str, str], Notice] = {}
    for notice in sorted(notices, key=_when):
        about = notice.match, notice.kind
        latest[about] = _after(latest.get(about), notice)
    return sorted(latest.values(), key=lambda notice: (URGENCY.index(Kind(notice.kind)), notice.at))


def _after(earlier: Notice | None, notice: Notice) -> Notice:
    if earlier is None or notice.kind != Kind.MESSAGE:
        return notice
    return replace(notice, before=(*earlier.before, replace(earlier, before=())))


def _when(notice: Notice) -> tuple[int, datetime]:
    return notice.seq, notice.at


def _question(row: Outbox) -> dict[str, Any]:
    seats = Seat.objects.filter(match=row.match_id, player=row.recipient_id, asked__isnull=False)
    found = seats.values_list("asked", "deadline").first()
    return dict(zip(("seq", "deadline"), found, strict=True)) if found else {}


def _outcome(row: Outbox) -> dict[str, Any] | None:
    ends = LoggedEvent.objects.filter(match=row.match_id, type="match_finished")
    public = ends.values_list("public", flat=True).first()
    if public is None:
        return None
    said = msgspec.json.decode(public)["data"]
    return {name: said[name] for name in ("winners", "ranking", "reason")}


def _inviter(row: Outbox) -> dict[str, Any]:
    """Who has asked them there; they may have left since."""
    return person_shown(inviters_of(row.recipient, [row.match])[row.match_id])
