"""Mails about notices: the full sheet of a match, or a list with an entry for each match or cup."""

from collections import defaultdict
from collections.abc import Sequence

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from events.mail.queue import unsubscribe_headers
from events.mail.reply_address import invitation_address
from events.mail.tokens import unsubscribe_url
from events.matches.invitations import MAIL_HINT, invitation_link
from events.models import Match, Outbox, Player
from events.notifications.email.message import message_of
from events.notifications.email.sheet import sheet_of
from events.notifications.email.words import MAIL_TEXTS
from events.notifications.notice import Notice
from events.notifications.words import heading, notice_sentence
from games.contract import Text

_SEVERAL = Text("Gobelet : nouvelles de {count} parties", "Gobelet: news of {count} matches")
_WITH_CUPS = Text(
    "Gobelet : nouvelles de parties et de coupes", "Gobelet: news of matches and cups"
)


def notice_mail(
    player: Player, notices: Sequence[Notice], *, unique: str
) -> EmailMultiAlternatives:
    """Compose the mail with these notices for a player; a list has no Message-ID yet.

    The notices, at least one, are of one match or cup or of several in a digest, the most urgent
    first, all checked to be news just before. It has no side effects: a retry may call it again,
    with the same `unique`.
    """
    abouts = {notice.about for notice in notices}
    if len(abouts) == 1 and notices[0].match is not None:
        match = Match.objects.get(id=notices[0].match)
        if (sheet := sheet_of(match, player)) is not None:
            beside = [one for one in notices if one.kind != Outbox.Kind.YOUR_TURN]
            return message_of(sheet, note=_all_lines(beside, player), unique=unique)
    return _list(player, notices)


def _list(player: Player, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    language = player.locale
    grouped: defaultdict[str, list[Notice]] = defaultdict(list)
    for notice in notices:
        grouped[notice.about].append(notice)
    entries = [
        (heading(about[0], player), _all_lines(about, player), _link(about[0], player))
        for about in grouped.values()
    ]
    subject = entries[0][0] if len(entries) == 1 else _several(notices, len(entries), language)
    foot = (
        MAIL_TEXTS["foot"]
        .within(language)
        .format(name=player.name, url=f"{settings.PUBLIC_URL}/me")
    )
    stop, stop_url = MAIL_TEXTS["stop"].within(language), unsubscribe_url(player.id)
    invited = [notice for notice in notices if notice.kind == Outbox.Kind.INVITED]
    reply_to = None
    if settings.MAIL_IS_READ and len(grouped) == len(invited) == 1:
        title, said, url = entries[0]
        entries = [(title, f"{said}\n{MAIL_HINT.within(language)}", url)]
        reply_to = [invitation_address(invited[0].about, player.id)]
    text = "\n".join(f"{title}\n{said}\n{url}\n" for title, said, url in entries)
    message = EmailMultiAlternatives(
        " ".join(subject.split()),
        f"{text}\n-- \n{foot}\n{stop}: {stop_url}\n",
        settings.MAIL_FROM,
        [player.email or ""],
        headers={"Auto-Submitted": "auto-generated", **unsubscribe_headers(stop_url)},
        reply_to=reply_to,
    )
    page = {
        "language": language,
        "subject": subject,
        "told": entries,
        "foot": foot,
        "stop": stop,
        "stop_url": stop_url,
    }
    message.attach_alternative(render_to_string("mail/list.html", page), "text/html")
    return message


def _several(notices: Sequence[Notice], count: int, language: str) -> str:
    """The subject of a mail with several entries."""
    subject = _SEVERAL if all(notice.match for notice in notices) else _WITH_CUPS
    return subject.within(language).format(count=count)


def _link(notice: Notice, player: Player) -> str:
    """The URL of the match or cup; of an invitation, the link that is enough to join."""
    link = invitation_link(notice.about, player) if notice.kind == Outbox.Kind.INVITED else None
    return link or notice.url


def _all_lines(notices: Sequence[Notice], player: Player) -> str:
    """The notices of a match or cup with the messages before them, one line each."""
    every = (one for notice in notices for one in (*notice.before, notice))
    return "\n".join(_line(one, player) for one in every)


def _line(notice: Notice, player: Player) -> str:
    if notice.text is None or notice.by is None:
        return notice_sentence(notice, player)
    colon = " :" if player.locale == "fr" else ":"
    return f"{notice.by['name']}{colon} {' '.join(notice.text.split())}"
