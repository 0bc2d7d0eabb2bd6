"""Members of a circle: joining by its link, leaving, being removed."""

from django.utils import timezone

from events.circles.circle import (
    MEMBERS_MOST,
    circle_get,
    circle_link_remove,
    circles_room_require,
)
from events.errors import Conflict, Forbidden, NotFound, Unprocessable
from events.models import Circle, CircleMember, Player
from events.players.blocks import has_block_with
from events.seats.access import invitation_digest
from events.seats.locks import circle_lock


def circle_join(*, circle_id: str, player: Player, invite: str) -> Circle:
    """Join a circle by the secret of its link; a member stays one.

    A wrong secret is answered like an unknown circle.
    """
    circle = circle_lock(circle_id)
    members = CircleMember.objects.filter(circle=circle)
    if members.filter(player=player).exists():
        return circle
    if not circle.invite or circle.invite != invitation_digest(invite):
        raise NotFound("circle_not_found")
    if has_block_with(player, [circle.owner_id]):
        raise NotFound("circle_not_found")
    circles_room_require(player)
    if members.count() >= MEMBERS_MOST:
        raise Conflict("circle_full")
    CircleMember.objects.create(circle=circle, player=player, joined_at=timezone.now())
    return circle


def member_remove(*, circle_id: str, player: Player, member_id: str) -> None:
    """Leave a circle, or remove a member as its owner, which makes the link void.

    The owner stays: the circle is handed over or deleted first.
    """
    circle_get(circle_id, player)
    circle = circle_lock(circle_id)
    if member_id == circle.owner_id == player.id:
        raise Conflict("owner_stays")
    if player.id not in (member_id, circle.owner_id):
        raise Forbidden("not_owner")
    deleted, _ = CircleMember.objects.filter(circle=circle, player=member_id).delete()
    if not deleted:
        raise Unprocessable("not_a_member")
    if player.id == circle.owner_id:
        circle_link_remove(circle=circle)


def circles_leave_all(*, player: Player) -> None:
    """Leave every circle: the member who joined first becomes the owner of the player's own ones,
    and a circle without members is deleted."""
    own = CircleMember.objects.filter(player=player)
    for circle_id in list(own.order_by("circle_id").values_list("circle_id", flat=True)):
        circle = circle_lock(circle_id)
        CircleMember.objects.filter(circle=circle, player=player).delete()
        if circle.owner_id != player.id:
            continue
        heir = CircleMember.objects.filter(circle=circle).order_by("joined_at", "id").first()
        if heir is None:
            circle.delete()
        else:
            Circle.objects.filter(id=circle.id).update(owner=heir.player_id, invite="")
