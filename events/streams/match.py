"""The stream of a match: its events, the `state` after them, and `changed` for other changes.

Who asked for it gets the `recap` of the events too.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

from django.db.models import Max

from events.log.position import Position, position_at_head
from events.log.read import MOST_PER_PAGE
from events.models import Match, Message, Player, Seat
from events.players.blocks import heard_by
from events.seats.access import may_see, viewer_of
from events.seats.rows import table_read
from events.selectors.match import events_json, table_json
from events.selectors.recap import RECAP_LENGTH, memory_of, recap_json
from events.streams.news import channel_of, news_decode, state_for
from events.streams.sse import changed_message, message, resume_message
from events.streams.watch import OVER, Look, Watch, batches, signed_out_of
from games.contract import SPECTATOR, Horizon, Viewer

ENDED = (Match.Status.FINISHED, Match.Status.CANCELLED)


class MatchWatch(Watch):
    """One viewer's stream of a match, from a seat or as a spectator."""

    def __init__(
        self,
        *,
        match: Match,
        player: Player | None,
        account: str,
        address: str,
        token: str | None,
        after: int | None,
        with_state: bool = True,
        with_proof: bool = False,
        recap_language: str | None = None,
    ) -> None:
        super().__init__(subject=match.id, account=account, address=address, token=token)
        self._with_state = with_state
        self._with_proof = with_proof
        self._language = recap_language
        self._player = player
        self._viewer = viewer_of(match, player)
        self._after = match.version if after is None else min(after, match.version)
        self._marks: tuple[int, int] | None = None
        self._shown = b""
        self._talk = 0
        self._told = 0
        """The version up to which the recap has been sent."""
        self._memory: tuple[Viewer, Horizon] | None = None
        """Of the viewer, when the recap was last sent."""

        self._channel = channel_of(match.id, self._viewer, recap_language)
        self.has_all = match.status in ENDED and self._after == match.version
        """Whether there was nothing left to send when the stream was opened."""

    @property
    def channels(self) -> list[str]:
        return [self.subject, self._channel]

    def take(self, content: bytes) -> Look | None:
        """Return the turn to send, if it follows directly on what was sent before."""
        news = news_decode(content)
        if news.version <= self._after and self._marks is not None:
            return Look()
        follows = self._marks == (news.before, news.touched) and self._viewer == news.viewer
        if not follows or self._with_proof or (self._language and not news.recap):
            return None
        self._marks, self._after = (news.version, news.touched), news.version
        self._told, self._shown = news.version, news.digest
        return Look(news.events + news.recap + (news.state if self._with_state else b""))

    @classmethod
    def look(cls, subject: str, watches: Sequence[Self]) -> list[Look]:
        seats = table_read(subject)
        if not seats:
            return [OVER] * len(watches)
        table = _Table(seats)
        gone = signed_out_of(watches)
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
        events, last = table.events_past(self._after, viewer, proof=self._with_proof)
        state, shown = table.state_for(viewer)
        more = last < table.position.version
        other_change = shown != self._shown and not events
        text = resume_message(self._after) if first else b""
        if first or other_change or table.talk_since(self._talk, self._player):
            text += changed_message(version=table.position.version)
        text += events
        if self._language and not more:
            text += self._recap(table, viewer, self._language)
        if self._with_state and shown != self._shown and not more:
            text += state
        self._viewer, self._after = viewer, last
        self._shown = b"" if more else shown
        self._marks, self._talk = table.marks, table.newest_message
        return Look(text, more, over=table.match.status in ENDED and not more)

    def _recap(self, table: "_Table", viewer: Viewer, language: str) -> bytes:
        """The `recap` since the last one, or of the latest events if older ones read differently;
        empty if nothing is new."""
        version, memory = table.position.version, table.memory_of(viewer)
        if (version, memory) == (self._told, self._memory):
            return b""
        start = max(0, version - RECAP_LENGTH)
        if memory == self._memory:
            start = max(start, self._told)
        self._told, self._memory = version, memory
        return table.recap_past(start, viewer, language)


class _Table:
    """One match at one version, shared by all its streams, so that equal parts are built once."""

    def __init__(self, seats: list[Seat]) -> None:
        self._seats = seats
        self.match = match = seats[0].match
        self.marks = (match.version, match.touched)
        self._states: dict[Viewer, tuple[bytes, bytes]] = {}
        self._pages: dict[tuple[int, Viewer, bool], tuple[bytes, int]] = {}
        self._recaps: dict[tuple[int, Viewer, str], bytes] = {}

    @cached_property
    def position(self) -> Position:
        return position_at_head(self.match)

    @cached_property
    def _shared(self) -> dict[str, Any]:
        return table_json(self.match, self.position, self._seats)

    @cached_property
    def newest_message(self) -> int:
        newest = Message.objects.filter(match=self.match).aggregate(newest=Max("number"))["newest"]
        return newest or 0

    def viewer_of(self, player: Player | None) -> Viewer:
        """Return the player's current seat, or SPECTATOR."""
        if player is None:
            return SPECTATOR
        own = (seat.number for seat in self._seats if seat.player_id == player.id)
        return next(own, SPECTATOR)

    def is_visible_to(self, player: Player | None, viewer: Viewer) -> bool:
        """Whether the viewer may still see this match."""
        return viewer != SPECTATOR or may_see(self.match, player)

    def events_past(self, after: int, viewer: Viewer, *, proof: bool) -> tuple[bytes, int]:
        """Return a page of events after a seq, encoded for this viewer, and the seq of the last."""
        key = (after, viewer, proof)
        if key not in self._pages:
            events = events_json(
                self.match, self.position, viewer, after=after, most=MOST_PER_PAGE, proof=proof
            )
            text = b"".join(message(event, place=event["seq"]) for event in events)
            self._pages[key] = text, after + len(events)
        return self._pages[key]

    def state_for(self, viewer: Viewer) -> tuple[bytes, bytes]:
        """Return the `state` message for a viewer, and the digest of its content."""
        if viewer not in self._states:
            self._states[viewer] = state_for(
                self.match, viewer, self.position, self._seats, self._shared
            )
        return self._states[viewer]

    def memory_of(self, viewer: Viewer) -> tuple[Viewer, Horizon] | None:
        """Return what the sentences about old events depend on; None before the match begins."""
        return memory_of(self.position, viewer) if self.position.players else None

    def recap_past(self, after: int, viewer: Viewer, language: str) -> bytes:
        """Return the `recap` message of the events after a seq."""
        key = (after, viewer, language)
        if key not in self._recaps:
            told = recap_json(self.match, viewer, after=after, language=language)
            self._recaps[key] = message(told, name="recap")
        return self._recaps[key]

    def talk_since(self, known: int, player: Player | None) -> bool:
        """Whether there is a newer message that this player has not blocked or muted."""
        if self.newest_message <= known:
            return False
        newer = Message.objects.filter(match=self.match, id__gt=known)
        return player is None or newer.filter(heard_by(player)).exists()
