"""Parses a mail in linear time, and no more of it than an answer needs.

The standard library's modern policy parses structured headers in quadratic time, and so do its
HTML parser and deep nesting. Hence headers stay unparsed here, and sizes and depth have caps.
"""

import re
from collections.abc import Iterator, Sequence
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from html import unescape
from typing import Any, TypeVar

HEADERS_MOST = 16 * 1024
TEXT_MOST = 64 * 1024
FIELD_MOST = 4 * 1024
"""A longer header field counts as empty."""
NESTED_MOST = 20
"""Of a mail with more multipart or nested messages than this only the headers are read."""

_NESTED = re.compile(rb"boundary\s*[*=]|message/", re.IGNORECASE)
# Possessive quantifiers and a comment that may end with the text: no character is read twice.
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<(/?)([a-z][a-z0-9]*+)[^<>]*+>", re.IGNORECASE | re.DOTALL)
_LINE_BREAK_TAGS = {"br", "p", "div", "li", "tr", "h1", "h2", "blockquote", "body"}
_SKIPPED_TAGS = {"style", "script", "head", "title", "blockquote"}

M = TypeVar("M", bound=Message)


class LinearPolicy(Compat32):
    """A policy that stores header fields unparsed, and long ones as empty."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value if len(value) <= FIELD_MOST else ""


LINEAR: Any = LinearPolicy(max_line_length=None, cte_type="8bit")


def message_parse(content: bytes, kind: type[M]) -> M:
    """Parse the first HEADERS_MOST + TEXT_MOST bytes of a mail into a message of this class."""
    start = content[: HEADERS_MOST + TEXT_MOST]
    too_deep = len(_NESTED.findall(start)) > NESTED_MOST
    message: M = BytesParser(kind, policy=LINEAR).parsebytes(start, headersonly=too_deep)
    return message


def headers_parse(content: bytes) -> tuple[Message, bool]:
    """Parse the first HEADERS_MOST bytes as headers; the flag says whether they go on after."""
    message = BytesParser(Message, policy=LINEAR).parsebytes(
        content[:HEADERS_MOST], headersonly=True
    )
    return message, len(content) > HEADERS_MOST and not message.get_payload()


def values_of(message: Message, name: str) -> list[str]:
    """Return the unparsed values of a header."""
    return [str(value) for key, value in message.raw_items() if key.lower() == name.lower()]


def value_of(message: Message, name: str) -> str:
    """Return the first unparsed value of a header, or an empty string."""
    return next(iter(values_of(message, name)), "")


def text_of(message: Message) -> str:
    """Return the text of a mail, from its plain part if that is not empty."""
    texts = [part for part in _leaves(message) if part.get_content_disposition() != "attachment"]
    for kind in ("text/plain", "text/html"):
        part = next((part for part in texts if part.get_content_type() == kind), None)
        text = "" if part is None else _decoded(part)
        text = _without_tags(text) if kind == "text/html" else text
        if text.strip():
            return text
    return ""


def _leaves(message: Message) -> Iterator[Message]:
    """Yield the parts of a mail that are not multipart, without those of messages within it."""
    payload = message.get_payload()
    if message.get_content_maintype() == "multipart" and isinstance(payload, list):
        for part in payload:
            if isinstance(part, Message):
                yield from _leaves(part)
    else:
        yield message


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    try:
        return content.decode(part.get_content_charset("utf-8"), "replace")
    except (LookupError, ValueError):
        return content.decode("utf-8", "replace")


def _without_tags(html: str) -> str:
    """Return the text of an HTML body without its quotations."""
    parts: list[str] = []
    skipped_depth, at = 0, 0
    for tag in _TAG.finditer(html):
        if not skipped_depth:
            parts.append(html[at : tag.start()])
        at, name = tag.end(), (tag[2] or "").lower()
        if name in _LINE_BREAK_TAGS:
            parts.append("\n")
        if name in _SKIPPED_TAGS:
            skipped_depth = max(0, skipped_depth + (-1 if tag[1] else 1))
    if not skipped_depth:
        parts.append(html[at:])
    return unescape("".join(parts))
