"""The language of an answer."""

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from events.players.identity import Player
from games.contract import LANGUAGES

DEFAULT = "en"


def language_of(request: HttpRequest) -> str:
    """The first supported language of Accept-Language, else the caller's own, else English."""
    for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        if (language := tag.split("-")[0]) in LANGUAGES:
            return language
    # Django REST framework sets `user` on Django's request once it has authenticated the caller.
    # Reading `user` of its own request would authenticate, which may be what has just failed.
    caller = getattr(getattr(request, "_request", request), "user", None)
    return caller.locale if isinstance(caller, Player) else DEFAULT
