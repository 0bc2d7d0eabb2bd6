"""Table talk: messages of seated players, for every viewer who may see the match."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from events.errors import Forbidden
from events.log.envelope import timestamp
from events.matches.emotes import TEXTS, Emote
from events.models import Block, Match, Message, Outbox, Player, Seat
from events.players.blocks import heard_by
from events.players.quotas import quota_use
from events.seats.rows import person_json
from events.work.publish import match_touch, publish
from games.words import typeset

REMOVED = "[…]"
"""The text shown in place of a removed message, in every language."""


def message_post(
    *, match: Match, player: Player, text: str = "", emote: Emote | None = None
) -> Message:
    """Post a message or an emote of a seated player, before, during or after the match; only
    messages notify."""
    if not Seat.objects.filter(match=match, player=player).exists():
        raise Forbidden("not_seated")
    quota_use(player=player, kind="message", most=settings.MESSAGES_PER_DAY)
    match_touch(match)  # locks the match's row, so that numbers have no gaps and no duplicates
    newest = Message.objects.filter(match=match).aggregate(newest=Max("number"))["newest"] or 0
    message = Message.objects.create(
        match=match,
        number=newest + 1,
        player=player,
        text=text,
        emote=emote or "",
        at=timezone.now(),
    )
    if emote is None:
        _notify(message)
    return message


def messages_remove(*, player: Player) -> None:
    """Erase the text of all messages of a player; the rows stay."""
    Message.objects.filter(player=player).update(text="", emote="")


def _notify(message: Message) -> None:
    """Notify the other players of a message, except those who muted or blocked its author."""
    match = message.match
    others = Player.objects.filter(seats__match=match).exclude(id=message.player_id)
    muted_by = Block.objects.filter(other=message.player).values("player")
    rows = [
        Outbox(
            recipient=reader,
            match=match,
            seq=match.version,
            kind=Outbox.Kind.MESSAGE,
            number=message.number,
            at=message.at,
        )
        for reader in others.exclude(id__in=muted_by).order_by("id")
    ]
    Outbox.objects.bulk_create(rows)
    publish(*(row.recipient_id for row in rows))


def messages_for(
    reader: Player | None, *, match: Match, before: int | None, most: int
) -> list[Message]:
    """Return the newest messages first, without players whom the reader has muted or blocked."""
    found = Message.objects.filter(match=match).select_related("player")
    if reader is not None:
        found = found.filter(heard_by(reader))
    if before is not None:
        found = found.filter(number__lt=before)
    return list(found.order_by("-number")[:most])


def messages_around(*, match: Match, time: datetime, most: int) -> list[Message]:
    """Return the messages before and after a time, at most `most` of each, in order."""
    posted = Message.objects.filter(match=match).select_related("player")
    before = posted.filter(at__lte=time).order_by("-number")[:most]
    return [*reversed(before), *posted.filter(at__gt=time).order_by("number")[:most]]


def messages_json(match: Match, messages: list[Message], *, language: str) -> list[dict[str, Any]]:
    """Serialise messages with their authors, and the author's seat if they still have one."""
    seated = Seat.objects.filter(match=match, player__isnull=False)
    numbers = dict(seated.values_list("player_id", "number"))
    return [_message_json(one, numbers.get(one.player_id), language) for one in messages]


def _message_json(message: Message, seat: int | None, language: str) -> dict[str, Any]:
    text = message.text or _emote_text(message.emote, language)
    return {
        "id": message.number,
        "player": person_json(message.player),
        "seat": seat,
        "text": text or REMOVED,
        "emote": message.emote or None,
        "removed": not text,
        "at": timestamp(message.at),
    }


def _emote_text(name: str, language: str) -> str:
    found = [text for emote, text in TEXTS.items() if emote == name]
    return typeset(found[0], language) if found else ""
