"""Friends: asked, accepted and removed; a blocked player's request is not shown."""

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from events.errors import Conflict, Unprocessable
from events.models import Block, Friendship, Player
from events.players.blocks import BLOCK, block_kinds, friendship_between
from events.players.quotas import quota_use
from events.seats.locks import players_lock


def friend_ask(*, player: Player, other: Player) -> Friendship:
    """Ask a player to be friends, or accept what that player has asked; again changes nothing.

    A player who has blocked the caller is not told; the caller cannot tell.
    """
    if player.id == other.id:
        raise Unprocessable("yourself")
    players_lock([player.id, other.id])  # so that two who ask each other get one row
    if BLOCK in block_kinds(player, other):
        raise Conflict("blocked_by_you")
    found = friendship_between(player, other).first()
    if found is None:
        quota_use(player=player, kind="friend", most=settings.FRIEND_REQUESTS_PER_DAY)
        _require_room(player)
        return Friendship.objects.create(player=player, other=other, asked_at=timezone.now())
    if found.player_id != player.id and found.accepted_at is None:
        _require_room(player)
        found.accepted_at = timezone.now()
        found.save(update_fields=["accepted_at"])
    return found


def friend_remove(*, player: Player, other_id: str) -> None:
    """End a friendship, withdraw a request or decline one, even if the other player has left."""
    friendship_between(player, other_id).delete()


def friends_of(player: Player) -> QuerySet[Friendship]:
    """Return friends and requests, the latest first, without those of players whom the player has
    blocked."""
    blocked = Block.objects.filter(player=player, kind=BLOCK).values("other")
    found = Friendship.objects.filter(Q(player=player) | Q(other=player))
    return found.exclude(player__in=blocked).select_related("player", "other").order_by("-id")


def friendships_forget(*, player: Player) -> None:
    """Delete all friendships and requests of a player who deletes their account."""
    Friendship.objects.filter(Q(player=player) | Q(other=player)).delete()


def friendships_tidy(player: Player) -> None:
    """Leave one row for each pair after a guest was merged into this account, an accepted one if
    there is one, and none with the account itself or with a player whom it has blocked."""
    Friendship.objects.filter(player=F("other")).delete()
    blocked = Block.objects.filter(player=player, kind=BLOCK).values("other")
    own = Friendship.objects.filter(Q(player=player) | Q(other=player))
    own.filter(Q(player__in=blocked) | Q(other__in=blocked)).delete()
    seen: set[frozenset[str]] = set()
    for row in own.order_by(F("accepted_at").asc(nulls_last=True), "id"):
        pair = frozenset((row.player_id, row.other_id))
        if pair in seen:
            row.delete()
        seen.add(pair)


def _require_room(player: Player) -> None:
    own = Q(player=player) | Q(other=player, accepted_at__isnull=False)
    if Friendship.objects.filter(own).count() >= settings.FRIENDS_MOST:
        raise Conflict("too_many_friends")
