"""Unsubscribe links: stop mail to a player, or to an invited address without an account."""

from msgspec import Struct

from events.mail.bounces import bounce_note
from events.mail.tokens import token_open, unsubscribe_token_player
from events.models import Player
from events.players.profile import Notifications, profile_change


class Subscriber(Struct, frozen=True):
    """The recipient to whom a link stops mail; `name` is shown on its page."""

    name: str
    locale: str
    player: Player | None = None
    address: str = ""
    """Set for links in invitations: the invited address, which may have no account."""


def unsubscribe_offer(given: str) -> Subscriber | None:
    """Return the recipient to whom a token stops mail, or None if the token is not valid."""
    if (player_id := unsubscribe_token_player(given)) is not None:
        player = Player.objects.filter(id=player_id, left_at=None).first()
        return Subscriber(player.name, player.locale, player) if player else None
    payload = token_open("stranger", given)
    if payload is None:
        return None
    language, _, address = payload.decode().partition(" ")
    player = Player.objects.filter(email=address, left_at=None).first()
    return Subscriber(address, language, player, address)


def unsubscribe(subscriber: Subscriber) -> None:
    """Stop all notices by mail; repeating it changes nothing."""
    if subscriber.player is None:
        bounce_note(email=subscriber.address, answer="its reader wants no mails")
        return
    nothing = {kind: {"email": "none"} for kind in Notifications.__struct_fields__}
    profile_change(player=subscriber.player, changes={"notifications": nothing})
