"""In which language somebody is answered."""

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from events.players import Player
from games.contract import LANGUAGES

DEFAULT = "en"


def language_of(request: HttpRequest) -> str:
    """The first of Accept-Language that we speak, else the asker's own, else English."""
    for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        if (language := tag.split("-")[0]) in LANGUAGES:
            return language
    # Django REST framework notes there who has been recognised. Asking its own request would try to
    # recognise them, which may be what has just failed.
    asker = getattr(getattr(request, "_request", request), "user", None)
    return asker.locale if isinstance(asker, Player) else DEFAULT
