"""Due work of matches: rows that the sweep finds, even if every message to a worker was lost."""

from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Window
from django.utils import timezone

from events.database.statements import Statement, Write, insert_statement, write_all
from events.database.transactions import after_commit
from events.models import Due, Match, Seat
from events.work.wake import wake_bots, wake_worker

RETRY_DELAY = timedelta(minutes=1)
UNHURRIED = {Due.Kind.COUNT}
"""Kinds for which no worker is woken: the next sweep is soon enough."""

_SET = insert_statement(
    Due, ("match_id", "kind", "at"), "ON CONFLICT (match_id, kind) DO UPDATE SET at = excluded.at"
)
_CLEAR = Statement(
    (("match_id", "text"), ("kind", "text")),
    each="DELETE FROM events_due WHERE match_id = %s AND kind = %s",
    together="DELETE FROM events_due d USING {rows}"
    " WHERE d.match_id = r.match_id AND d.kind = r.kind",
)


def due_set(match: Match, kind: Due.Kind, at: datetime) -> None:
    """Schedule work for a match, replacing an earlier time; wake a worker if it is due now.

    For the kinds in UNHURRIED no worker is woken.
    """
    write_all([due_set_write(match, kind, at)])


def due_set_write(match: Match, kind: Due.Kind, at: datetime) -> Write:
    """As `due_set`, but return the write instead of executing it; wakes a worker on commit."""
    if kind not in UNHURRIED and at <= timezone.now():
        wake = wake_bots if kind is Due.Kind.BOT else wake_worker
        after_commit(partial(wake, match.id))
    return _SET.of([(match.id, kind.value, at)])


def due_clear(match: Match, *kinds: Due.Kind) -> None:
    """Delete these kinds of due work of a match."""
    write_all([due_clear_write(match, *kinds)])


def due_clear_write(match: Match, *kinds: Due.Kind) -> Write:
    """As `due_clear`, but return the write instead of executing it."""
    return _CLEAR.of((match.id, kind.value) for kind in kinds)


def due_matches(*, most: int) -> list[str]:
    """Return matches to settle now: up to `most` with due work other than a bot's move, in fair
    order, then as many with a seat whose deadline has passed, the longest overdue first."""
    now = timezone.now()
    owed = _in_fair_order(Due.objects.filter(at__lte=now).exclude(kind=Due.Kind.BOT))
    late = Seat.objects.filter(in_turn=True, deadline__lte=now).order_by("deadline")
    late = late.exclude(match_id__in=_postponed.current())
    found = [rows.values_list("match_id", flat=True)[:most] for rows in (owed, late)]
    return list(dict.fromkeys(chain(*found)))


def due_bots(*, most: int) -> list[str]:
    """Return up to `most` matches that wait for a bot, in fair order."""
    owed = Due.objects.filter(kind=Due.Kind.BOT, at__lte=timezone.now())
    return list(_in_fair_order(owed).values_list("match_id", flat=True)[:most])


def _in_fair_order(rows: QuerySet[Due]) -> QuerySet[Due]:
    """Order due work so that a player with many matches delays only those.

    Matches that a person plays come first; of these those whose creator has the fewest due, then
    the longest due.
    """
    present = Seat.objects.filter(
        match=OuterRef("match"), player__isnull=False, gone=False, stand_in=False
    )
    many = Window(Count("*"), partition_by=F("match__creator"))
    return rows.annotate(many=many).order_by(~Exists(present), "many", "at")


def due_postpone(match_id: str) -> None:
    """Postpone the work of a match that failed, so that it does not block the others."""
    _postpone(Due.objects.filter(match_id=match_id).exclude(kind=Due.Kind.BOT))
    _postponed.add(match_id)


def bots_postpone(match_id: str) -> None:
    """Postpone the bots of a match that failed to move; its deadlines are settled as ever."""
    _postpone(Due.objects.filter(match_id=match_id, kind=Due.Kind.BOT))


def _postpone(rows: QuerySet[Due]) -> None:
    now = timezone.now()
    rows.filter(at__lte=now).update(at=now + RETRY_DELAY)


class _Postponed:
    """Matches whose deadlines this process failed to settle and skips for a while; the deadlines
    themselves do not change."""

    def __init__(self) -> None:
        self._until: dict[str, datetime] = {}

    def add(self, match_id: str) -> None:
        self._until[match_id] = timezone.now() + RETRY_DELAY

    def current(self) -> list[str]:
        now = timezone.now()
        self._until = {match: until for match, until in self._until.items() if until > now}
        return list(self._until)


_postponed = _Postponed()
