"""The stream of a match: its events as they are logged, and `changed` for anything else."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Self

import msgspec
from django.db.models import Max

from events.access import knows_of
from events.feed import MOST_PER_PAGE
from events.models import Match, Message, Player
from events.position import Position, position_at_head
from events.rows import Rows
from events.shown import events_with_proofs, match_shown, viewer_of
from events.shunning import heard_by
from events.streams.text import changed, message, opening
from events.streams.watch import OVER, Look, Watch, batches, signed_out
from games.contract import SPECTATOR, Viewer

ENDED = (Match.Status.FINISHED, Match.Status.CANCELLED)

_MATCH = Rows(Match, "id = %s")


class MatchWatch(Watch):
    """Somebody who watches a match from a seat, or without one."""

    def __init__(
        self,
        *,
        match: Match,
        player: Player | None,
        account: str,
        token: str | None,
        after: int | None,
    ) -> None:
        super().__init__(subject=match.id, account=account, token=token)
        self._player = player
        self._viewer = viewer_of(match, player)
        self._after = match.version if after is None else min(after, match.version)
        self._marks: tuple[int, int] | None = None
        self._shown = b""
        self._talk = 0

        self.has_all = match.status in ENDED and self._after == match.version
        """Whether it had nothing more to send when it was opened."""

    @classmethod
    def look(cls, subject: str, watches: Sequence[Self]) -> list[Look]:
        match = _MATCH.first(subject)
        if match is None:
            return [OVER] * len(watches)
        table = _Table(match)
        gone = signed_out(watches)
        return [OVER if watch in gone else watch._look(table) for watch in watches]

    @classmethod
    def behind(cls, watches: Sequence[Self]) -> set[str]:
        now: dict[str, tuple[int, int]] = {}
        for some in batches(sorted({watch.subject for watch in watches})):
            rows = Match.objects.filter(id__in=some).values_list("id", "version", "touched")
            now |= {match_id: (version, touched) for match_id, version, touched in rows}
        return {watch.subject for watch in watches if now.get(watch.subject) != watch._marks}

    def _look(self, table: "_Table") -> Look:
        viewer = table.viewer_of(self._player)
        lost_seat = self._viewer not in (SPECTATOR, viewer)
        if lost_seat or not table.is_visible_to(self._player, viewer):
            return OVER
        first = self._marks is None
        events, last = table.events_past(self._after, viewer)
        shown = table.digest_for(viewer)
        something_else = shown != self._shown and not events
        text = opening(self._after) if first else b""
        if first or something_else or table.talk_since(self._talk, self._player):
            text += changed(version=table.position.version)
        self._viewer, self._after, self._shown = viewer, last, shown
        self._marks, self._talk = table.marks, table.newest_message
        more = last < table.position.version
        return Look(text + events, more, over=table.match.status in ENDED and not more)


class _Table:
    """One match at one moment, for any number of watchers: what is the same is made once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.marks = (match.version, match.touched)
        self._digests: dict[Viewer, bytes] = {}
        self._pages: dict[tuple[int, Viewer], tuple[bytes, int]] = {}

    @cached_property
    def position(self) -> Position:
        return position_at_head(self.match)

    @cached_property
    def newest_message(self) -> int:
        newest = Message.objects.filter(match=self.match).aggregate(newest=Max("id"))["newest"]
        return newest or 0

    @cached_property
    def _seats(self) -> dict[str | None, int]:
        return dict(self.match.seats.values_list("player_id", "number"))

    def viewer_of(self, player: Player | None) -> Viewer:
        """The seat that somebody looks from now, or SPECTATOR."""
        return SPECTATOR if player is None else self._seats.get(player.id, SPECTATOR)

    def is_visible_to(self, player: Player | None, viewer: Viewer) -> bool:
        """Whether somebody may still see this match."""
        return viewer != SPECTATOR or knows_of(self.match, player)

    def events_past(self, after: int, viewer: Viewer) -> tuple[bytes, int]:
        """A page of events past a seq, as this viewer may read them now, and the last one's seq."""
        key = (after, viewer)
        if key not in self._pages:
            events = events_with_proofs(
                self.match, self.position, viewer, after=after, most=MOST_PER_PAGE
            )
            text = b"".join(message(event, place=event["seq"]) for event in events)
            self._pages[key] = text, after + len(events)
        return self._pages[key]

    def digest_for(self, viewer: Viewer) -> bytes:
        """Different as soon as this viewer is shown something different, and only then."""
        if viewer not in self._digests:
            shown = match_shown(self.match, viewer, self.position)
            del shown["server_time"]
            if shown["deadline"] is not None:
                shown["deadline"] = shown["deadline"]["until"]
            digest = blake2b(msgspec.json.encode(shown), digest_size=16)
            self._digests[viewer] = digest.digest()
        return self._digests[viewer]

    def talk_since(self, known: int, player: Player | None) -> bool:
        """Whether something was said that this reader gets to hear."""
        if self.newest_message <= known:
            return False
        said = Message.objects.filter(match=self.match, id__gt=known)
        return player is None or said.filter(heard_by(player)).exists()
