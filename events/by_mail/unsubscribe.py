"""Unsubscribe links: stop mail to a player, or mail that others cause to any address."""

from msgspec import Struct

from events.mail.consent import Kind, is_stopped, mail_resume, mail_stop
from events.mail.tokens import address_stop_token, unsubscribe_token_player
from events.models import Player
from events.players.profile import Notifications, profile_change


class Subscriber(Struct, frozen=True):
    """The recipient to whom a link stops mail; `name` is shown on its page."""

    name: str
    locale: str
    player: Player | None = None
    kind: Kind | None = None
    """Set for links in invitations and codes: the mails to the address `name` that it stops."""

    @property
    def stops_codes(self) -> bool:
        return self.kind == Kind.CODE

    @property
    def is_stopped(self) -> bool:
        """Whether codes to the address are stopped already, so that the link can undo it."""
        return self.stops_codes and is_stopped(self.name, Kind.CODE)


def unsubscribe_offer(given: str) -> Subscriber | None:
    """Return the recipient to whom a token stops mail, or None if the token is not valid."""
    if (player_id := unsubscribe_token_player(given)) is not None:
        player = Player.objects.filter(id=player_id, left_at=None).first()
        return Subscriber(player.name, player.locale, player) if player else None
    found = address_stop_token(given)
    if found is None:
        return None
    kind, address, language = found
    player = None
    if kind == Kind.INVITATION:
        player = Player.objects.filter(email=address, left_at=None).first()
    return Subscriber(address, language, player, Kind(kind))


def unsubscribe(subscriber: Subscriber) -> None:
    """Stop the mails that a link is about; repeating it changes nothing.

    A player who was invited by mail stops all notices by mail.
    """
    if subscriber.kind is not None:
        mail_stop(subscriber.name, subscriber.kind)
    if subscriber.player is not None:
        nothing = {kind: {"email": "none"} for kind in Notifications.__struct_fields__}
        profile_change(player=subscriber.player, changes={"notifications": nothing})


def resubscribe(subscriber: Subscriber) -> None:
    """Undo the stop of codes to an address."""
    if subscriber.stops_codes:
        mail_resume(subscriber.name, Kind.CODE)
