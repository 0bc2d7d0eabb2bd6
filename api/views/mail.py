"""Pages behind the links in mails: a GET shows the action, and only a POST performs it.

The bearer of a link may use it: there is no session and no cookie, so another site cannot make a
player's browser act (no CSRF).
"""

from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from api.http.client_ip import throttle_address
from api.http.language import language_of
from api.http.throttling import request_throttle
from events.by_mail.action_links import offer_of, offer_take
from events.by_mail.submit import NotPlayed
from events.by_mail.unsubscribe import resubscribe, unsubscribe, unsubscribe_offer
from events.database.transactions import run_in_transaction
from events.notifications.email.words import MAIL_TEXTS, mail_text

_POLICY = (
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'"
)


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, token: str) -> HttpResponse:
    """Show the move that a link offers, and play it on POST."""
    if (refused := _too_often(request)) is not None:
        return refused
    offer = offer_of(token)
    if offer is None:
        return _page(request, language_of(request), status=404, title=None, note="no_link")
    language = offer.language
    about: dict[str, Any] = {"title": offer.title, "others": offer.others, "url": offer.url}
    if request.method != "POST" or offer.why_not:
        status = 410 if offer.why_not else 200
        who = mail_text("as", language, name=offer.player.name)
        return _page(request, language, status=status, offer=offer, who=who, **about)
    try:
        done = run_in_transaction(partial(offer_take, token, request.POST.get("move", "")))
    except NotPlayed as refusal:
        return _page(request, language, status=409, why=refusal.why, **about)
    return _page(request, language, done=done, **about)


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Offer to stop mails, and stop them on POST, which mail programs send at once (RFC 8058).

    A stop of codes can be undone at the same link, with `resume` in the form.
    """
    reader = unsubscribe_offer(token)
    if reader is None:
        return _page(request, language_of(request), status=404, title=None, note="no_link")
    suffix = "_codes" if reader.stops_codes else "_stranger" if reader.player is None else ""
    if request.method != "POST":
        key = "resume_codes" if reader.is_stopped else f"stop_text{suffix}"
        text = mail_text(key, reader.locale, name=reader.name)
        return _page(request, reader.locale, stopping=text, is_stopped=reader.is_stopped)
    with transaction.atomic():
        is_resuming = "resume" in request.POST
        (resubscribe if is_resuming else unsubscribe)(reader)
    key = "resumed_codes" if is_resuming else f"stopped{suffix}"
    return _page(request, reader.locale, done=mail_text(key, reader.locale, name=reader.name))


def _page(
    request: HttpRequest, language: str, *, status: int = 200, note: str = "", **more: Any
) -> HttpResponse:
    words = {key: text.within(language) for key, text in MAIL_TEXTS.items()}
    context = {"say": words, "language": language, "note": words.get(note, ""), **more}
    response = render(request, "mail_pages/page.html", context, status=status)
    response["Content-Security-Policy"] = _POLICY
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def _too_often(request: HttpRequest) -> HttpResponse | None:
    wait = request_throttle(request, {"address": throttle_address(request)})
    if wait is None:
        return None
    return HttpResponse(status=429, headers={"Retry-After": str(wait)})
