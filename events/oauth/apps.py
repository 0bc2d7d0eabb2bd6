"""Apps that accounts register, and those that players have authorised."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from events.errors import Conflict, Forbidden, NotFound, Unprocessable
from events.log.envelope import timestamp
from events.models import OAuthApp, OAuthGrant, Player
from events.oauth.redirects import is_redirect_uri
from events.players.names import name_require_no_link
from events.seats.locks import player_lock
from events.work.publish import publish_signed_out

APPS_MOST = 10
"""The most apps that an account may register."""

Json = dict[str, Any]


@transaction.atomic
def app_register(*, player: Player, name: str, redirect_uris: Sequence[str]) -> OAuthApp:
    """Register an app; its id is the `client_id`. A guest is refused, having no address."""
    if player.guest:
        raise Forbidden("app_needs_address")
    name_require_no_link(name)
    if not all(map(is_redirect_uri, redirect_uris)):
        raise Unprocessable("redirect_uri_refused")
    if player_lock(player.id).oauth_apps.count() >= APPS_MOST:
        raise Conflict("too_many_apps")
    uris = "\n".join(dict.fromkeys(redirect_uris))
    return OAuthApp.objects.create(
        player=player, name=name, redirect_uris=uris, created_at=timezone.now()
    )


def app_get(app: str) -> OAuthApp:
    """Return an app; raises NotFound."""
    found = OAuthApp.objects.filter(id=app).first()
    if found is None:
        raise NotFound("app_not_found")
    return found


def app_lock(app: str) -> None:
    """Lock an app, after the player who authorises it; raises NotFound if it is removed."""
    if not OAuthApp.objects.select_for_update(no_key=True).filter(id=app):
        raise NotFound("app_not_found")


def apps_of(player: Player) -> QuerySet[OAuthApp]:
    """Return the apps that a player has registered, by id."""
    return player.oauth_apps.order_by("id")


def app_json(app: OAuthApp) -> Json:
    """Serialise an app for who registered it."""
    return {
        "id": app.id,
        "name": app.name,
        "redirect_uris": app.redirect_uris.split("\n"),
        "created_at": timestamp(app.created_at),
    }


@transaction.atomic
def app_remove(*, player: Player, app: str) -> None:
    """Delete an app of the player's own, with everything that players have allowed it."""
    if not apps_delete(OAuthApp.objects.filter(player=player, id=app)):
        raise NotFound("app_not_found")


def apps_delete(apps: QuerySet[OAuthApp]) -> int:
    """Delete apps with their grants, in the caller's transaction; returns how many."""
    locked = [app.id for app in apps.select_for_update(of=("self",)).order_by("id")]
    grants_delete(OAuthGrant.objects.filter(app__in=locked))
    OAuthApp.objects.filter(id__in=locked).delete()
    return len(locked)


def grants_of(player: Player) -> QuerySet[OAuthGrant]:
    """Return the apps that a player has authorised, by id."""
    return player.oauth_grants.select_related("app").order_by("id")


def grant_json(grant: OAuthGrant) -> Json:
    """Serialise an authorised app for the player who authorised it."""
    return {
        "id": grant.id,
        "app": grant.app_id,
        "name": grant.app.name,
        "scopes": grant.scopes.split(),
        "created_at": timestamp(grant.created_at),
    }


@transaction.atomic
def grant_revoke(*, player: Player, grant: str) -> None:
    """Take back all that a player has allowed an app, on every device."""
    if not grants_delete(OAuthGrant.objects.filter(player=player, id=grant)):
        raise NotFound("grant_not_found")


def grants_delete(grants: QuerySet[OAuthGrant]) -> int:
    """Delete grants with their tokens, in the caller's transaction; returns how many.

    They are locked first, as a code that is exchanged meanwhile adds tokens.
    """
    locked = list(grants.select_for_update(of=("self",)).order_by("id"))
    OAuthGrant.objects.filter(id__in=[grant.id for grant in locked]).delete()
    for player in {grant.player_id for grant in locked}:
        publish_signed_out(player)
    return len(locked)
