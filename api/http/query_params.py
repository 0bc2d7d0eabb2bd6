"""Query parameters, validated like bodies."""

from collections.abc import Iterable

from rest_framework.request import Request

from games import malformed
from games.codec import Malformed

GREATEST = 2**31 - 1


def whole_number(
    request: Request, name: str, *, default: int, least: int, greatest: int = GREATEST
) -> int:
    """Parse a number from the query, else return the default; raise Malformed if it is invalid."""
    given = request.query_params.get(name)
    return default if given is None else parse_int(given, name, least=least, greatest=greatest)


def parse_int(given: str, name: str, *, least: int, greatest: int = GREATEST) -> int:
    """Parse a number that the client sent under this name; raise Malformed if it is invalid."""
    if not (given.isascii() and given.removeprefix("-").isdigit()) or len(given) > 12:
        raise Malformed("wrong_type", f"/{name}", malformed.kinds("int"))
    number = int(given)
    if number < least:
        raise Malformed("too_small", f"/{name}", malformed.figure(least))
    if number > greatest:
        raise Malformed("too_large", f"/{name}", malformed.figure(greatest))
    return number


def one_of(request: Request, name: str, offered: Iterable[str]) -> str | None:
    """Return the parameter, None if it is absent; raise Malformed if it is not an offered word."""
    given = request.query_params.get(name)
    if given is not None and given not in offered:
        raise Malformed("not_offered", f"/{name}")
    return given
