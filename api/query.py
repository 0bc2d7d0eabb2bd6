"""Query parameters, checked like bodies."""

from collections.abc import Iterable

from rest_framework.request import Request

from games import forms
from games.codec import Malformed

GREATEST = 2**31 - 1


def whole_number(
    request: Request, name: str, *, default: int, least: int, greatest: int = GREATEST
) -> int:
    """A number from the query, or Malformed."""
    given = request.query_params.get(name)
    return default if given is None else checked(given, name, least=least, greatest=greatest)


def checked(given: str, name: str, *, least: int, greatest: int = GREATEST) -> int:
    """A number that somebody has sent under this name, or Malformed."""
    if not (given.isascii() and given.removeprefix("-").isdigit()) or len(given) > 12:
        raise Malformed("wrong_type", f"/{name}", forms.kinds("int"))
    number = int(given)
    if number < least:
        raise Malformed("too_small", f"/{name}", forms.figure(least))
    if number > greatest:
        raise Malformed("too_large", f"/{name}", forms.figure(greatest))
    return number


def one_of(request: Request, name: str, offered: Iterable[str]) -> str | None:
    """One of the words offered, None when the query has none, or Malformed."""
    given = request.query_params.get(name)
    if given is not None and given not in offered:
        raise Malformed("not_offered", f"/{name}")
    return given
