"""Endpoints that fail: paused for longer and longer, and disabled after days of failures only."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from events.mail.bounces import has_bounced
from events.mail.queue import mail_enqueue
from events.models import Delivery, Endpoint
from events.notifications.channel import RETRY_DELAYS, DeliveryResult
from games.contract import Text

PAUSES = RETRY_DELAYS[:5]
"""How long an endpoint is paused after each failure in a row; the last one after all others."""
DISABLED_AFTER = timedelta(days=5)
LEAST_FAILURES = 10
"""An endpoint is disabled after DISABLED_AFTER and this many failures, without a success."""

_SUBJECT = Text(
    "Vos notifications n’arrivent plus à {host}",
    "Your notifications no longer arrive at {host}",
)
_TEXT = Text(
    "Depuis {days} jours, aucune notification n’arrive plus à l’adresse que vous avez enregistrée "
    "chez {host} (dernier résultat : {answer}). Nous n’y envoyons plus rien.\n\n"
    "Quand elle fonctionne de nouveau, un essai réussi la réactive :\n"
    "POST /api/v1/me/{path}/{id}/test\n",
    "For {days} days no notification has arrived at the address that you registered at {host} "
    "(last result: {answer}). Nothing more is sent there.\n\n"
    "Once it works again, a successful test enables it:\n"
    "POST /api/v1/me/{path}/{id}/test\n",
)
_PATHS = {Endpoint.Channel.PUSH: "push", Endpoint.Channel.WEBHOOK: "webhooks"}


@transaction.atomic
def answer_record(endpoint: Endpoint, result: DeliveryResult) -> None:
    """Record an endpoint's answer: enable it, pause it, or delete or disable it for good.

    Failures of requests that were under way together count as one.
    """
    own, now = Endpoint.objects.filter(id=endpoint.id), timezone.now()
    own.update(tried_at=now, answer=result.answer[:200])
    if result.arrived:
        own.update(disabled_at=None, failures=0, failing_since=None, paused_until=None)
        if endpoint.paused_until is not None:
            _notices(endpoint).filter(at=endpoint.paused_until).update(at=now)
        return
    if result.of_service:
        return
    if result.unwanted and endpoint.channel == Endpoint.Channel.PUSH:
        own.delete()
        return
    pause = PAUSES[min(endpoint.failures, len(PAUSES) - 1)]
    own.update(
        failures=endpoint.failures + 1,
        failing_since=Coalesce("failing_since", now),
        paused_until=now + max(pause, result.wait),
    )
    if result.unwanted:
        own.update(disabled_at=now)
        return
    hopeless = own.filter(failures__gte=LEAST_FAILURES, failing_since__lte=now - DISABLED_AFTER)
    if hopeless.filter(disabled_at=None).update(disabled_at=now):
        _disabled_mail(endpoint, result.answer)


def is_paused(delivery: Delivery) -> bool:
    """Whether a delivery waits for the end of its endpoint's pause; a test never does."""
    until = delivery.endpoint.paused_until if delivery.endpoint else None
    return delivery.notice_id is not None and until is not None and until > timezone.now()


def deliveries_put_off(endpoint: Endpoint) -> None:
    """Put off all due notices to a paused endpoint until its pause ends, without counting a try."""
    due = _notices(endpoint).filter(at__lte=timezone.now())
    due.update(at=endpoint.paused_until)


def _notices(endpoint: Endpoint) -> QuerySet[Delivery]:
    waiting = Delivery.objects.filter(endpoint=endpoint, state=Delivery.State.WAITING)
    return waiting.filter(notice__isnull=False)


def _disabled_mail(endpoint: Endpoint, answer: str) -> None:
    player = endpoint.player
    if not player.email or has_bounced(player.email):
        return
    about = {
        "host": endpoint.host,
        "days": DISABLED_AFTER.days,
        "answer": answer[:200],
        "path": _PATHS[Endpoint.Channel(endpoint.channel)],
        "id": endpoint.id,
    }
    subject, text = (part.within(player.locale).format(**about) for part in (_SUBJECT, _TEXT))
    mail_enqueue(to=player.email, subject=subject, text=text)
