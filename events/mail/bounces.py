"""Addresses that bounced permanently: only sign-in codes are still sent there."""

from typing import Any

from django.utils import timezone

from events.log.envelope import timestamp
from events.models import Bounce, Player
from games.contract import Text

_BANNER = Text(
    "Les courriels à {email} nous reviennent : nous n’y envoyons plus rien. Quand l’adresse "
    "fonctionne de nouveau, identifiez-vous avec un code envoyé là-bas.",
    "Mails to {email} come back to us: nothing more is sent there. Once the address works again, "
    "sign in with a code sent to it.",
)


def bounce_note(*, email: str, answer: str) -> None:
    """Send no more mail to this address until a sign-in proves that mail arrives there."""
    printable = "".join(filter(str.isprintable, answer))[:200]
    defaults = {"at": timezone.now(), "answer": printable}
    Bounce.objects.get_or_create(email=email.lower(), defaults=defaults)


def bounce_forget(*, email: str) -> None:
    """Delete the bounce of an address at which mail arrives again."""
    Bounce.objects.filter(email=email).delete()


def has_bounced(email: str) -> bool:
    """Whether mail to an address bounces."""
    return Bounce.objects.filter(email=email).exists()


def banners_for(player: Player) -> list[dict[str, Any]]:
    """Return the warnings to show a player about their account."""
    bounce = Bounce.objects.filter(email=player.email).first() if player.email else None
    if bounce is None:
        return []
    text = _BANNER.within(player.locale).format(email=player.email)
    return [{"code": "email_bounced", "since": timestamp(bounce.at), "text": text}]
