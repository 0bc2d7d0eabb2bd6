"""The mail that tells somebody of something: about one match all of it, about several a list with
an entry for each."""

from collections import defaultdict
from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from events.invitations import invitation_link
from events.letters import stopping
from events.mail.links import unsubscribe_url
from events.mail.message import message_of
from events.mail.sheet import sheet_of
from events.mail.words import SAID
from events.models import Match, Outbox, Player
from events.notify.notices import Notice
from events.notify.words import heading, sentence
from games.contract import Text

_SEVERAL = Text("Gobelet : nouvelles de {count} parties", "Gobelet: news of {count} matches")


def notice_mail(player: Player, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """A mail to a player that says all of this; ready to be sent but for its Message-ID."""
    matches = {notice.match for notice in notices}
    if len(matches) == 1:
        match = Match.objects.get(id=notices[0].match)
        if (sheet := sheet_of(match, player)) is not None:
            beside = [one for one in notices if one.kind != Outbox.Kind.YOUR_TURN]
            return message_of(sheet, note=_all_said(beside, player))
    return _list(player, notices)


def _list(player: Player, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    language = player.locale
    by_match: defaultdict[str, list[Notice]] = defaultdict(list)
    for notice in notices:
        by_match[notice.match].append(notice)
    told = [
        (heading(about[0], player), _all_said(about, player), _place(about[0], player))
        for about in by_match.values()
    ]
    subject = _SEVERAL.within(language).format(count=len(told)) if len(told) > 1 else told[0][0]
    foot = SAID["foot"].within(language).format(name=player.name, url=f"{settings.PUBLIC_URL}/me")
    stop, stop_url = SAID["stop"].within(language), unsubscribe_url(player.id)
    text = "\n".join(f"{title}\n{said}\n{url}\n" for title, said, url in told)
    message = EmailMultiAlternatives(
        " ".join(subject.split()),
        f"{text}\n-- \n{foot}\n{stop}: {stop_url}\n",
        settings.MAIL_FROM,
        [player.email or ""],
        headers={"Auto-Submitted": "auto-generated", **stopping(stop_url)},
    )
    page = {
        "language": language,
        "subject": subject,
        "told": told,
        "foot": foot,
        "stop": stop,
        "stop_url": stop_url,
    }
    message.attach_alternative(render_to_string("mail/list.html", page), "text/html")
    return message


def _place(notice: Notice, player: Player) -> str:
    """Where to look; who is invited needs no more than the link to sit down."""
    link = invitation_link(notice.match, player) if notice.kind == Outbox.Kind.INVITED else None
    return link or notice.url


def _all_said(notices: Sequence[Notice], player: Player) -> str:
    """What there is to say of a match, one line for each thing."""
    every = (one for notice in notices for one in (*notice.before, notice))
    return "\n".join(_said(one, player) for one in every)


def _said(notice: Notice, player: Player) -> str:
    if notice.text is None or notice.by is None:
        return sentence(notice, player)
    colon = " :" if player.locale == "fr" else ":"
    return f"{notice.by['name']}{colon} {' '.join(notice.text.split())}"
