"""Sign in with a passkey: no address is typed, and no code is mailed."""

from datetime import datetime
from typing import Any

from django.db import transaction

from events.accounts.merge import guest_merge
from events.errors import Unprocessable
from events.models import Player
from events.players.devices import device_replace, device_sign_in
from events.players.passkeys import passkey_use


def account_passkey_sign_in(
    *,
    nonce: str,
    credential: dict[str, Any],
    asker: Player | None,
    token: str | None,
    device: str,
) -> tuple[Player, str, datetime]:
    """Sign a device in to the account of a passkey.

    A guest who signs in is merged into that account, and the guest's `token` is replaced by the new
    one. A refused passkey uses up the challenge; a refused merge leaves it valid.
    """
    guest = asker if asker and asker.guest else None
    with transaction.atomic():
        passkey = passkey_use(nonce=nonce, credential=credential)
        if passkey is not None:
            player = passkey.player
            if guest is not None:
                guest_merge(guest=guest, into=player)
            new, expires_at = device_sign_in(player=player, name=device)
            if guest is not None and token:
                device_replace(token, new)
            return player, new, expires_at
    raise Unprocessable("passkey_refused")
