"""Whether a notice is still news to its recipient, checked just before it is sent."""

from django.utils import timezone

from events.cups.log import cup_state
from events.models import Cup, CupEntrant, Match, Message, Outbox, Seat
from events.players.blocks import heard_by
from events.seats.access import may_see
from events.selectors.unread import READ_TO

Kind = Outbox.Kind


def is_news(row: Outbox) -> bool:
    """Whether the recipient has not seen the event yet and it still matters."""
    if row.recipient.left_at is not None:
        return False
    if row.cup is not None:
        return _is_news_of_cup(row)
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


def _is_news_of_cup(row: Outbox) -> bool:
    """Whether the recipient is still in the cup; of its beginning, also without a table there."""
    assert row.cup is not None
    own = CupEntrant.objects.filter(cup=row.cup, player=row.recipient_id, left=False)
    number = own.values_list("number", flat=True).first()
    if number is None or row.kind == Kind.CUP_ENDED:
        return number is not None
    seated = any(number in table.entrants for table in cup_state(row.cup).tables)
    return row.cup.status == Cup.Status.RUNNING and not seated


def _still_invited(row: Outbox) -> bool:
    assert row.match is not None
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
