"""What a call may raise."""

from typing import Any

STALE = {"question_closed", "stale_version", "not_your_turn", "match_over"}


class Problem(Exception):
    """A refusal: branch on `code`, show the message."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body.get("detail") or body["title"])
        self.code: str = body["code"]
        self.status: int = body["status"]
        self.body = body


class Stale(Problem):
    """A refused move: the question that it answers is no longer open."""


class OAuthRefused(Exception):
    """The player or the server has refused an app; `code` is one of RFC 6749."""

    def __init__(self, code: str, description: str = "") -> None:
        super().__init__(description or code)
        self.code = code


class Unreachable(Exception):
    """No answer of this API came: no network, a proxy's page, a server in trouble."""

    def __init__(self, message: str = "no answer", after: float = 0) -> None:
        super().__init__(message)
        self.after = after
        """How many seconds the server asks to wait."""


class Pending(Exception):
    """A move of this match waits for a network: it may have arrived, so no other is sent yet."""
