"""The stream of a match: its events as they are logged, and `changed` for other changes."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Self

import msgspec
from django.db.models import Max

from events.database.queries import PreparedQuery
from events.log.position import Position, position_at_head
from events.log.read import MOST_PER_PAGE
from events.models import Match, Message, Player
from events.players.blocks import heard_by
from events.seats.access import may_see, viewer_of
from events.selectors.match import events_with_proofs, match_json
from events.streams.sse import changed, message, opening
from events.streams.watch import OVER, Look, Watch, batches, signed_out
from games.contract import SPECTATOR, Viewer

ENDED = (Match.Status.FINISHED, Match.Status.CANCELLED)

_MATCH = PreparedQuery(Match, "id = %s")


class MatchWatch(Watch):
    """One viewer's stream of a match, from a seat or as a spectator."""

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
        """Whether there was nothing left to send when the stream was opened."""

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
        other_change = shown != self._shown and not events
        text = opening(self._after) if first else b""
        if first or other_change or table.talk_since(self._talk, self._player):
            text += changed(version=table.position.version)
        self._viewer, self._after, self._shown = viewer, last, shown
        self._marks, self._talk = table.marks, table.newest_message
        more = last < table.position.version
        return Look(text + events, more, over=table.match.status in ENDED and not more)


class _Table:
    """One match at one version, shared by all its streams, so that equal parts are built once."""

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
        newest = Message.objects.filter(match=self.match).aggregate(newest=Max("number"))["newest"]
        return newest or 0

    @cached_property
    def _seats(self) -> dict[str | None, int]:
        return dict(self.match.seats.values_list("player_id", "number"))

    def viewer_of(self, player: Player | None) -> Viewer:
        """Return the player's current seat, or SPECTATOR."""
        return SPECTATOR if player is None else self._seats.get(player.id, SPECTATOR)

    def is_visible_to(self, player: Player | None, viewer: Viewer) -> bool:
        """Whether the viewer may still see this match."""
        return viewer != SPECTATOR or may_see(self.match, player)

    def events_past(self, after: int, viewer: Viewer) -> tuple[bytes, int]:
        """Return a page of events after a seq, encoded for this viewer, and the seq of the last."""
        key = (after, viewer)
        if key not in self._pages:
            events = events_with_proofs(
                self.match, self.position, viewer, after=after, most=MOST_PER_PAGE
            )
            text = b"".join(message(event, place=event["seq"]) for event in events)
            self._pages[key] = text, after + len(events)
        return self._pages[key]

    def digest_for(self, viewer: Viewer) -> bytes:
        """Return a digest that changes exactly when what this viewer is shown changes."""
        if viewer not in self._digests:
            shown = match_json(self.match, viewer, self.position)
            del shown["server_time"]
            if shown["deadline"] is not None:
                shown["deadline"] = shown["deadline"]["until"]
            digest = blake2b(msgspec.json.encode(shown), digest_size=16)
            self._digests[viewer] = digest.digest()
        return self._digests[viewer]

    def talk_since(self, known: int, player: Player | None) -> bool:
        """Whether there is a newer message that this player has not blocked or muted."""
        if self.newest_message <= known:
            return False
        newer = Message.objects.filter(match=self.match, id__gt=known)
        return player is None or newer.filter(heard_by(player)).exists()
