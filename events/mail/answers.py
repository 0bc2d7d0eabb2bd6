"""Answers to people's mails: each shows how their match stands by the time that it is sent."""

from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Greatest
from django.utils import timezone

from events.letters import letters_send
from events.mail.message import message_of, own_id
from events.mail.sheet import sheet_of
from events.models import Due, Letter, Match, Outbox, Player, Seat
from events.nudge import nudge_letters

LONGEST_WAIT = timedelta(seconds=15)
"""So long an answer waits at most for bots to move, so that it can ask the next question too."""
PATIENT_TRIES = 3
"""Notices do not wait for an answer that was refused so often: that is about a minute."""


def answer_write(*, player: Player, match: Match, note: str, answers: str) -> None:
    """Owe a player an answer about a match from the commit on; a note says what was done."""
    assert player.email is not None
    at = timezone.now() + timedelta(seconds=settings.MAIL_ANSWER_SECONDS)
    Letter.objects.create(
        to=player.email, subject="", text=note, at=at, player=player, match=match, answers=answers
    )
    transaction.on_commit(nudge_letters)


def answer_may_tell(notice: Outbox) -> bool:
    """Whether an answer is on its way to somebody that may tell them of this anyway; once it is
    sent, what it has shown is no news any more, and what came later is."""
    if notice.kind not in (Outbox.Kind.YOUR_TURN, Outbox.Kind.FINISHED):
        return False
    owed = Letter.objects.filter(player=notice.recipient_id, match=notice.match_id, dead_at=None)
    return owed.filter(tries__lt=PATIENT_TRIES).exists()


def answers_send() -> int:
    """Send the answers that are due; how many were sent."""
    now = timezone.now()
    bot_to_move = Due.objects.filter(match=OuterRef("match"), kind=Due.Kind.BOT)
    ready = ~Exists(bot_to_move) | Q(at__lte=now - LONGEST_WAIT)
    shown: dict[tuple[str | None, str | None], int] = {}

    def made(letter: Letter) -> EmailMessage | None:
        assert letter.player is not None
        assert letter.match is not None
        sheet = sheet_of(letter.match, letter.player)
        if sheet is None or letter.player.email != letter.to:
            return None  # they have left, or have another address now
        shown[letter.player_id, letter.match_id] = sheet.position.version
        message = message_of(sheet, note=letter.text, answers=letter.answers)
        message.extra_headers["Message-ID"] = own_id(sheet)
        return message

    def sent_off(letter: Letter) -> None:
        """What it told is no news any more."""
        version = shown[letter.player_id, letter.match_id]
        seats = Seat.objects.filter(match=letter.match, player=letter.player)
        seats.update(seen_version=Greatest(F("seen_version"), version))

    return letters_send(Q(match__isnull=False) & ready, made, sent_off)
