"""What the server owes a match and from when on: rows that a sweep finds, whatever got lost."""

from datetime import datetime, timedelta
from functools import partial
from itertools import chain

from django.utils import timezone

from events.afterwards import afterwards
from events.models import Due, Match, Seat
from events.nudge import nudge
from events.writes import Statement, Write, insertion, send

PUT_OFF = timedelta(minutes=1)
UNHURRIED = {Due.Kind.COUNT}
"""Nobody waits for these: the next sweep is soon enough."""

_SET = insertion(
    Due, ("match_id", "kind", "at"), "ON CONFLICT (match_id, kind) DO UPDATE SET at = excluded.at"
)
_CLEAR = Statement(
    (("match_id", "text"), ("kind", "text")),
    each="DELETE FROM events_due WHERE match_id = %s AND kind = %s",
    together="DELETE FROM events_due d USING {rows}"
    " WHERE d.match_id = r.match_id AND d.kind = r.kind",
)


def due_set(match: Match, kind: Due.Kind, at: datetime) -> None:
    """Owe this from that moment on, in place of what was owed before; hastened if it is now and
    somebody waits for it."""
    send([due_setting(match, kind, at)])


def due_setting(match: Match, kind: Due.Kind, at: datetime) -> Write:
    """What does so, for a caller who has more to send with it."""
    if kind not in UNHURRIED and at <= timezone.now():
        afterwards(partial(nudge, match.id))
    return _SET.of([(match.id, kind.value, at)])


def due_clear(match: Match, *kinds: Due.Kind) -> None:
    """Owe these no more."""
    send([due_clearing(match, *kinds)])


def due_clearing(match: Match, *kinds: Due.Kind) -> Write:
    """What does so, for a caller who has more to send with it."""
    return _CLEAR.of((match.id, kind.value) for kind in kinds)


def due_matches(*, most: int) -> list[str]:
    """Matches for which something is due now, the longest overdue first: what is owed to them, and
    then those in which the time of a seat is up."""
    now = timezone.now()
    owed = Due.objects.filter(at__lte=now).order_by("at")
    late = Seat.objects.filter(in_turn=True, deadline__lte=now).order_by("deadline")
    late = late.exclude(match_id__in=_put_off.lasting())
    found = [rows.values_list("match_id", flat=True)[:most] for rows in (owed, late)]
    return list(dict.fromkeys(chain(*found)))


def due_put_off(match_id: str) -> None:
    """What could not be done is tried again later, so that it does not stand before the rest."""
    now = timezone.now()
    Due.objects.filter(match_id=match_id, at__lte=now).update(at=now + PUT_OFF)
    _put_off.add(match_id)


class _PutOff:
    """Matches whose deadlines this process could not settle, and leaves alone for a while; the
    deadlines themselves stay where they are."""

    def __init__(self) -> None:
        self._until: dict[str, datetime] = {}

    def add(self, match_id: str) -> None:
        self._until[match_id] = timezone.now() + PUT_OFF

    def lasting(self) -> list[str]:
        now = timezone.now()
        self._until = {match: until for match, until in self._until.items() if until > now}
        return list(self._until)


_put_off = _PutOff()
