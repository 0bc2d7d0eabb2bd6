"""Whether a server says that a mail is from whom it says: Authentication-Results, RFC 8601.

What is in quotation marks or in parentheses there may have been written by the sender, so none of
it is read; whatever is not plain speaks for nobody.
"""

import re
from collections.abc import Sequence

_RESULT = re.compile(r"\s*(dmarc|dkim)\s*(?:/\s*1\s*)?=\s*([a-z]+)(?:\s+(.*))?", re.DOTALL)
_PROPERTY = re.compile(r"(?<!\S)([\w.-]+)\s*=\s*(\S+)")
_DOMAIN = {"dmarc": "header.from", "dkim": "header.d"}


def vouched(header: str, trusted: str, domain: str) -> bool:
    """Whether this header is of the server that we trust, and that vouches for this domain: by
    DMARC, or where it says nothing of that by a signature of the domain or of one above it."""
    server, _, results = _plain(header.lower()).partition(";")
    if not domain or server.split()[:1] != [trusted.lower()]:
        return False
    found = [one for one in map(_RESULT.fullmatch, results.split(";")) if one]
    dmarc = [_domain_passed(one) for one in found if one[1] == "dmarc"]
    if dmarc:
        return dmarc == [domain.lower()]
    signed = [_domain_passed(one) for one in found]
    return any(name and f".{domain.lower()}".endswith(f".{name}") for name in signed)


def _domain_passed(result: re.Match[str]) -> str | None:
    """The one domain that a result speaks for, if it is a good one."""
    properties: Sequence[tuple[str, str]] = _PROPERTY.findall(result[3] or "")
    names = [value for name, value in properties if name == _DOMAIN[result[1]]]
    return names[0].removeprefix("@") if result[2] == "pass" and len(names) == 1 else None


def _plain(header: str) -> str:
    """A header without comments, which may hold others, and with nothing between its quotation
    marks; nothing of one in which these do not come in pairs."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for sign in header:
        inside = quoted or depth
        if escaped or (inside and sign == "\\"):
            escaped = not escaped
        elif sign == '"' and not depth:
            quoted = not quoted
            kept.append(sign)
        elif not quoted and sign in "()":
            depth += 1 if sign == "(" else -1
            kept.append(" ")
            if depth < 0:
                break
        elif not inside:
            kept.append(sign)
    return "" if quoted or depth else "".join(kept)
