"""The content of a notice for every channel: never anything that is hidden at the table."""

from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from msgspec import Struct
from msgspec.structs import replace

from events.log.rows import payloads_of_ends
from events.models import Cup, CupTable, Match, Message, Outbox, Seat
from events.notifications.competition import Competition, CupResult, competition_of, result_of
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
    Kind.CUP_ENDED,
    Kind.CUP_STARTED,
)
"""The order of the notices of a match or cup, the most urgent first."""


class Notice(Struct, frozen=True, kw_only=True):
    """One piece of news for one player, as of the time when it is sent."""

    kind: str
    match: str | None = None
    """The match that it is about; None if it is about a cup."""
    cup: str | None = None
    """The cup that it is about, or of which the match that has started is a table."""
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
    competition: Competition | None = None
    """What the cup is called."""
    result: CupResult | None = None
    """How the recipient has done in the cup that is over; None if it was called off."""

    @property
    def about(self) -> str:
        """The id of the match or cup that it is about."""
        return str(self.match or self.cup)

    @property
    def reference(self) -> dict[str, Any]:
        """What it is about, as the payloads of all channels name it."""
        ids = {"match": self.match, "cup": self.cup}
        named = {name: one for name, one in ids.items() if one is not None}
        return named | {"game": self.game, "seq": self.seq}

    @property
    def url(self) -> str:
        """The URL of the match or cup."""
        path = "cups" if self.match is None else "matches"
        return f"{settings.PUBLIC_URL}/{path}/{self.about}"


def notice_of(row: Outbox) -> Notice:
    """Build the notice of an outbox row, with what its recipient may know now."""
    about: dict[str, Any] = {"seq": row.seq}
    if row.cup is not None:
        return _notice_of_cup(row, row.cup)
    assert row.match is not None
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
    elif row.kind == Kind.STARTED:
        about |= _cup_of_table(row.match)
    return Notice(kind=row.kind, match=row.match_id, game=row.match.game, at=row.at, **about)


def _notice_of_cup(row: Outbox, cup: Cup) -> Notice:
    ended = row.kind == Kind.CUP_ENDED and cup.status == Cup.Status.ENDED
    return Notice(
        kind=row.kind,
        cup=cup.id,
        game=cup.game,
        seq=row.seq,
        at=row.at,
        competition=competition_of(cup),
        result=result_of(cup, row.recipient_id) if ended else None,
    )


def _cup_of_table(match: Match) -> dict[str, Any]:
    """The cup of which a match is a table, if it is one."""
    if match.ends_at is None:
        return {}
    table = CupTable.objects.filter(match=match).select_related("cup").first()
    return {"cup": table.cup_id, "competition": competition_of(table.cup)} if table else {}


def notices_by_urgency(notices: list[Notice]) -> list[Notice]:
    """Return the latest notice of each match or cup and kind, the most urgent first.

    The last message of a match has the messages before it in `before`.
    """
    latest: dict[tuple[str, str], Notice] = {}
    for notice in sorted(notices, key=_log_order):
        about = notice.about, notice.kind
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
    data = msgspec.json.decode(ends[row.about])["data"]
    return {name: data[name] for name in ("winners", "ranking", "reason")}


def _winners(row: Outbox, outcome: dict[str, Any] | None) -> dict[str, Any]:
    """Who won, by name."""
    own = Seat.objects.filter(match=row.match_id, player=row.recipient_id)
    assert row.match is not None
    seat, names = own.values_list("number", flat=True).first(), names_at(row.match)
    winners = outcome["winners"] if outcome else ()
    others = tuple(names[one] for one in winners if one != seat)
    return {"won": seat in winners, "winners": others}


def _inviter(row: Outbox) -> dict[str, Any]:
    """The player who invited the recipient, also if that player has left since."""
    assert row.match is not None
    return person_json(inviters_of(row.recipient, [row.match])[row.match.id])
