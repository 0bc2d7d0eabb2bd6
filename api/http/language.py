"""The language of an answer."""

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from events.players.identity import Player
from games.contract import LANGUAGES

DEFAULT = "en"


def accepted_language(header: str) -> str | None:
    """The first supported language of an Accept-Language header."""
    tags = (tag.split("-")[0] for tag, _ in parse_accept_lang_header(header))
    return next((language for language in tags if language in LANGUAGES), None)


def language_of(request: HttpRequest) -> str:
    """The first supported language of Accept-Language, else the caller's own, else English."""
    if language := accepted_language(request.headers.get("Accept-Language", "")):
        return language
    # Django REST framework sets `user` on Django's request once it has authenticated the caller.
    # Reading `user` of its own request would authenticate, which may be what has just failed.
    caller = getattr(getattr(request, "_request", request), "user", None)
    return caller.locale if isinstance(caller, Player) else DEFAULT
