"""How far somebody has read a match's log and its talk, and what is unread."""

from django.db.models import Count, F, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce, Greatest

from events.models import LoggedEvent, Match, Message, Player, Seat
from events.refusals import Forbidden
from events.shunning import heard_by

_OWN_MOVES = LoggedEvent.objects.filter(
    match=OuterRef("match"), actor=OuterRef("number"), move_key__isnull=False
)
_UNREAD_TALK = (
    Message.objects.filter(heard_by(OuterRef(OuterRef("player"))))
    .filter(match=OuterRef("match"), id__gt=OuterRef("seen_message"))
    .exclude(player=OuterRef("player"))
    .order_by()
    .values("match")
)

# Of seats: the seq up to which its player has read, by their own word or because they moved there.
READ_TO = Greatest(
    F("seen_version"), Coalesce(Subquery(_OWN_MOVES.order_by("-seq").values("seq")[:1]), 0)
)
# Of seats: how many messages its player would read and has not.
UNREAD_MESSAGES = Coalesce(
    Subquery(_UNREAD_TALK.annotate(unread=Count("pk")).values("unread")),
    0,
    output_field=IntegerField(),
)


def read_to(match: Match, seat: int) -> int:
    """The seq up to which a seat's player has read the log."""
    seats = Seat.objects.filter(match=match, number=seat).annotate(read_to=READ_TO)
    return int(seats.values_list("read_to", flat=True).get())


def seen_mark(
    *, match: Match, player: Player, version: int | None, message: int | None
) -> dict[str, int]:
    """Note how far somebody has read: never back, never past what is there."""
    newest = Message.objects.filter(match=match).order_by("-id").values_list("id", flat=True)
    version = min(version or 0, match.version)
    message = min(message or 0, newest.first() or 0)
    seat = Seat.objects.filter(match=match, player=player)
    noted = seat.update(
        seen_version=Greatest(F("seen_version"), version),
        seen_message=Greatest(F("seen_message"), message),
    )
    if not noted:
        raise Forbidden("not_seated")
    marks = seat.values_list("seen_version", "seen_message").get()
    return dict(zip(("version", "message"), marks, strict=True))
