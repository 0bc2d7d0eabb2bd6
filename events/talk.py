"""Table talk: said by who sits there, read by whoever may see the match."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from events.announce import announce, match_touched
from events.models import Match, Message, Outbox, Player, Seat, Shunned
from events.rations import ration_use
from events.record import timestamp
from events.refusals import Forbidden
from events.shown import person_shown
from events.shunning import heard_by

REMOVED = "[…]"
"""What is shown of words that were taken back, in every language."""


def message_post(*, match: Match, player: Player, text: str) -> Message:
    """Say something at a table that one sits at, before, during or after the match."""
    if not Seat.objects.filter(match=match, player=player).exists():
        raise Forbidden("not_seated")
    ration_use(player=player, kind="message", most=settings.MESSAGES_PER_DAY)
    message = Message.objects.create(match=match, player=player, text=text, at=timezone.now())
    match_touched(match)
    _notify(message)
    return message


def words_remove(*, player: Player) -> None:
    """Take back all that a player has said; that something was said there stays."""
    Message.objects.filter(player=player).update(text="")


def _notify(message: Message) -> None:
    """Tell the others at the table that something was said, but for who would not read it."""
    match = message.match
    others = Player.objects.filter(seats__match=match).exclude(id=message.player_id)
    deaf = Shunned.objects.filter(other=message.player).values("player")
    rows = [
        Outbox(
            recipient=reader,
            match=match,
            seq=match.version,
            kind=Outbox.Kind.MESSAGE,
            number=message.id,
            at=message.at,
        )
        for reader in others.exclude(id__in=deaf).order_by("id")
    ]
    Outbox.objects.bulk_create(rows)
    announce(*(row.recipient_id for row in rows))


def messages_for(
    reader: Player | None, *, match: Match, before: int | None, most: int
) -> list[Message]:
    """What was said, the newest first, but for people whom the reader has muted or blocked."""
    found = Message.objects.filter(match=match).select_related("player")
    if reader is not None:
        found = found.filter(heard_by(reader))
    if before is not None:
        found = found.filter(id__lt=before)
    return list(found.order_by("-id")[:most])


def messages_around(*, match: Match, moment: datetime, most: int) -> list[Message]:
    """What was said before and after a moment, so many of each at most, in order."""
    said = Message.objects.filter(match=match).select_related("player")
    before = said.filter(at__lte=moment).order_by("-id")[:most]
    return [*reversed(before), *said.filter(at__gt=moment).order_by("id")[:most]]


def messages_shown(match: Match, messages: list[Message]) -> list[dict[str, Any]]:
    """Each message with who said it, and from where if they still sit there."""
    seated = Seat.objects.filter(match=match, player__isnull=False)
    numbers = dict(seated.values_list("player_id", "number"))
    return [_shown(message, numbers.get(message.player_id)) for message in messages]


def _shown(message: Message, seat: int | None) -> dict[str, Any]:
    return {
        "id": message.id,
        "player": person_shown(message.player),
        "seat": seat,
        "text": message.text or REMOVED,
        "removed": not message.text,
        "at": timestamp(message.at),
    }
