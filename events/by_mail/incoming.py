"""Incoming mails, by the address that they were sent to."""

from events.by_mail.inbox import mail_read
from events.by_mail.invitation_replies import Invitee, invitation_reply_take, invitee_of
from events.by_mail.replies import ReplyResult, player_at, reply_take
from events.mail.reply_address import address_read
from events.models import Player


def addressee_of(recipient: str) -> Player | Invitee | None:
    """Return for whom an address was made here, or None."""
    address = address_read(recipient)
    if address is None:
        return None
    return invitee_of(address) if address.seat is None else player_at(address)


def mail_take(content: bytes, recipient: str, envelope_sender: str | None) -> ReplyResult:
    """Process a mail once, however often it arrives; committed when this returns.

    Its address is checked before its headers are read, and its sender before its body is.
    """
    address, addressee = address_read(recipient), addressee_of(recipient)
    if address is None or addressee is None:
        return ReplyResult.STRANGE
    mail = mail_read(content, envelope_sender)
    if isinstance(addressee, Invitee):
        return invitation_reply_take(mail, addressee)
    return reply_take(mail, address, addressee)
