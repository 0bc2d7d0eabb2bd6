"""Whom people would rather not meet: blocked (not at one table), muted (not a word), reported."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from events.models import Match, Player, Report, Shunned
from events.rations import ration_use
from events.refusals import Conflict, Impossible, Unknown
from events.rows import Rows

BLOCK, MUTE = Shunned.Kind.BLOCK, Shunned.Kind.MUTE
REPORTED_AGAIN_AFTER = timedelta(days=1)

_BETWEEN = Rows(
    Shunned,
    f"kind = '{BLOCK.value}' AND"
    " (player_id = %s AND other_id {among} OR other_id = %s AND player_id {among})",
)


def player_known(player_id: str) -> Player:
    """Somebody who has an account, and has not left."""
    found = Player.objects.filter(id=player_id, left_at=None).first()
    if found is None:
        raise Unknown("player_not_found")
    return found


def shun(*, player: Player, other: Player, kind: str) -> None:
    """Block or mute somebody; a second time changes nothing."""
    if player.id == other.id:
        raise Impossible("yourself")
    Shunned.objects.bulk_create(
        [Shunned(player=player, other=other, kind=kind, at=timezone.now())], ignore_conflicts=True
    )


def unshun(*, player: Player, other_id: str, kind: str) -> None:
    """No longer block or mute somebody, be they still there or not."""
    Shunned.objects.filter(player=player, other_id=other_id, kind=kind).delete()


def shunned_kinds(player: Player, other: Player) -> set[str]:
    """In which ways a player shuns another."""
    return set(Shunned.objects.filter(player=player, other=other).values_list("kind", flat=True))


def shunned_by(player: Player, *, before: int | None, most: int) -> list[Shunned]:
    """Whom a player has blocked or muted, the latest first, from past a row on."""
    found = Shunned.objects.filter(player=player).select_related("other")
    if before is not None:
        found = found.filter(id__lt=before)
    return list(found.order_by("-id")[:most])


def is_estranged(player: Player, others: list[str]) -> bool:
    """Whether one of these has blocked this player, or the reverse."""
    return _BETWEEN.first(player.id, others, player.id, others) is not None


def estranged(player: Player) -> Q:
    """Of rows with a `player`: those of people who have blocked this one, or the reverse."""
    blocks = Shunned.objects.filter(kind=BLOCK)
    return Q(player__in=blocks.filter(player=player).values("other")) | Q(
        player__in=blocks.filter(other=player).values("player")
    )


def heard_by(reader: Any) -> Q:
    """Of rows with a `player`: those of people whom the reader has neither blocked nor muted.

    `reader` is a player, or what refers to one in a query.
    """
    return ~Q(Exists(Shunned.objects.filter(player=reader, other=OuterRef("player"))))


def report_create(*, reporter: Player, reported: Player, match: Match | None, reason: str) -> None:
    """A complaint for an administrator, one a day about the same person at the same table."""
    if reporter.id == reported.id:
        raise Impossible("yourself")
    Player.objects.select_for_update().get(id=reporter.id)  # so that two at once are not both first
    now = timezone.now()
    earlier = Report.objects.filter(reporter=reporter, reported=reported, match=match)
    if earlier.filter(at__gt=now - REPORTED_AGAIN_AFTER).exists():
        raise Conflict("already_reported")
    ration_use(player=reporter, kind="report", most=settings.REPORTS_PER_DAY)
    Report.objects.create(reporter=reporter, reported=reported, match=match, reason=reason, at=now)
