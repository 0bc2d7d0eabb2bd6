"""Errors that refuse a request about a match or a player; the API turns each into a problem."""

from typing import Any

from events.errors import circle_texts, sign_in_texts, texts
from games.contract import Text


class DomainError(Exception):
    """A refused request. `code` is stable and selects a text of its kind in TEXTS, unless `text` is
    given; `more` is sent to the client with it."""

    def __init__(self, code: str, *, text: Text | None = None, **more: Any) -> None:
        super().__init__(code)
        self.code = code
        self.text = text or TEXTS[type(self)][code]
        self.more = more


class NotFound(DomainError):
    """The object does not exist, or the caller may not know that it exists."""


class Forbidden(DomainError):
    """The object exists, but the caller may not do this."""


class Conflict(DomainError):
    """The request conflicts with the current state."""


class Unprocessable(DomainError):
    """The request is well-formed but cannot be carried out."""


class TooMany(DomainError):
    """The caller has reached a limit and may retry after `wait` seconds."""

    def __init__(self, code: str, *, wait: int) -> None:
        super().__init__(code)
        self.wait = wait


class Unavailable(TooMany):
    """The server, not the caller, has reached a limit; retry after `wait` seconds."""


class AccountGone(Exception):
    """The caller's account was deleted or merged after the request was authenticated."""


TEXTS: dict[type[DomainError], dict[str, Text]] = {
    NotFound: texts.NOT_FOUND | circle_texts.NOT_FOUND | sign_in_texts.NOT_FOUND,
    Forbidden: texts.FORBIDDEN | circle_texts.FORBIDDEN | sign_in_texts.FORBIDDEN,
    Conflict: texts.CONFLICT | circle_texts.CONFLICT | sign_in_texts.CONFLICT,
    Unprocessable: texts.UNPROCESSABLE | circle_texts.UNPROCESSABLE | sign_in_texts.UNPROCESSABLE,
    TooMany: texts.TOO_MANY,
    Unavailable: texts.UNAVAILABLE,
}
"""By kind, the text of each code: the cause, and what to do."""
