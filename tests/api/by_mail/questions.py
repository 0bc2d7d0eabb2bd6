"""Matches that ask a player for a move by mail."""

from email.message import EmailMessage

from events.models import Match
from tests.support.mailbox import Mailbox, codes_in
from tests.support.people import open_match


def asked(box: Mailbox, **more: object) -> tuple[str, EmailMessage]:
    """A match in which the player is asked for a move, and the mail that says so."""
    for _ in range(20):
        match = open_match(box.person, 2, bots=1, **more)["id"]
        (mail,) = box.new_mails()
        if codes_in(mail):
            return match, mail
    raise AssertionError("never asked")


def version(match: str) -> int:
    return Match.objects.get(id=match).version
