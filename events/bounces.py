"""Addresses that mails come back from: nothing but sign-in codes is sent there any more."""

from typing import Any

from django.utils import timezone

from events.models import Bounce, Player
from events.record import timestamp
from games.contract import Text

_BANNER = Text(
    "Les courriels à {email} nous reviennent : nous n’y envoyons plus rien. Quand l’adresse "
    "fonctionne de nouveau, identifiez-vous avec un code envoyé là-bas.",
    "Mails to {email} come back to us: nothing more is sent there. Once the address works again, "
    "sign in with a code sent to it.",
)


def bounce_note(*, email: str, answer: str) -> None:
    """Write to this address no more, until somebody proves that mails arrive there."""
    said = "".join(filter(str.isprintable, answer))[:200]
    noted = {"at": timezone.now(), "answer": said}
    Bounce.objects.get_or_create(email=email.lower(), defaults=noted)


def bounce_forget(*, email: str) -> None:
    """Mails arrive there after all."""
    Bounce.objects.filter(email=email).delete()


def has_bounced(email: str) -> bool:
    """Whether mails to an address come back."""
    return Bounce.objects.filter(email=email).exists()


def banners_for(player: Player) -> list[dict[str, Any]]:
    """What a player should know about their account."""
    bounce = Bounce.objects.filter(email=player.email).first() if player.email else None
    if bounce is None:
        return []
    text = _BANNER.within(player.locale).format(email=player.email)
    return [{"code": "email_bounced", "since": timestamp(bounce.at), "text": text}]
