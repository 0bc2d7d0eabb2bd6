"""Whether a notice is still news to its recipient, checked just before it is sent."""

from django.utils import timezone

from events.models import Match, Message, Outbox, Seat
from events.players.blocks import heard_by
from events.seats.access import may_see
from events.selectors.unread import READ_TO

Kind = Outbox.Kind


def is_news(row: Outbox) -> bool:
    """Whether the recipient has not seen the event yet and it still matters."""
    if row.recipient.left_at is not None:
        return False
    if row.kind == Kind.INVITED:
        return _still_invited(row)
    own = Seat.objects.filter(match=row.match_id, player=row.recipient_id)
    seat = own.annotate(read_to=READ_TO).first()
    if seat is None:
        return False
    if row.kind == Kind.MESSAGE:
        return seat.seen_message < row.number and _is_heard(row)
    if row.kind == Kind.DEADLINE_NEAR:
        return _is_still_asked(row, seat) and _has_time_left(seat)
    if seat.read_to >= row.seq:
        return False
    return row.kind != Kind.YOUR_TURN or _is_still_asked(row, seat)


def _still_invited(row: Outbox) -> bool:
    if row.match.status != Match.Status.OPEN or not may_see(row.match, row.recipient):
        return False
    return not Seat.objects.filter(match=row.match_id, player=row.recipient_id).exists()


def _is_heard(row: Outbox) -> bool:
    """Whether the message was not removed and the recipient has not muted or blocked its author."""
    heard = Message.objects.filter(heard_by(row.recipient), match=row.match_id, number=row.number)
    return heard.exclude(text="").exists()


def _has_time_left(seat: Seat) -> bool:
    return seat.deadline is not None and seat.deadline > timezone.now()


def _is_still_asked(row: Outbox, seat: Seat) -> bool:
    """Whether the question is still open, without an answer of the player, sealed or not."""
    if seat.asked is None or seat.asked > row.seq or seat.gone or seat.stand_in:
        return False
    return seat.answered != seat.asked
