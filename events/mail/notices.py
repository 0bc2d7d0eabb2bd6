"""The mail that tells somebody of something: about one match all of it, about several a list."""

from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from events.mail.links import unsubscribe_url
from events.mail.message import message_of, stopping
from events.mail.sheet import sheet_of
from events.mail.words import SAID
from events.models import Match, Outbox, Player
from events.notify.notices import Notice
from events.notify.words import heading, sentence
from games.contract import Text

_SEVERAL = Text("Gobelet : {count} nouvelles", "Gobelet: {count} pieces of news")


def notice_mail(player: Player, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """A mail to a player that says all of this; ready to be sent but for its Message-ID."""
    matches = {notice.match for notice in notices}
    if len(matches) == 1:
        match = Match.objects.get(id=notices[0].match)
        if (sheet := sheet_of(match, player)) is not None:
            beside = [one for one in notices if one.kind != Outbox.Kind.YOUR_TURN]
            return message_of(sheet, note=" ".join(_said(one, player) for one in beside))
    return _list(player, notices)


def _list(player: Player, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    language = player.locale
    told = [(heading(one, player), _said(one, player), one.url) for one in notices]
    subject = _SEVERAL.within(language).format(count=len(told)) if len(told) > 1 else told[0][0]
    foot = SAID["foot"].within(language).format(name=player.name, url=f"{settings.PUBLIC_URL}/me")
    stop = SAID["stop"].within(language)
    text = "\n".join(f"{title}\n{said}\n{url}\n" for title, said, url in told)
    message = EmailMultiAlternatives(
        " ".join(subject.split()),
        f"{text}\n-- \n{foot}\n{stop}: {unsubscribe_url(player.id)}\n",
        settings.MAIL_FROM,
        [player.email or ""],
        headers={"Auto-Submitted": "auto-generated", **stopping(player.id)},
    )
    page = {
        "language": language,
        "subject": subject,
        "told": told,
        "foot": foot,
        "stop": stop,
        "stop_url": unsubscribe_url(player.id),
    }
    message.attach_alternative(render_to_string("mail/list.html", page), "text/html")
    return message


def _said(notice: Notice, player: Player) -> str:
    if notice.text is None or notice.by is None:
        return sentence(notice, player)
    colon = " :" if player.locale == "fr" else ":"
    return f"{notice.by['name']}{colon} {notice.text}"
