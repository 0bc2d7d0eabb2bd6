"""Accounts with an e-mail address: sign in or up by a mailed code, and delete an account."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from events.accounts.merge import guest_merge
from events.circles.friends import friendships_forget
from events.circles.members import circles_leave_all
from events.cups.cup import cups_leave_all
from events.cups.seasons import leagues_leave_all
from events.errors import Unprocessable
from events.mail.bounces import bounce_forget
from events.mail.consent import Kind, mail_resume
from events.matches.invitations import invitations_claim
from events.matches.leaving import seats_leave_all
from events.matches.talk import messages_remove
from events.models import (
    ArchivedResponses,
    Block,
    Device,
    Endpoint,
    Invitation,
    OAuthApp,
    OAuthGrant,
    Outbox,
    Passkey,
    PasskeyChallenge,
    Player,
    QueuedMail,
    QuotaUse,
    RemovedPlayer,
    Seat,
    SignInCode,
    StoredResponse,
)
from events.oauth.apps import apps_delete, grants_delete
from events.players.devices import device_replace, device_sign_in
from events.players.identity import player_create
from events.players.locales import time_zone_require_known
from events.players.sign_in_codes import code_use
from events.projections.ratings import ratings_forget
from events.projections.results import results_forget
from events.seats.locks import player_lock
from events.work.publish import publish_signed_out

GONE = "Ex-Gobelet"
"""The name of a player whose account is deleted, in every language."""
_OWN = (
    Passkey,
    PasskeyChallenge,
    Device,
    StoredResponse,
    ArchivedResponses,
    QuotaUse,
    Block,
    Endpoint,
    RemovedPlayer,
)
"""Rows that are deleted with their player's account, passkeys before the devices that they sign in:
a sign-in that has locked its passkey is waited for, and its device deleted too."""


def account_sign_in(
    *,
    email: str,
    code: str,
    nonce: str,
    asker: Player | None,
    token: str | None,
    locale: str,
    time_zone: str,
    device: str,
) -> tuple[Player, str, datetime]:
    """Sign a device in to the account of an address, creating the account if there is none, with
    this language and time zone.

    A guest who signs in becomes that account, or is merged into it, and the guest's `token` is
    replaced by the new one. A wrong code counts as an attempt although the request is refused; a
    refused merge leaves the code valid.
    """
    guest = asker if asker and asker.guest else None
    time_zone_require_known(time_zone)
    with transaction.atomic():
        if code_use(email=email, code=code, nonce=nonce):
            bounce_forget(email=email)
            mail_resume(email, *Kind)
            player = _account(email, guest, locale, time_zone)
            invitations_claim(player)
            new, expires_at = device_sign_in(player=player, name=device)
            if guest and token:
                device_replace(token, new)
            return player, new, expires_at
    raise Unprocessable("wrong_code")


@transaction.atomic
def account_leave(*, player: Player) -> None:
    """Leave all matches and delete personal data; the log keeps only the opaque id."""
    seats_leave_all(player=player)
    email = player_lock(player.id).email
    if email:
        SignInCode.objects.filter(email=email).delete()
        QueuedMail.objects.filter(to=email).delete()
        bounce_forget(email=email)
    publish_signed_out(player.id)
    apps_delete(OAuthApp.objects.filter(player=player))
    grants_delete(OAuthGrant.objects.filter(player=player))
    for own in _OWN:
        own.objects.filter(player=player).delete()
    Block.objects.filter(other=player).delete()
    friendships_forget(player=player)
    circles_leave_all(player=player)
    leagues_leave_all(player=player)
    cups_leave_all(player=player)
    results_forget(player=player)
    ratings_forget(player=player)
    messages_remove(player=player)
    Outbox.objects.filter(recipient=player).delete()
    Seat.objects.filter(kept_for=player).update(kept_for=None)
    Invitation.objects.filter(inviter=player).update(inviter=None)
    Invitation.objects.filter(invitee=player).update(invitee=None)
    Player.objects.filter(id=player.id).update(
        name=GONE, email=None, choices="{}", calendar="", time_zone="UTC", left_at=timezone.now()
    )


def _account(email: str, guest: Player | None, locale: str, time_zone: str) -> Player:
    """Return the account of a verified address, after turning or merging the guest into it."""
    account = Player.objects.filter(email=email).first()
    if guest is None:
        return account or player_create(locale=locale, time_zone=time_zone, email=email)
    if account is None:
        guest.guest, guest.email = False, email
        guest.save(update_fields=["guest", "email"])
        return guest
    guest_merge(guest=guest, into=account)
    return account
