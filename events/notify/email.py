"""The channel of mails: one connection for all that are due, one mail for each match in which its
reader is asked something, and one for all the rest of a digest."""

import logging
from collections.abc import Iterable, Iterator
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPServerDisconnected

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from events.bounces import bounce_note
from events.letters import refused_for_good
from events.models import Delivery, Seat
from events.notify.channels import Fate, Parcel
from events.notify.mail import notice_mail

log = logging.getLogger(__name__)


class Email:
    """To the address that a player has proved to be theirs."""

    name = "email"

    def together(self, delivery: Delivery) -> tuple[str, ...]:
        notice = delivery.notice
        assert notice is not None
        if delivery.digest and not _is_asked(notice.recipient_id, notice.match_id):
            return ("digest",)
        return ("match", notice.match_id)

    def carry(self, parcels: Iterable[Parcel]) -> Iterator[tuple[Parcel, Fate]]:
        """One after the other; when the mail server is gone the rest need not be tried."""
        post, down = get_connection(), ""
        try:
            for parcel in parcels:
                if not down:
                    fate, down = self._sent(post, parcel)
                yield parcel, Fate(False, down[:200]) if down else fate
            if down:
                log.warning("no mail server takes our notices, they are tried again: %s", down)
        finally:
            post.close()

    def _sent(self, post: BaseEmailBackend, parcel: Parcel) -> tuple[Fate, str]:
        """What became of a mail, and what is wrong with the mail server if anything is."""
        try:
            mail = notice_mail(parcel.player, parcel.notices)
            mail.extra_headers.setdefault("Message-ID", f"<{parcel.id}@{settings.MAIL_DOMAIN}>")
            post.open()
            post.send_messages([mail])
        except Exception as error:
            return (
                (Fate(False, ""), repr(error)) if _is_down(error) else (_refused(parcel, error), "")
            )
        return Fate(True, "taken"), ""


def _is_asked(player_id: str, match_id: str) -> bool:
    """Whether a match has a question for somebody: a mail about it alone can be played from."""
    seats = Seat.objects.filter(match=match_id, player=player_id, asked__isnull=False)
    return seats.filter(gone=False, stand_in=False).exists()


def _is_down(error: Exception) -> bool:
    """Whether it is the mail server that is not there, rather than a mail that it does not like."""
    said = isinstance(error, SMTPException) and not isinstance(error, SMTPServerDisconnected)
    return isinstance(error, OSError) and not said


def _refused(parcel: Parcel, error: Exception) -> Fate:
    log.warning("notice %s was not taken: %s", parcel.id, type(error).__name__)
    final = refused_for_good(error)
    if final and isinstance(error, SMTPRecipientsRefused) and parcel.player.email:
        bounce_note(email=parcel.player.email, answer=str(error))
    return Fate(False, f"{type(error).__name__}: {error}"[:200], for_good=final)
