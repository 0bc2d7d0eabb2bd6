"""Bodies that no client should send."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

RAW = [
    b"",
    b"null",
    b"[]",
    b"3",
    b'"x"',
    b"{",
    b"\xff\xfe",
    b'{"a": NaN}',
    b"\x00",
    b'{"a":"\\ud800"}',
    b'{"a":1,"a":2}',
    b"[" * 100_000,
    b'{"a":' * 2_000 + b"1" + b"}" * 2_000,
    "é".encode("latin-1"),
    "{}".encode("utf-16"),
    b"\xef\xbb\xbf{}",
    b"{}" + b" " * 300_000,
    b'{"x": "' + b"y" * 10_000_000 + b'"}',
]
"""Bodies sent unchanged."""

VALUES: list[Any] = [
    "\x00",
    "a\x00b",
    "\ud800",
    "\udfff\ud800",
    "\u202e",
    "x" * 5000,
    "",
    " ",
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    1.5,
    1e308,
    [],
    {},
    [[[[[[[[]]]]]]]],
    {"": {"": {"": None}}},
]
"""Values in place of the expected ones."""


HEADERS = [
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/json; charset=utf-16"},
    {"Content-Type": "multipart/form-data"},
    {"Content-Type": "/"},
    {"Accept": "text/html"},
    {"Accept": "application/*"},
    {"Accept-Language": "fr"},
    {"Accept-Language": "\xff" * 50},
    {"If-None-Match": "*"},
    {"Idempotency-Key": "once"},
    {"Idempotency-Key": "a b"},
    {"Idempotency-Key": "x" * 300},
    {"Last-Event-ID": "99999999999"},
    {"Last-Event-ID": "0"},
]
"""Headers sent with them."""


def strange_body(body: Any, random: Random) -> bytes:
    """The body with a strange value in it, or another body altogether."""
    if not isinstance(body, dict) or not body or random.random() < 0.3:
        return random.choice(RAW)
    return json.dumps(with_one_changed(body, random.choice(VALUES), random.choice)).encode()


def with_one_changed(body: Any, value: Any, choose: Callable[[Any], Any]) -> Any:
    """The same with a strange value somewhere in it, at any depth."""
    if not isinstance(body, dict) or not body or choose((True, False, False, False)):
        return value
    name = choose(sorted(body))
    return body | {name: with_one_changed(body[name], value, choose)}
