"""Rate limits of accounts, addresses and mailboxes, counted in Redis for all processes.

Each rate is one timestamp per key (the generic cell rate algorithm), so one script checks several
rates at once, returns how much is left, and costs one round trip. While Redis is down, requests are
neither refused nor delayed.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import ceil
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from api.http.client_ip import site_address, throttle_address
from events.errors import TooMany
from events.players.identity import Player
from events.work.breaker import CircuitBreaker
from events.work.redis_commands import redis_ask, redis_key

log = logging.getLogger(__name__)

RATE_STATUSES = "gobelet.rates"
"""The key of the WSGI environment for the rate statuses of a request that is counted already."""
_COUNTED = "gobelet.rates_counted"

# All rates are counted or none: a request refused by one rate does not use up the others.
_COUNT = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local answer, ends = {}, {}
local refused = false
for i, key in ipairs(KEYS) do
    local most, window = tonumber(ARGV[2 * i - 1]), ARGV[2 * i] * 1000000
    local step = window / most
    local full = math.max(tonumber(redis.call('GET', key)) or 0, now)
    local wait = full + step - now - window
    if wait > 0 then refused = true else wait, full = 0, full + step end
    ends[i] = full
    local left = math.floor((now + window - full) / step + 0.000001)
    answer[i] = {left, math.ceil(full - now), math.ceil(wait)}
end
if not refused then
    for i, key in ipairs(KEYS) do
        local lasts = math.ceil((ends[i] - now) / 1000)
        redis.call('SET', key, string.format('%.0f', ends[i]), 'PX', lasts)
    end
end
return answer
"""

# A rate that has been free since stays as it is: its key has expired.
_REFUND = """
local step = ARGV[2] * 1000000 / ARGV[1]
local full = tonumber(redis.call('GET', KEYS[1]))
if full then
    redis.call('SET', KEYS[1], string.format('%.0f', full - ARGV[3] * step), 'KEEPTTL')
end
"""

_breaker = CircuitBreaker()


class RateStatus(NamedTuple):
    """The status of one rate for one key; times in seconds."""

    name: str
    most: int
    window: int
    left: int
    full_in: int
    wait: int


class Rates(BaseThrottle):
    """The throttle of moves: by account, or by address for anonymous callers."""

    def __init__(self) -> None:
        self._wait: int | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        self._wait = request_throttle(request._request, self.keys(request))
        return self._wait is None

    def wait(self) -> int | None:
        return self._wait

    def keys(self, request: Request) -> dict[str, str]:
        return keys_of(request._request, request.user)


class WriteRates(Rates):
    """The throttle of every API call but moves: what an account writes is counted for a day too."""

    def keys(self, request: Request) -> dict[str, str]:
        keys = super().keys(request)
        player: Any = request.user
        if player and request.method not in SAFE_METHODS:
            keys["writes"] = keys["account"]
            if player.guest:
                keys |= _guest_keys("guest_writes", request._request)
        return keys


class GuestRates(Rates):
    """The throttle of new guests: by address, which the users of a carrier may share; each is a
    write of the address's guests too."""

    def keys(self, request: Request) -> dict[str, str]:
        address = throttle_address(request._request)
        return {"guests": address} | _guest_keys("guest_writes", request._request)


class SignInRates(Rates):
    """The throttle of signing in: by address; a success does not count."""

    def keys(self, request: Request) -> dict[str, str]:
        return {"sign_in": throttle_address(request._request)}


class CodeRates(SignInRates):
    """The throttle of codes: also by the mailbox that the request names, for each site apart, so
    that no client can keep another from asking."""

    def keys(self, request: Request) -> dict[str, str]:
        keys, given = super().keys(request), request.data
        if isinstance(given, dict) and isinstance(email := given.get("email"), str):
            site = site_address(request._request)
            keys["mailbox"] = f"{site} {email.strip().lower()}"
        return keys


def keys_of(request: HttpRequest, player: Any) -> dict[str, str]:
    """The rate that a call counts on, with its key."""
    return {"account": player.id} if player else {"address": throttle_address(request)}


def require_rate(request: HttpRequest, keys: Mapping[str, str]) -> None:
    """Count a request that reaches no throttle; raise Throttled if it exceeds a rate."""
    if (wait := request_throttle(request, keys)) is not None:
        raise Throttled(wait)


def require_match_rates(request: HttpRequest, player: Player, *, bots: bool) -> None:
    """Count a match that a player opens on the client's address, if it has bots or if the player
    is a guest; raise Throttled or TooMany if it exceeds a rate."""
    keys = {"bots": throttle_address(request)} if bots else {}
    if player.guest:
        keys |= _guest_keys("guest_matches", request)
    require_rate(request, keys)


def require_bots_rate(request: HttpRequest) -> None:
    """Count a match with bots on the client's address; raise Throttled if it exceeds the rate."""
    require_rate(request, {"bots": throttle_address(request)})


def require_emote_rate(request: HttpRequest, player: str) -> None:
    """Count an emote of a player; raise Throttled if it exceeds the rate."""
    require_rate(request, {"emotes": player})


def _guest_keys(rate: str, request: HttpRequest) -> dict[str, str]:
    """The keys of a rate that all guests of an address share, and of its multiple that all guests
    of an IPv6 site share."""
    address, site = throttle_address(request), site_address(request)
    return {rate: address} if site == address else {rate: address, f"{rate}_of_site": site}


def request_throttle(request: HttpRequest, keys: Mapping[str, str]) -> int | None:
    """Count a request, unless counted already; return the seconds to wait if it exceeds a rate.

    Raise TooMany instead if it is a rate of guests: they can do something about it.
    """
    statuses = request.META.get(RATE_STATUSES) or rates_count([keys])[0]
    request.META.setdefault(_COUNTED, []).extend(statuses)
    exceeded = [status for status in statuses if status.wait]
    wait = max((status.wait for status in exceeded), default=None)
    if wait is not None and any(status.name.startswith("guest_") for status in exceeded):
        raise TooMany("guest_limit_reached", wait=wait)
    return wait


def sign_in_refund(request: HttpRequest) -> None:
    """Take a success, with the request for its code, off the sign-in rate of the address."""
    if "sign_in" not in settings.RATES or _breaker.is_open:
        return
    key = redis_key("rate:sign_in", throttle_address(request))
    with suppress(redis.RedisError):
        redis_ask([["EVAL", _REFUND, 1, key, *settings.RATES["sign_in"], 2]])


def rates_count(requests: Sequence[Mapping[str, str]]) -> list[list[RateStatus]]:
    """Count each request once on each of its rates, unless one of these is used up.

    Return the statuses of each request; [] where nothing is counted, as while Redis is down.
    """
    limited = [
        {name: key for name, key in keys.items() if name in settings.RATES} for keys in requests
    ]
    if not any(limited) or _breaker.is_open:
        return [[] for _ in limited]
    try:
        answers = iter(redis_ask([_count_command(keys) for keys in limited if keys]))
    except redis.RedisError as error:
        _breaker.open()
        log.warning("Redis does not answer, rates are not limited: %s", error)
        return [[] for _ in limited]
    return [_statuses(keys, next(answers)) if keys else [] for keys in limited]


def _count_command(keys: Mapping[str, str]) -> list[str | int]:
    figures = [figure for name in keys for figure in settings.RATES[name]]
    named = [redis_key(f"rate:{name}", key) for name, key in keys.items()]
    return ["EVAL", _COUNT, len(keys), *named, *figures]


def _statuses(keys: Mapping[str, str], answer: Sequence[Sequence[int]]) -> list[RateStatus]:
    return [
        RateStatus(
            name, *settings.RATES[name], left, *(ceil(micros / 1_000_000) for micros in times)
        )
        for name, (left, *times) in zip(keys, answer, strict=True)
    ]


def rate_headers(statuses: Sequence[RateStatus]) -> dict[str, str]:
    """The RateLimit headers for these statuses."""
    if not statuses:
        return {}
    policy = ", ".join(f'"{it.name}";q={it.most};w={it.window}' for it in statuses)
    left = ", ".join(f'"{it.name}";r={it.left};t={it.full_in}' for it in statuses)
    return {"RateLimit-Policy": policy, "RateLimit": left}


def rate_headers_middleware(
    handler: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Django middleware: add the RateLimit headers of the rates that a request counts on."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        for name, value in rate_headers(request.META.get(_COUNTED, ())).items():
            response[name] = value
        return response

    return handle
