"""The stream of a player: turns, invitations, matches and cups that have started or ended."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Self

from django.db.models import Max
from django.db.models.functions import Coalesce

from events.log.envelope import timestamp
from events.models import Outbox, Player
from events.streams.event_ids import Received, event_id_encode
from events.streams.sse import changed_message, message, resume_message
from events.streams.watch import OVER, Look, Watch, batches, signed_out_of

MOST_AT_ONCE = 200
MOST_REMEMBERED = 200
LATEST = timedelta(minutes=10)
"""Ids are assigned before the commit, so a row with a lower id than one that was sent may still
appear, for as long as a transaction can last. So this much is remembered of what was sent."""
LOOK_BACK = 5000
"""The same for the poll of all streams, in ids."""

_COLUMNS = ("id", "kind", "match_id", "cup_id", "played", "seq", "at")


class PersonWatch(Watch):
    """One device's stream of its player's rows in the outbox."""

    def __init__(
        self, *, player: Player, address: str, token: str | None, after: Received | None
    ) -> None:
        super().__init__(subject=player.id, account=player.id, address=address, token=token)
        self._opened = False
        self._polled = _newest()
        """The newest id of the whole outbox when this stream last had all its rows."""
        self._past = after.number if after else 0
        """Rows up to this id are no longer read, unless they are among the latest."""
        self._sent: dict[int, datetime] = {}
        """By id, the times of the latest rows that must not be sent (again)."""
        own = Outbox.objects.filter(recipient=player)
        if after is not None:
            own = own.filter(id__lte=after.number)
        latest = own.order_by("-id").values_list("id", "at")[: MOST_REMEMBERED + 1]
        if rows := dict(latest):
            self._past = 0
            self._remember(rows)
        self._received = Received.of(self._sent)
        if after is not None:
            self._forget_missing(after)

    def _remember(self, rows: dict[int, datetime]) -> None:
        """Take these rows as sent and keep the latest; the others are no longer read."""
        numbers = sorted(rows)
        since = rows[numbers[-1]] - LATEST
        latest = [number for number in numbers[-MOST_REMEMBERED:] if rows[number] > since]
        self._sent = {number: rows[number] for number in latest}
        self._past = max([self._past, *(rows.keys() - latest)])

    def _forget_missing(self, after: Received) -> None:
        """Send what the client has not received of the latest: one row, or else all of them."""
        but_one = {number: self._sent.keys() - {number} for number in self._sent}
        missing = [number for number, rest in but_one.items() if Received.of(rest) == after]
        if len(missing) == 1:
            del self._sent[missing[0]]
        elif self._received != after:
            self._sent.clear()
        self._received = after

    @classmethod
    def look(cls, subject: str, watches: Sequence[Self]) -> list[Look]:
        gone = signed_out_of(watches)
        return [OVER if watch in gone else watch._look() for watch in watches]

    @classmethod
    def behind(cls, watches: Sequence[Self]) -> set[str]:
        newest = _newest()
        since = min(watch._polled for watch in watches) - LOOK_BACK
        rows_of: dict[str, set[int]] = {}
        for some in batches(sorted({watch.subject for watch in watches})):
            rows = Outbox.objects.filter(recipient__in=some, id__gt=since)
            for player, number in rows.values_list("recipient_id", "id"):
                rows_of.setdefault(player, set()).add(number)
        late = set()
        for watch in watches:
            if any(watch._lacks(number) for number in rows_of.get(watch.subject, ())):
                late.add(watch.subject)
            else:
                watch._polled = newest
        return late

    def _lacks(self, number: int) -> bool:
        return number > self._past and number not in self._sent

    def _look(self) -> Look:
        later = Outbox.objects.filter(recipient=self.subject, id__gt=self._past)
        own = later.annotate(played=Coalesce("match__game", "cup__game")).order_by("id")
        limit = len(self._sent) + MOST_AT_ONCE
        rows = [row for row in own.values_list(*_COLUMNS)[:limit] if self._lacks(row[0])]
        text = b"" if self._opened else resume_message(self._place()) + changed_message()
        self._opened = True
        for row in rows:
            self._remember(self._sent | {row[0]: row[-1]})
            self._received = Received.of(self._sent)
            told = _told(row)
            text += message(told, name="cup" if "cup" in told else None, place=self._place())
        return Look(text, more=len(rows) >= MOST_AT_ONCE)

    def _place(self) -> str:
        return event_id_encode(self._received, reader=self.subject)


def _newest() -> int:
    newest: int | None = Outbox.objects.aggregate(newest=Max("id"))["newest"]
    return newest or 0


def _told(row: tuple[Any, ...]) -> dict[str, Any]:
    """Serialise a row of the outbox, without its number: that is only sent encrypted."""
    _, kind, match, cup, game, seq, at = row
    about = {"cup": cup} if match is None else {"match": match}
    return {"kind": kind, **about, "game": game, "seq": seq, "at": timestamp(at)}
