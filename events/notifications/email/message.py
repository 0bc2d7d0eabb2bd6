"""A sheet as a mail with text, HTML and picture; all mails about a match form one thread."""

import email.policy
from email.mime.image import MIMEImage
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from events.mail.queue import unsubscribe_headers
from events.mail.reply_address import message_id
from events.mail.tokens import unsubscribe_url
from events.notifications.email.html import page_of
from events.notifications.email.picture import picture_of
from events.notifications.email.sheet import Sheet
from events.notifications.email.text import sheet_text, subject_of

PICTURE = "table@gobelet"
"""The Content-ID by which the HTML refers to the attached picture."""


def message_of(
    sheet: Sheet, note: str = "", answers: str = "", *, unique: str
) -> EmailMultiAlternatives:
    """Build the mail of a sheet; `answers` is the Message-ID of the mail that it answers.

    `unique` identifies the mail, and is the same at every try to send it.
    """
    picture = picture_of(sheet)
    message = EmailMultiAlternatives(
        subject_of(sheet),
        sheet_text(sheet, note),
        _envelope_sender(sheet),
        [sheet.player.email or ""],
        headers=headers_of(sheet, answers)
        | {"Message-ID": message_id(sheet.match.id, sheet.asked, unique)},
        reply_to=[sheet.reply_to] if sheet.reply_to else None,
    )
    message.attach_alternative(page_of(sheet, note, PICTURE if picture else ""), "text/html")
    if picture:
        message.mixed_subtype = "related"  # type: ignore[attr-defined]
        message.attach(_inline(picture))
    return message


def headers_of(sheet: Sheet, answers: str = "") -> dict[str, str]:
    """The headers for threading, one-click unsubscribing and preventing automatic replies."""
    root = thread_of(sheet.match.id)
    return {
        "From": settings.MAIL_FROM,
        "Auto-Submitted": "auto-replied" if answers else "auto-generated",
        "Content-Language": sheet.language,
        "In-Reply-To": answers or root,
        "References": f"{root} {answers}".strip(),
        **unsubscribe_headers(unsubscribe_url(sheet.player.id)),
    }


def thread_of(match_id: str) -> str:
    """The Message-ID that all mails about a match refer to."""
    return f"<match.{match_id}@{settings.MAIL_DOMAIN}>"


def _envelope_sender(sheet: Sheet) -> str:
    """The envelope sender, which gets bounces: the reply address, which we read, if it has the same
    domain as MAIL_FROM, else MAIL_FROM."""
    domain = parseaddr(settings.MAIL_FROM)[1].rpartition("@")[2]
    ours = domain.lower() == settings.MAIL_DOMAIN.lower()
    return (ours and sheet.reply_to) or settings.MAIL_FROM


def _inline(picture: bytes) -> MIMEImage:
    image = MIMEImage(picture, "png", policy=email.policy.default)
    image.add_header("Content-ID", f"<{PICTURE}>")
    image.add_header("Content-Disposition", "inline", filename="table.png")
    return image
