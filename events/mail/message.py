"""A sheet as a mail: text, page and picture, in one thread for each match."""

import email.policy
from email.mime.image import MIMEImage
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from events.letters import stopping
from events.mail.links import unsubscribe_url
from events.mail.page import page_of
from events.mail.picture import picture_of
from events.mail.sheet import Sheet
from events.mail.text import subject_of, text_of

PICTURE = "table@gobelet"
"""What the page calls the picture that comes with it."""


def message_of(sheet: Sheet, note: str = "", answers: str = "") -> EmailMultiAlternatives:
    """The mail to a sheet's reader; `answers` is the Message-ID of a mail that it answers."""
    picture = picture_of(sheet)
    message = EmailMultiAlternatives(
        subject_of(sheet),
        text_of(sheet, note),
        _returns_to(sheet),
        [sheet.player.email or ""],
        headers=headers_of(sheet, answers),
        reply_to=[sheet.reply_to] if sheet.reply_to else None,
    )
    message.attach_alternative(page_of(sheet, note, PICTURE if picture else ""), "text/html")
    if picture:
        message.mixed_subtype = "related"  # type: ignore[attr-defined]
        message.attach(_inline(picture))
    return message


def headers_of(sheet: Sheet, answers: str = "") -> dict[str, str]:
    """What keeps a thread together, stops mails by one click, and keeps machines from answering."""
    root = thread_of(sheet.match.id)
    return {
        "From": settings.MAIL_FROM,
        "Auto-Submitted": "auto-replied" if answers else "auto-generated",
        "Content-Language": sheet.language,
        "In-Reply-To": answers or root,
        "References": f"{root} {answers}".strip(),
        **stopping(unsubscribe_url(sheet.player.id)),
    }


def thread_of(match_id: str) -> str:
    """What all mails about a match refer to."""
    return f"<match.{match_id}@{settings.MAIL_DOMAIN}>"


def own_id(sheet: Sheet) -> str:
    """A Message-ID that no other mail has."""
    moment = int(timezone.now().timestamp() * 1_000_000)
    return f"<{sheet.match.id}.{sheet.position.version}.{moment}@{settings.MAIL_DOMAIN}>"


def _returns_to(sheet: Sheet) -> str:
    """In whose name a mail server is given the mail, which is whom it tells of a failure: us, where
    that is an address of the domain that we write from anyway."""
    domain = parseaddr(settings.MAIL_FROM)[1].rpartition("@")[2]
    ours = domain.lower() == settings.MAIL_DOMAIN.lower()
    return (ours and sheet.reply_to) or settings.MAIL_FROM


def _inline(picture: bytes) -> MIMEImage:
    image = MIMEImage(picture, "png", policy=email.policy.default)
    image.add_header("Content-ID", f"<{PICTURE}>")
    image.add_header("Content-Disposition", "inline", filename="table.png")
    return image
