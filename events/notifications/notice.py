"""The content of a notice for every channel: never anything that is hidden at the table."""

from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from msgspec import Struct
from msgspec.structs import replace

from events.log.rows import payloads_of_ends
from events.models import Message, Outbox, Seat
from events.seats.access import inviters_of
from events.seats.rows import person_json
from events.selectors.recap import names_at

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
"""The order of the notices of a match, the most urgent first."""


class Notice(Struct, frozen=True, kw_only=True):
    """One piece of news for one player, as of the time when it is sent."""

    kind: str
    match: str
    game: str
    seq: int
    """The event that it is about; for an open question, the seq of the question (`asked`)."""
    at: datetime
    """When it happened."""
    deadline: datetime | None = None
    """The deadline of the open question, if there is one and a clock runs."""
    by: dict[str, Any] | None = None
    """The inviter, or the author of the message, as PlayerShown."""
    outcome: dict[str, Any] | None = None
    """The outcome of a finished match; None if it was cancelled."""
    won: bool = False
    """Whether the recipient won the finished match."""
    winners: tuple[str, ...] = ()
    """The names of the others who did."""
    text: str | None = None
    """The text of the message."""
    before: tuple["Notice", ...] = ()
    """Earlier messages at the table that are sent together with this one, in order."""

    @property
    def url(self) -> str:
        """The URL of the match."""
        return f"{settings.PUBLIC_URL}/matches/{self.match}"


def notice_of(row: Outbox) -> Notice:
    """Build the notice of an outbox row, with what its recipient may know now."""
    about: dict[str, Any] = {"seq": row.seq}
    if row.kind in (Kind.YOUR_TURN, Kind.DEADLINE_NEAR):
        about |= _question(row)
    elif row.kind == Kind.FINISHED:
        about["outcome"] = _outcome(row)
        about |= _winners(row, about["outcome"])
    elif row.kind == Kind.INVITED:
        about["by"] = _inviter(row)
    elif row.kind == Kind.MESSAGE:
        said = Message.objects.filter(match=row.match_id, number=row.number)
        found = said.select_related("player").first()
        about |= {"by": person_json(found.player), "text": found.text} if found else {}
    return Notice(kind=row.kind, match=row.match_id, game=row.match.game, at=row.at, **about)


def notices_by_urgency(notices: list[Notice]) -> list[Notice]:
    """Return the latest notice of each match and kind, the most urgent first.

    The last message of a match has the messages before it in `before`.
    """
    latest: dict[tuple[str, str], Notice] = {}
    for notice in sorted(notices, key=_log_order):
        about = notice.match, notice.kind
        latest[about] = _with_earlier(latest.get(about), notice)
    return sorted(latest.values(), key=lambda notice: (URGENCY.index(Kind(notice.kind)), notice.at))


def _with_earlier(earlier: Notice | None, notice: Notice) -> Notice:
    if earlier is None or notice.kind != Kind.MESSAGE:
        return notice
    return replace(notice, before=(*earlier.before, replace(earlier, before=())))


def _log_order(notice: Notice) -> tuple[int, datetime]:
    return notice.seq, notice.at


def _question(row: Outbox) -> dict[str, Any]:
    seats = Seat.objects.filter(match=row.match_id, player=row.recipient_id, asked__isnull=False)
    found = seats.values_list("asked", "deadline").first()
    return dict(zip(("seq", "deadline"), found, strict=True)) if found else {}


def _outcome(row: Outbox) -> dict[str, Any] | None:
    ends = payloads_of_ends(match=row.match_id)
    if not ends:
        return None
    data = msgspec.json.decode(ends[row.match_id])["data"]
    return {name: data[name] for name in ("winners", "ranking", "reason")}


def _winners(row: Outbox, outcome: dict[str, Any] | None) -> dict[str, Any]:
    """Who won, by name."""
    own = Seat.objects.filter(match=row.match_id, player=row.recipient_id)
    seat, names = own.values_list("number", flat=True).first(), names_at(row.match)
    winners = outcome["winners"] if outcome else ()
    others = tuple(names[one] for one in winners if one != seat)
    return {"won": seat in winners, "winners": others}


def _inviter(row: Outbox) -> dict[str, Any]:
    """The player who invited the recipient, also if that player has left since."""
    return person_json(inviters_of(row.recipient, [row.match])[row.match_id])
