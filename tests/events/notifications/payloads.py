"""What each channel would carry to somebody about a match, for whoever looks for leaks."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import transaction

from events.models import Match, Outbox, Player
from events.notifications.email import picture
from events.notifications.email.compose import notice_mail
from events.notifications.freshness import is_news
from events.notifications.http.apns import apns_payload
from events.notifications.http.fcm import fcm_message
from events.notifications.http.push import push_payload
from events.notifications.http.webhooks import webhook_body
from events.notifications.notice import Notice, notice_of
from events.players.profile import Channels
from tests.events.cups.support import cup_with_table

# Links and addresses for answers name the match and are signed: they differ from one to the next.
SIGNED = re.compile(r"https?://[^\s\"<>]+|[\w.+-]+@[\w.-]+")

# Equal drawings are rendered once: it is half of the time, and twins mostly look alike.
rendered = cache(picture.png_of)


def mailed(player: Player, notice: Notice) -> Any:
    """A mail, but for what is signed in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picture, "png_of", rendered)
        mail: EmailMessage = notice_mail(player, [notice], unique="x")
    pages = [content for content, _ in getattr(mail, "alternatives", ())]
    pictures = [part.get_payload() for part in mail.attachments]
    headers = sorted((name, value) for name, value in mail.extra_headers.items())
    said = repr((mail.subject, mail.body, pages, headers, mail.reply_to))
    return SIGNED.sub("SIGNED", said), pictures


def pushed(player: Player, notice: Notice) -> Any:
    """What a browser, an iPhone and an Android phone get."""
    payload = push_payload(player, (notice,))
    return payload, apns_payload(payload, receipts=True), fcm_message(payload, receipts=False)


PAYLOADS: dict[str, Callable[[Player, Notice], Any]] = {
    "email": mailed,
    "push": pushed,
    "webhook": webhook_body,
}

OF_A_CUP = {Outbox.Kind.CUP_STARTED, Outbox.Kind.CUP_ENDED}


def told_by_channels(player_id: str, match_id: str) -> dict[str, list[Any]]:
    """Of every kind of notice whether it would be news to somebody now, and what each channel
    would say."""
    told: dict[str, list[Any]] = {channel: [] for channel in Channels.__struct_fields__}
    if not player_id:
        return told
    player, match = Player.objects.get(id=player_id), Match.objects.get(id=match_id)
    player.email = "reader@example.org"
    for kind in sorted(set(Outbox.Kind) - OF_A_CUP):
        row = Outbox(
            recipient=player, match=match, seq=match.version, kind=kind, number=0,
            at=match.created_at,
        )  # fmt: skip
        _tell(row, told)
    with transaction.atomic():
        _tell_of_a_cup(match, player, told)
        transaction.set_rollback(True)
    return told


def _tell(row: Outbox, told: dict[str, list[Any]]) -> None:
    news, notice = is_news(row), notice_of(row)
    for channel, said in told.items():
        payload = repr(PAYLOADS[channel](row.recipient, notice))
        said.append((str(row.kind), news, payload.replace(str(notice.cup), "CUP")))


def _tell_of_a_cup(match: Match, player: Player, told: dict[str, list[Any]]) -> None:
    """What would be said of a cup of which the match is a table; the match names it, too."""
    cup = cup_with_table(match, player.id)
    match.ends_at = cup.ends_at
    started = Outbox(recipient=player, match=match, seq=1, kind="match_started", at=cup.starts_at)
    _tell(started, told)
    for kind in sorted(OF_A_CUP):
        for cup.status in ("running", "ended"):
            row = Outbox(recipient=player, cup=cup, seq=cup.version, kind=kind, at=cup.starts_at)
            _tell(row, told)
