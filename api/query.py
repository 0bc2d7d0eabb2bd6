"""Query parameters, checked like bodies."""

from rest_framework.request import Request

from games.codec import Malformed

GREATEST = 2**31 - 1


def whole_number(
    request: Request, name: str, *, default: int, least: int, greatest: int = GREATEST
) -> int:
    """A number from the query, or Malformed."""
    given = request.query_params.get(name)
    if given is None:
        return default
    if not (given.isascii() and given.removeprefix("-").isdigit()) or len(given) > 12:
        raise Malformed("wrong_type", f"/{name}", "int")
    number = int(given)
    if number < least:
        raise Malformed("too_small", f"/{name}", str(least))
    if number > greatest:
        raise Malformed("too_large", f"/{name}", str(greatest))
    return number
