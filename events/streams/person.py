"""The stream of a player: turns, invitations, and matches that have started or ended."""

from collections.abc import Sequence
from typing import Any, Self

from django.db.models import Max

from events.log.envelope import timestamp
from events.models import Outbox, Player
from events.streams.event_ids import event_id_encode
from events.streams.sse import changed, message, opening
from events.streams.watch import OVER, Look, Watch, batches, signed_out

MOST_AT_ONCE = 200
LOOK_BACK = 1000
"""Ids are assigned before the commit, so a row with a lower id than the newest may still appear."""

_COLUMNS = ("id", "kind", "match_id", "match__game", "seq", "at")


class PersonWatch(Watch):
    """One device's stream of its player's rows in the outbox."""

    def __init__(
        self, *, player: Player, address: str, token: str | None, after: int | None
    ) -> None:
        super().__init__(subject=player.id, account=player.id, address=address, token=token)
        newest = _newest()
        self._opened = False
        self._polled = newest
        """The newest id of the whole outbox when this stream last had all its rows."""
        self._past = max(newest - LOOK_BACK, 0) if after is None else after
        """Rows up to this id are no longer read."""
        self._sent: set[int] = set()
        """The ids above `_past` that must not be sent (again)."""
        self._highest = after or 0
        """The player's own newest id; the stream must reveal nothing about other players' rows."""
        if after is None:
            own = Outbox.objects.filter(recipient=player)
            self._highest = _newest(recipient=player)
            self._sent.update(own.filter(id__gt=self._past).values_list("id", flat=True))

    @classmethod
    def look(cls, subject: str, watches: Sequence[Self]) -> list[Look]:
        gone = signed_out(watches)
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
        own = Outbox.objects.filter(recipient=self.subject, id__gt=self._past).order_by("id")
        limit = len(self._sent) + MOST_AT_ONCE
        rows = [row for row in own.values_list(*_COLUMNS)[:limit] if self._lacks(row[0])]
        text = b"" if self._opened else opening(self._place(self._highest)) + changed()
        text += b"".join(message(_told(*row), place=self._place(row[0])) for row in rows)
        self._opened = True
        self._sent.update(row[0] for row in rows)
        self._highest = max(self._sent, default=self._highest)
        self._past = max(self._past, self._highest - LOOK_BACK)
        self._sent = {number for number in self._sent if number > self._past}
        return Look(text, more=len(rows) >= MOST_AT_ONCE)

    def _place(self, number: int) -> str:
        return event_id_encode(number, reader=self.subject)


def _newest(**of: Player) -> int:
    newest: int | None = Outbox.objects.filter(**of).aggregate(newest=Max("id"))["newest"]
    return newest or 0


def _told(number: int, kind: str, match: str, game: str, seq: int, at: Any) -> dict[str, Any]:
    """Serialise a row of the outbox, without its number: that is only sent encrypted."""
    return {"kind": kind, "match": match, "game": game, "seq": seq, "at": timestamp(at)}
