"""A sheet as HTML for mail programs: no scripts, no classes, no external resources."""

from django.conf import settings
from django.template.loader import render_to_string

from events.mail.tokens import unsubscribe_url
from events.notifications.email.sheet import Sheet
from events.notifications.email.text import standing_instructions, state_of
from events.notifications.email.words import MAIL_TEXTS


def page_of(sheet: Sheet, note: str, picture: str) -> str:
    """The HTML of a mail; `picture` is the Content-ID of the table's picture, or empty."""
    words = {key: text.within(sheet.language) for key, text in MAIL_TEXTS.items()}
    return render_to_string(
        "mail/turn.html",
        {
            "sheet": sheet,
            "note": note,
            "picture": picture,
            "state": state_of(sheet),
            "standing": standing_instructions(sheet),
            "say": words,
            "foot": words["foot"].format(name=sheet.player.name, url=f"{settings.PUBLIC_URL}/me"),
            "untold": words["untold"].format(count=sheet.untold, url=sheet.url),
            "stop_url": unsubscribe_url(sheet.player.id),
        },
    )
