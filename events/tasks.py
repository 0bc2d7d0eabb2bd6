"""What Celery runs: the sweep over due rows, and nudges that only hasten it."""

import logging

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from events.clocks.endings import idle_settle_or_wait, open_settle
from events.clocks.reliability import reliability_follow
from events.clocks.settle import clock_settle
from events.codes import codes_forget
from events.devices import devices_forget
from events.due import due_clear, due_matches, due_put_off
from events.letters import letters_forget, letters_send
from events.mail.answers import answers_send
from events.mail.links import links_forget
from events.mail.replies import replies_forget
from events.matches import seeds_settle
from events.metrics import task_timed
from events.models import Due
from events.moves import bots_settle, match_locked, match_locked_if_free
from events.notify.plan import outbox_forget, outbox_plan
from events.notify.reminders import reminders_settle
from events.notify.send import deliveries_forget, deliveries_send

SWEPT_AT_ONCE = 100
SWEPT_IN_A_ROW = 20
"""So many times so many before the next sweep takes over."""

log = logging.getLogger(__name__)


@shared_task  # type: ignore[untyped-decorator]
def look_at(match_id: str) -> None:
    """Do what is due for one match."""
    match_settle(match_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> int:
    """Do what is due for any match; how many there were."""
    swept = 0
    with task_timed("sweep"):
        for _ in range(SWEPT_IN_A_ROW):
            matches = due_matches(most=SWEPT_AT_ONCE)
            for match_id in matches:
                _sweep_one(match_id)
            swept += len(matches)
            if len(matches) < SWEPT_AT_ONCE:
                break
    return swept


def _sweep_one(match_id: str) -> None:
    try:
        match_settle(match_id, wait=False)
    except Exception:
        log.exception("match %s could not be settled; the others go on", match_id)
        due_put_off(match_id)


@shared_task  # type: ignore[untyped-decorator]
def send_letters() -> int:
    """Send the mails that are due; how many were sent."""
    return letters_send() + answers_send()


@shared_task  # type: ignore[untyped-decorator]
def tell() -> int:
    """Tell people what there is to tell; how many deliveries arrived."""
    with task_timed("tell"):
        reminders_settle()
        outbox_plan()
        return deliveries_send()


@shared_task  # type: ignore[untyped-decorator]
def tidy() -> None:
    """Delete what has expired and nobody can use again."""
    codes_forget()
    devices_forget()
    deliveries_forget()
    links_forget()
    replies_forget()
    letters_forget()
    outbox_forget()


@transaction.atomic
def match_settle(match_id: str, *, wait: bool = True) -> None:
    """Settle whatever is due for a match now; doing it twice changes nothing.

    Without waiting, a match that somebody is busy with is left to them.
    """
    match = match_locked(match_id) if wait else match_locked_if_free(match_id)
    if match is None:
        return
    kinds = set(
        Due.objects.filter(match=match, at__lte=timezone.now()).values_list("kind", flat=True)
    )
    if Due.Kind.SEEDS in kinds:
        seeds_settle(match)
    if Due.Kind.OPEN in kinds:
        open_settle(match)
    if Due.Kind.IDLE in kinds:
        idle_settle_or_wait(match)
    seats = clock_settle(match)
    if Due.Kind.COUNT in kinds:
        reliability_follow(seats)
        due_clear(match, Due.Kind.COUNT)
    if Due.Kind.BOT in kinds:
        with task_timed("bots"):
            bots_settle(match)
