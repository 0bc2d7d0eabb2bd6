"""Who wants no more mails: a player, or whoever has an address that was invited."""

from django.conf import settings
from msgspec import Struct

from events.bounces import bounce_note
from events.mail.links import unsubscriber
from events.mail.signed import opened, token
from events.models import Player
from events.profile import Notifications, profile_change


class Subscriber(Struct, frozen=True):
    """Whom a link stops mails to, as its page calls them."""

    name: str
    locale: str
    player: Player | None = None
    address: str = ""
    """Where somebody reads mails of whom we know nothing else."""


def stranger_stop_url(address: str, language: str) -> str:
    """Where somebody who is no player stops invitations to their address."""
    payload = f"{language} {address}".encode()
    return f"{settings.PUBLIC_URL}/mail/stop/{token('stranger', payload)}"


def unsubscribe_offer(given: str) -> Subscriber | None:
    """Whose mails a token stops."""
    if (player_id := unsubscriber(given)) is not None:
        player = Player.objects.filter(id=player_id, left_at=None).first()
        return Subscriber(player.name, player.locale, player) if player else None
    payload = opened("stranger", given)
    if payload is None:
        return None
    language, _, address = payload.decode().partition(" ")
    player = Player.objects.filter(email=address, left_at=None).first()
    return Subscriber(address, language, player, address)


def unsubscribe(subscriber: Subscriber) -> None:
    """No more news by mail; as often as one likes."""
    if subscriber.player is None:
        bounce_note(email=subscriber.address, answer="its reader wants no mails")
        return
    nothing = {kind: {"email": "none"} for kind in Notifications.__struct_fields__}
    profile_change(player=subscriber.player, changes={"notifications": nothing})
