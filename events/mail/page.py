"""A sheet as a page of HTML, for mail programs: no scripts, no classes, nothing from elsewhere."""

from django.conf import settings
from django.template.loader import render_to_string

from events.mail.links import unsubscribe_url
from events.mail.sheet import Sheet
from events.mail.text import standing_said, state_of
from events.mail.words import SAID


def page_of(sheet: Sheet, note: str, picture: str) -> str:
    """The HTML of a mail; `picture` is the Content-ID of the table's picture, if there is one."""
    words = {key: text.within(sheet.language) for key, text in SAID.items()}
    return render_to_string(
        "mail/turn.html",
        {
            "sheet": sheet,
            "note": note,
            "picture": picture,
            "state": state_of(sheet),
            "standing": standing_said(sheet),
            "say": words,
            "foot": words["foot"].format(name=sheet.player.name, url=f"{settings.PUBLIC_URL}/me"),
            "untold": words["untold"].format(count=sheet.untold, url=sheet.url),
            "stop_url": unsubscribe_url(sheet.player.id),
        },
    )
