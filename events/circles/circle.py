"""A circle: opened, renamed, handed over and deleted, and the link that admits new members."""

import secrets

from django.conf import settings
from django.utils import timezone

from events.errors import Conflict, Forbidden, NotFound, Unprocessable
from events.models import Circle, CircleMember, Player
from events.players.names import name_require_no_link
from events.players.quotas import quota_use
from events.seats.access import invitation_digest
from events.seats.locks import circle_lock

MEMBERS_MOST = 50


def circle_open(*, player: Player, name: str) -> Circle:
    """Open a circle with its owner as the only member."""
    name_require_no_link(name)
    circles_room_require(player)
    quota_use(player=player, kind="circle", most=settings.CIRCLES_PER_DAY)
    now = timezone.now()
    circle = Circle.objects.create(name=name, owner=player, created_at=now)
    CircleMember.objects.create(circle=circle, player=player, joined_at=now)
    return circle


def circles_room_require(player: Player) -> None:
    """Refuse another circle to a player who is in as many as the settings allow.

    Concurrent requests may each pass, so the limit can be exceeded by a few.
    """
    if CircleMember.objects.filter(player=player).count() >= settings.CIRCLES_MOST:
        raise Conflict("too_many_circles")


def circle_get(circle_id: str, player: Player) -> Circle:
    """Return a circle that the player is in; raises NotFound otherwise."""
    own = Circle.objects.filter(id=circle_id, members__player=player).select_related("owner")
    found = own.first()
    if found is None:
        raise NotFound("circle_not_found")
    return found


def circle_lock_as_owner(circle_id: str, player: Player) -> Circle:
    """Lock a circle of which the player is the owner; raises NotFound or Forbidden otherwise."""
    circle_get(circle_id, player)
    circle = circle_lock(circle_id)
    if circle.owner_id != player.id:
        raise Forbidden("not_owner")
    return circle


def circle_change(*, circle: Circle, name: str | None, owner: str | None) -> Circle:
    """Rename a circle locked by its owner, and hand it over to another member."""
    if name is not None:
        name_require_no_link(name)
        quota_use(player=circle.owner, kind="circle", most=settings.CIRCLES_PER_DAY)
        circle.name = name
    if owner is not None:
        if not CircleMember.objects.filter(circle=circle, player=owner).exists():
            raise Unprocessable("not_a_member")
        circle.owner_id, circle.invite = owner, ""
    circle.save(update_fields=["name", "owner", "invite"])
    return circle


def circle_link(*, circle: Circle) -> tuple[str, str]:
    """Make a new secret that admits its bearers, instead of the earlier one; returns it and its
    link. Browsers send the part after # to no server."""
    quota_use(player=circle.owner, kind="invitation", most=settings.INVITATIONS_PER_DAY)
    invite = secrets.token_urlsafe(24)
    Circle.objects.filter(id=circle.id).update(invite=invitation_digest(invite))
    return invite, f"{settings.PUBLIC_URL}/circles/{circle.id}#{invite}"


def circle_link_remove(*, circle: Circle) -> None:
    """Make the link of a circle void."""
    Circle.objects.filter(id=circle.id).update(invite="")
