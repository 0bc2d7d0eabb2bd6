"""Rates: how often one account, address or mailbox may ask, counted in Redis for all processes.

Each rate is a moment per key (the generic cell rate algorithm), so one script answers for several
rates at once, says how much is left, and costs one round trip. While Redis is away nobody is
refused and nobody waits for it.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from math import ceil
from threading import local
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from api.address import neighbourhood_of
from events.pause import Pause

log = logging.getLogger(__name__)

REDIS_SECONDS = 0.5
COUNTED = "gobelet.counted"
"""Where a request's environment has its standings when it has been counted before."""

# All are counted or none is: who is refused by one rate does not use up the others.
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

_pause = Pause()


class _Lines(local):
    """A connection for each thread: without a pool, a count costs the process half as much."""

    def __init__(self) -> None:
        self._line: Any = None
        self._url = ""

    def ask(self, commands: Sequence[Sequence[str | int]]) -> list[Any]:
        """Redis' answers; a connection that was closed meanwhile is opened again."""
        line = self._to(settings.REDIS_URL)
        try:
            return self._asked(line, commands)
        except redis.ConnectionError:
            line.disconnect()
            return self._asked(line, commands)
        except redis.RedisError:
            line.disconnect()  # or the next reader would get the answers that are still to come
            raise

    def _to(self, url: str) -> Any:
        if self._url != url:
            seconds = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
            self._line = redis.ConnectionPool.from_url(url, **seconds).make_connection()
            self._url = url
        return self._line

    @staticmethod
    def _asked(line: Any, commands: Sequence[Sequence[str | int]]) -> list[Any]:
        line.send_packed_command(line.pack_commands(commands))
        return [line.read_response() for _ in commands]


_lines = _Lines()


class Standing(NamedTuple):
    """How somebody stands with one rate; times in seconds."""

    name: str
    most: int
    window: int
    left: int
    full_in: int
    wait: int


class Rates(BaseThrottle):
    """What every call of the interface counts on: the account, or the address of who has none."""

    def __init__(self) -> None:
        self._wait: int | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        self._wait = count_on(request._request, self.keys(request))
        return self._wait is None

    def wait(self) -> int | None:
        return self._wait

    def keys(self, request: Request) -> dict[str, str]:
        return keys_of(request._request, request.user)


class SignInRates(Rates):
    """What signing in counts on: the address, and the mailbox that the request names."""

    def keys(self, request: Request) -> dict[str, str]:
        keys = {"sign_in": neighbourhood_of(request._request)}
        given = request.data
        if isinstance(given, dict) and isinstance(email := given.get("email"), str):
            keys["mailbox"] = email.strip().lower()
        return keys


def keys_of(request: HttpRequest, player: Any) -> dict[str, str]:
    """On which rate a call counts, and under which key."""
    return {"account": player.id} if player else {"address": neighbourhood_of(request)}


def require_rate(request: HttpRequest, keys: Mapping[str, str]) -> None:
    """The same for what is not behind a throttle: Throttled when it is too often."""
    if (wait := count_on(request, keys)) is not None:
        raise Throttled(wait)


def count_on(request: HttpRequest, keys: Mapping[str, str]) -> int | None:
    """Count a request, unless that is done; how many seconds to wait if it is one too many."""
    standings = request.META.get(COUNTED) or counted([keys])[0]
    request.rate_standings = standings  # type: ignore[attr-defined]
    return max((standing.wait for standing in standings if standing.wait), default=None)


def counted(requests: Sequence[Mapping[str, str]]) -> list[list[Standing]]:
    """Count each request once on each of its rates, unless one of these is used up.

    How each stands then; [] where nothing is counted, as while Redis does not answer.
    """
    asked = [
        {name: key for name, key in keys.items() if name in settings.RATES} for keys in requests
    ]
    if not any(asked) or _pause.lasts:
        return [[] for _ in asked]
    try:
        answers = iter(_lines.ask([_counting(keys) for keys in asked if keys]))
    except redis.RedisError as error:
        _pause.begin()
        log.warning("no Redis to count rates in, everybody may pass: %s", error)
        return [[] for _ in asked]
    return [_standings(keys, next(answers)) if keys else [] for keys in asked]


def _counting(keys: Mapping[str, str]) -> list[str | int]:
    figures = [figure for name in keys for figure in settings.RATES[name]]
    named = [_redis_key(name, key) for name, key in keys.items()]
    return ["EVAL", _COUNT, len(keys), *named, *figures]


def _standings(keys: Mapping[str, str], answer: Sequence[Sequence[int]]) -> list[Standing]:
    return [
        Standing(name, *settings.RATES[name], left, *(ceil(micros / 1_000_000) for micros in times))
        for name, (left, *times) in zip(keys, answer, strict=True)
    ]


def rate_headers(standings: Sequence[Standing]) -> dict[str, str]:
    """What an answer says about them."""
    if not standings:
        return {}
    policy = ", ".join(f'"{it.name}";q={it.most};w={it.window}' for it in standings)
    left = ", ".join(f'"{it.name}";r={it.left};t={it.full_in}' for it in standings)
    return {"RateLimit-Policy": policy, "RateLimit": left}


def rates_told(handler: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Django middleware: answers say how their reader stands with the rates they count on."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        for name, value in rate_headers(getattr(request, "rate_standings", ())).items():
            response[name] = value
        return response

    return handle


def _redis_key(name: str, key: str) -> str:
    """Of a fixed length, and without addresses that somebody could read in Redis."""
    return (
        f"gobelet:rate:{name}:{blake2b(key.encode('utf-8', 'replace'), digest_size=12).hexdigest()}"
    )
