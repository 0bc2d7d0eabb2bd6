"""Blocking a player (no match together), muting (no messages) and reporting."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from events.database.queries import PreparedQuery
from events.errors import Conflict, NotFound, Unprocessable
from events.models import Block, Friendship, Match, Player, Report
from events.players.quotas import quota_use
from events.seats.locks import player_lock

BLOCK, MUTE = Block.Kind.BLOCK, Block.Kind.MUTE
REPORTED_AGAIN_AFTER = timedelta(days=1)

_BETWEEN = PreparedQuery(
    Block,
    f"kind = '{BLOCK.value}' AND"
    " (player_id = %s AND other_id {among} OR other_id = %s AND player_id {among})",
)


def player_get(player_id: str) -> Player:
    """Return a player who has an account and has not left; raises NotFound otherwise."""
    found = Player.objects.filter(id=player_id, left_at=None).first()
    if found is None:
        raise NotFound("player_not_found")
    return found


def block_or_mute(*, player: Player, other: Player, kind: str) -> None:
    """Block or mute another player; a second call changes nothing. Blocking ends a friendship."""
    if player.id == other.id:
        raise Unprocessable("yourself")
    Block.objects.bulk_create(
        [Block(player=player, other=other, kind=kind, at=timezone.now())], ignore_conflicts=True
    )
    if kind == BLOCK:
        friendship_between(player, other).delete()


def unblock_or_unmute(*, player: Player, other_id: str, kind: str) -> None:
    """Remove a block or a mute, even if the other player has left."""
    Block.objects.filter(player=player, other_id=other_id, kind=kind).delete()


def friendship_between(player: Player, other: Player | str) -> QuerySet[Friendship]:
    """Return the row of two players who are friends or of whom one has asked, if there is one."""
    return Friendship.objects.filter(Q(player=player, other=other) | Q(player=other, other=player))


def block_kinds(player: Player, other: Player) -> set[str]:
    """Return whether a player has blocked or muted another, as a set of kinds."""
    return set(Block.objects.filter(player=player, other=other).values_list("kind", flat=True))


def blocks_of(player: Player) -> QuerySet[Block]:
    """Return a player's blocks and mutes, the latest first."""
    return Block.objects.filter(player=player).select_related("other").order_by("-id")


def has_block_with(player: Player, others: list[str]) -> bool:
    """Whether one of these players has blocked this one, or the reverse."""
    return _BETWEEN.first(player.id, others, player.id, others) is not None


def blocked_either_way(player: Player) -> Q:
    """Return a filter for rows whose `player` has blocked this one, or the reverse."""
    blocks = Block.objects.filter(kind=BLOCK)
    return Q(player__in=blocks.filter(player=player).values("other")) | Q(
        player__in=blocks.filter(other=player).values("player")
    )


def heard_by(reader: Any) -> Q:
    """Return a filter for rows whose `player` the reader has neither blocked nor muted.

    `reader` is a player, or an expression that refers to one in a query.
    """
    return ~Q(Exists(Block.objects.filter(player=reader, other=OuterRef("player"))))


def report_create(*, reporter: Player, reported: Player, match: Match | None, reason: str) -> None:
    """File a report for an administrator, at most one a day for one player and match."""
    if reporter.id == reported.id:
        raise Unprocessable("yourself")
    player_lock(reporter.id)  # concurrent reports wait here
    now = timezone.now()
    earlier = Report.objects.filter(reporter=reporter, reported=reported, match=match)
    if earlier.filter(at__gt=now - REPORTED_AGAIN_AFTER).exists():
        raise Conflict("already_reported")
    quota_use(player=reporter, kind="report", most=settings.REPORTS_PER_DAY)
    Report.objects.create(reporter=reporter, reported=reported, match=match, reason=reason, at=now)
