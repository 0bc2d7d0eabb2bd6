"""Celery tasks: the periodic sweep over due work, and tasks that only do parts of it sooner."""

import logging
from collections.abc import Callable

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from events.by_mail.acknowledge import acknowledgements_send
from events.by_mail.replies import replies_delete_expired
from events.cups.seasons import leagues_settle
from events.cups.sweep import cups_settle
from events.cups.tables import table_count
from events.idempotency import responses_delete_expired
from events.mail.consent import counts_delete_expired
from events.mail.queue import queue_delete_expired, queue_send
from events.mail.tokens import links_delete_expired
from events.matches.opening import seeds_settle
from events.metrics import task_time
from events.models import Due
from events.notifications.deliver import deliveries_delete_expired, mails_send
from events.notifications.http.outgoing import outgoing_wake
from events.notifications.plan import outbox_delete_expired, outbox_plan
from events.notifications.reminders import reminders_settle
from events.oauth.tokens import tokens_delete_expired
from events.play.bots import bots_play
from events.play.expiry import idle_settle_or_wait, open_settle
from events.play.timeouts import clock_settle
from events.players.devices import devices_delete_expired
from events.players.passkey_challenges import challenges_delete_expired
from events.players.sign_in_codes import codes_delete_expired
from events.projections.ratings import ratings_count
from events.projections.reliability import reliability_follow
from events.proof.archive import matches_archive
from events.seats.locks import match_lock, match_lock_if_free
from events.work.due import bots_postpone, due_bots, due_clear, due_matches, due_postpone
from events.work.wake import wake_outgoing

SWEPT_AT_ONCE = 100
SWEPT_IN_A_ROW = 20
"""A sweep settles at most SWEPT_IN_A_ROW batches of SWEPT_AT_ONCE; the next one goes on."""
ARCHIVED_AT_ONCE = 100
TRIED_AT_ONCE = 5
"""How many matches a woken worker tries that others may have locked."""

log = logging.getLogger(__name__)


@shared_task  # type: ignore[untyped-decorator]
def settle(match_id: str) -> None:
    """Settle everything that is due in a match but the moves of its bots."""
    match_settle_due(match_id)


@shared_task  # type: ignore[untyped-decorator]
def play_bots(match_id: str) -> None:
    """Play the bots of the first match, in fair order, that waits for one and that no other worker
    plays; of this one if there is none.

    It is in a queue of its own, as is `sweep_bots` (CELERY_TASK_ROUTES): a bot may think long.
    """
    if not any(_play_bots_of(first) for first in due_bots(most=TRIED_AT_ONCE)):
        bots_play(match_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> int:
    """Settle all that is due in any match but moves of bots; return the number of matches."""
    with task_time("sweep"):
        return _sweep(due_matches, _settle_one)


@shared_task  # type: ignore[untyped-decorator]
def sweep_bots() -> int:
    """Play the bots of every match that waits for one; return the number of matches."""
    with task_time("bots"):
        return _sweep(due_bots, _play_bots_of)


def _sweep(due: Callable[..., list[str]], settle_one: Callable[[str], bool]) -> int:
    """Settle the matches that are due, in batches; return their number."""
    swept = 0
    for _ in range(SWEPT_IN_A_ROW):
        matches = due(most=SWEPT_AT_ONCE)
        for match_id in matches:
            settle_one(match_id)
        swept += len(matches)
        if len(matches) < SWEPT_AT_ONCE:
            break
    return swept


@shared_task  # type: ignore[untyped-decorator]
def sweep_cups() -> int:
    """Bring every cup and league that is due up to date; return how many there were."""
    with task_time("cups"):
        return leagues_settle() + cups_settle(most=SWEPT_AT_ONCE)


def _settle_one(match_id: str) -> bool:
    """Settle a match unless another transaction has locked it; whether it is settled."""
    return _tried(match_id, match_settle_due, due_postpone)


def _play_bots_of(match_id: str) -> bool:
    """Play the bots of a match unless another transaction has locked it; whether they played."""
    return _tried(match_id, bots_play, bots_postpone)


def _tried(match_id: str, work: Callable[..., bool], postpone: Callable[[str], None]) -> bool:
    """Work on a match, or postpone it if that fails; whether the work was done."""
    try:
        return work(match_id, wait=False)
    except Exception:
        log.exception("%s failed in match %s; the others go on", work.__name__, match_id)
        postpone(match_id)
        return False


@shared_task  # type: ignore[untyped-decorator]
def send_mails() -> int:
    """Send the due mails; return how many were sent."""
    return queue_send() + acknowledgements_send()


@shared_task  # type: ignore[untyped-decorator]
def notify() -> int:
    """Create due reminders, plan notifications, send those by mail; return how many arrived."""
    with task_time("notify"):
        reminders_settle()
        if outbox_plan():
            wake_outgoing()
        return mails_send()


@shared_task  # type: ignore[untyped-decorator]
def send_outgoing() -> None:
    """Have the sender of this process send the due notifications over HTTP; does not wait.

    It is in a queue of its own (CELERY_TASK_ROUTES): other servers decide how long it takes.
    """
    outgoing_wake()


@shared_task  # type: ignore[untyped-decorator]
def delete_expired() -> None:
    """Delete rows that have expired and cannot be used again."""
    codes_delete_expired()
    challenges_delete_expired()
    tokens_delete_expired()
    devices_delete_expired()
    deliveries_delete_expired()
    links_delete_expired()
    replies_delete_expired()
    queue_delete_expired()
    counts_delete_expired()
    outbox_delete_expired()
    responses_delete_expired()


@shared_task  # type: ignore[untyped-decorator]
def archive_matches() -> int:
    """Archive the logs of matches that ended long ago; return how many."""
    with task_time("archive"):
        return matches_archive(most=ARCHIVED_AT_ONCE)


@transaction.atomic
def match_settle_due(match_id: str, *, wait: bool = True) -> bool:
    """Settle what is due in a match now but moves of bots; running it again changes nothing.

    With `wait=False`, skip a match that another transaction has locked and return False.
    """
    match = match_lock(match_id) if wait else match_lock_if_free(match_id)
    if match is None:
        return False
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
    if Due.Kind.LAST in kinds:
        due_clear(match, Due.Kind.LAST)
    if Due.Kind.COUNT in kinds:
        reliability_follow(seats)
        ratings_count(match, seats)
        table_count(match, seats)
        due_clear(match, Due.Kind.COUNT)
    return True
