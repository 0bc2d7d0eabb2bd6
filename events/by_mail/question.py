"""Which question a mail answers."""

from msgspec import Struct

from events.by_mail.inbox import IncomingMail
from events.log.position import Position
from events.mail.reply_address import ReplyAddress, question_named
from events.models import Delivery, Outbox, Seat
from events.play.moves import question_open_to


class Question(Struct, frozen=True):
    """The question that a mail answers."""

    seat: int
    asked: int | None
    """None if the mail that it answers asked nothing, or if it is not known."""
    is_unknown: bool = False


def question_of_mail(mail: IncomingMail, address: ReplyAddress, position: Position) -> Question:
    """Return the question that a mail to the address of a seat answers.

    The mail's In-Reply-To or References name it. A mail without these answers the open question,
    if its sender had been sent that question before writing.
    """
    assert address.seat is not None
    if address.asked is not None:
        return Question(address.seat, address.asked)
    for references in (mail.in_reply_to, mail.references):
        named = question_named(references, address.match)
        if named is not None:
            return Question(address.seat, named or None)
    asked = question_open_to(position, address.seat)
    if asked is not None and _had_been_sent(mail, address, address.seat, asked):
        return Question(address.seat, asked)
    return Question(address.seat, None, is_unknown=True)


def _had_been_sent(mail: IncomingMail, address: ReplyAddress, number: int, asked: int) -> bool:
    """Whether a mail with this question was sent, and when its answer was written."""
    seat = Seat.objects.get(match=address.match, number=number)
    if mail.date is None or seat.asked_at is None:
        return False
    if mail.date < seat.asked_at.replace(microsecond=0):  # the date of a mail is in seconds
        return False
    sent = Delivery.objects.filter(
        channel=Delivery.Channel.EMAIL,
        state=Delivery.State.SENT,
        notice__match=address.match,
        notice__recipient=seat.player_id,
        notice__kind__in=(Outbox.Kind.YOUR_TURN, Outbox.Kind.DEADLINE_NEAR),
        notice__seq__gte=asked,
    )
    return seat.seen_version >= asked or sent.exists()
