"""Accounts with an address: signing in or up by a mailed code, and leaving for good."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from events.bounces import bounce_forget
from events.codes import code_use
from events.devices import device_sign_in
from events.invitations import invitations_claim
from events.leaving import seats_left_for_good
from events.merging import guest_merge
from events.models import (
    Endpoint,
    Invitation,
    KeptAnswer,
    Letter,
    Outbox,
    Player,
    Ration,
    Removed,
    Seat,
    Shunned,
    SignInCode,
    Token,
)
from events.players import player_create
from events.refusals import Impossible
from events.standings import standings_forget
from events.talk import words_remove

GONE = "Ex-Gobelet"
"""What is left of the name of somebody who has left, in every language."""


def account_sign_in(
    *, email: str, code: str, asker: Player | None, locale: str, device: str
) -> tuple[Player, str, datetime]:
    """Sign a device in to the account of an address, which is made if there is none.

    A guest who asks becomes that account, or is merged into it. A wrong code is counted even though
    it is refused; a refused merge leaves the code good.
    """
    with transaction.atomic():
        if code_use(email=email, code=code):
            bounce_forget(email=email)
            player = _account(email, asker if asker and asker.guest else None, locale)
            invitations_claim(player)
            return player, *device_sign_in(player=player, name=device)
    raise Impossible("wrong_code")


@transaction.atomic
def account_leave(*, player: Player) -> None:
    """Leave all matches and delete what tells who this was; the log keeps the bare id."""
    seats_left_for_good(player=player)
    email = Player.objects.select_for_update().get(id=player.id).email
    if email:
        SignInCode.objects.filter(email=email).delete()
        Letter.objects.filter(to=email).delete()
        bounce_forget(email=email)
    for own in (Token, KeptAnswer, Ration, Shunned, Endpoint, Removed):
        own.objects.filter(player=player).delete()
    Shunned.objects.filter(other=player).delete()
    standings_forget(player=player)
    words_remove(player=player)
    Outbox.objects.filter(recipient=player).delete()
    Seat.objects.filter(kept_for=player).update(kept_for=None)
    Invitation.objects.filter(inviter=player).update(inviter=None)
    Invitation.objects.filter(invitee=player).update(invitee=None)
    Player.objects.filter(id=player.id).update(
        name=GONE, email=None, choices="{}", calendar="", time_zone="UTC", left_at=timezone.now()
    )


def _account(email: str, guest: Player | None, locale: str) -> Player:
    """The account of a proved address, with the guest who has proved it in it."""
    account = Player.objects.filter(email=email).first()
    if guest is None:
        return account or player_create(locale=locale, email=email)
    if account is None:
        guest.guest, guest.email = False, email
        guest.save(update_fields=["guest", "email"])
        return guest
    guest_merge(guest=guest, into=account)
    return account
