"""How far a player has read a match's log and messages, and how much is unread."""

from django.db.models import Count, F, IntegerField, Max, OuterRef, Subquery
from django.db.models.functions import Coalesce, Greatest

from events.errors import Forbidden
from events.models import LoggedEvent, Match, Message, Player, Seat
from events.players.blocks import heard_by

_OWN_MOVES = LoggedEvent.objects.filter(
    match=OuterRef("match"), actor=OuterRef("number"), move_key__isnull=False
)
_UNREAD_TALK = (
    Message.objects.filter(heard_by(OuterRef(OuterRef("player"))))
    .filter(match=OuterRef("match"), number__gt=OuterRef("seen_message"), emote="")
    .exclude(player=OuterRef("player"))
    .order_by()
    .values("match")
)

SENT_BLINDLY = ("mail:", "link:")
"""How the keys of moves begin that were sent by mail or by a link of a mail."""

# Seat expression: the seq up to which its player has read, by their read mark or their latest move.
READ_TO = Greatest(
    F("seen_version"), Coalesce(Subquery(_OWN_MOVES.order_by("-seq").values("seq")[:1]), 0)
)
# Seat expression: the number of unread messages, not emotes, of players not blocked or muted.
UNREAD_MESSAGES = Coalesce(
    Subquery(_UNREAD_TALK.annotate(unread=Count("pk")).values("unread")),
    0,
    output_field=IntegerField(),
)


def read_to(match: Match, seat: int) -> int:
    """Return the seq up to which a seat's player has read the log."""
    seats = Seat.objects.filter(match=match, number=seat).annotate(read_to=READ_TO)
    return int(seats.values_list("read_to", flat=True).get())


def mail_starts_after(match: Match, seat: int) -> int:
    """Return the seq up to which a mail to a seat's player need not tell.

    That is as far as the player has read, but a move that was sent by mail or by a link is told
    with what came of it: its player has seen neither.
    """
    seats = Seat.objects.filter(match=match, number=seat)
    seen = int(seats.values_list("seen_version", flat=True).get())
    own = LoggedEvent.objects.filter(match=match, actor=seat, move_key__isnull=False)
    last = own.order_by("-seq").values_list("seq", "move_key").first()
    if last is None or seen >= last[0]:
        return seen
    if not str(last[1]).startswith(SENT_BLINDLY):
        return int(last[0])
    first = own.filter(move_key=last[1]).order_by("seq").values_list("seq", flat=True)[0]
    return max(seen, first - 1)


def seen_mark(
    *, match: Match, player: Player, version: int | None, message: int | None
) -> dict[str, int]:
    """Move a player's read marks forward and return them.

    They never move back, nor past the newest event and message.
    """
    newest = Message.objects.filter(match=match).aggregate(newest=Max("number"))["newest"]
    version = min(version or 0, match.version)
    message = min(message or 0, newest or 0)
    seat = Seat.objects.filter(match=match, player=player)
    noted = seat.update(
        seen_version=Greatest(F("seen_version"), version),
        seen_message=Greatest(F("seen_message"), message),
    )
    if not noted:
        raise Forbidden("not_seated")
    marks = seat.values_list("seen_version", "seen_message").get()
    return dict(zip(("version", "message"), marks, strict=True))
