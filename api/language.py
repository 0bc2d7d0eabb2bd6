"""In which language somebody is answered."""

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from games.contract import LANGUAGES

DEFAULT = "en"


def language_of(request: HttpRequest) -> str:
    """The first language of Accept-Language that we speak."""
    for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        if (language := tag.split("-")[0]) in LANGUAGES:
            return language
    return DEFAULT
