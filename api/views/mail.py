"""Pages behind the links in mails: they show what would be done, and only a POST does it.

Who has such a link is who may use it: there is no session and no cookie, so nothing that another
site could make somebody's browser do.
"""

from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from api.address import neighbourhood_of
from api.language import language_of
from api.limits import count_on
from events.commit import committed
from events.mail.doors import offer_of, offer_take
from events.mail.play import NotPlayed
from events.mail.stopping import unsubscribe, unsubscribe_offer
from events.mail.words import SAID, said

_POLICY = (
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'"
)


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to play the move that a link offers, and play it."""
    if (refused := _too_often(request)) is not None:
        return refused
    offer = offer_of(token)
    if offer is None:
        return _page(request, language_of(request), status=404, title=None, note="no_link")
    language = offer.language
    about: dict[str, Any] = {"title": offer.title, "others": offer.others, "url": offer.url}
    if request.method != "POST" or offer.why_not:
        status = 410 if offer.why_not else 200
        who = said("as", language, name=offer.player.name)
        return _page(request, language, status=status, offer=offer, who=who, **about)
    try:
        done = committed(partial(offer_take, token, request.POST.get("move", "")))
    except NotPlayed as refusal:
        return _page(request, language, status=409, why=refusal.why, **about)
    return _page(request, language, done=done, **about)


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to stop mails, and stop them: at once for mail programs (RFC 8058)."""
    reader = unsubscribe_offer(token)
    if reader is None:
        return _page(request, language_of(request), status=404, title=None, note="no_link")
    if request.method != "POST":
        text = said("stop_text", reader.locale, name=reader.name)
        return _page(request, reader.locale, stopping=text)
    with transaction.atomic():
        unsubscribe(reader)
    done = said("stopped" if reader.player else "stopped_stranger", reader.locale)
    return _page(request, reader.locale, done=done)


def _page(
    request: HttpRequest, language: str, *, status: int = 200, note: str = "", **more: Any
) -> HttpResponse:
    words = {key: text.within(language) for key, text in SAID.items()}
    context = {"say": words, "language": language, "note": words.get(note, ""), **more}
    response = render(request, "mail_pages/page.html", context, status=status)
    response["Content-Security-Policy"] = _POLICY
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def _too_often(request: HttpRequest) -> HttpResponse | None:
    wait = count_on(request, {"address": neighbourhood_of(request)})
    if wait is None:
        return None
    return HttpResponse(status=429, headers={"Retry-After": str(wait)})
