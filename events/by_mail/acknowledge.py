"""Acknowledgements of players' mails; each shows the match as it is when the mail is sent.

A move that was played is acknowledged only if there is something to answer: the next question, or
the end of the match. Else the next turn mail tells it, so that a person gets one mail for each
question.
"""

from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Greatest
from django.utils import timezone

from events.mail.queue import queue_send
from events.models import Due, Match, Player, QueuedMail, Seat
from events.notifications.email.message import message_of
from events.notifications.email.sheet import Sheet, sheet_of
from events.work.wake import wake_mail

LONGEST_WAIT = timedelta(seconds=15)
"""The longest wait for bots to move, so that the mail can ask the next question too."""


def acknowledgement_enqueue(*, player: Player, match: Match, note: str, answers: str) -> None:
    """Queue an acknowledgement to be sent after the commit; `note` says what was done.

    Without a note it is sent only if it asks the next question or shows the end of the match.
    """
    assert player.email is not None
    at = timezone.now() + timedelta(seconds=settings.MAIL_ANSWER_SECONDS)
    QueuedMail.objects.create(
        to=player.email, subject="", text=note, at=at, player=player, match=match, answers=answers
    )
    transaction.on_commit(wake_mail)


def acknowledgements_send() -> int:
    """Send the acknowledgements that are due and return how many were sent."""
    now = timezone.now()
    bot_to_move = Due.objects.filter(match=OuterRef("match"), kind=Due.Kind.BOT)
    ready = ~Exists(bot_to_move) | Q(at__lte=now - LONGEST_WAIT)
    shown: dict[tuple[str | None, str | None], int] = {}

    def compose(mail: QueuedMail) -> EmailMessage | None:
        assert mail.player is not None
        assert mail.match is not None
        sheet = sheet_of(mail.match, mail.player)
        if sheet is None or mail.player.email != mail.to:
            return None  # the player has left, or changed their address
        if not mail.text and not _leads_on(sheet):
            return None
        shown[mail.player_id, mail.match_id] = sheet.position.version
        return message_of(sheet, note=mail.text, answers=mail.answers, unique=f"a{mail.id}")

    def on_sent(mail: QueuedMail) -> None:
        """Mark what the mail showed as read."""
        version = shown[mail.player_id, mail.match_id]
        seats = Seat.objects.filter(match=mail.match, player=mail.player)
        seats.update(seen_version=Greatest(F("seen_version"), version))

    return queue_send(Q(player__isnull=False) & ready, compose, on_sent)


def _leads_on(sheet: Sheet) -> bool:
    """Whether the match is over, or waits for the reader again."""
    return sheet.position.over or (sheet.asked is not None and sheet.sealed is None)
