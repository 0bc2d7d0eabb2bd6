"""Evaluates Authentication-Results (RFC 8601): whether a server authenticated a mail's sender.

Text in quotation marks or parentheses may have been written by the sender, so it is ignored; a
result that is not in plain form authenticates no domain.
"""

import re
from collections.abc import Sequence

_RESULT = re.compile(r"\s*(dmarc|dkim)\s*(?:/\s*1\s*)?=\s*([a-z]+)(?:\s+(.*))?", re.DOTALL)
_PROPERTY = re.compile(r"(?<!\S)([\w.-]+)\s*=\s*(\S+)")
_DOMAIN = {"dmarc": "header.from", "dkim": "header.d"}


def is_authenticated(header: str, trusted: str, domain: str) -> bool:
    """Whether this header is from the trusted server and authenticates this domain.

    DMARC decides; without a DMARC result, a DKIM signature of the domain or of a parent domain.
    """
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
    """Return the one domain that a passed result names, or None."""
    properties: Sequence[tuple[str, str]] = _PROPERTY.findall(result[3] or "")
    names = [value for name, value in properties if name == _DOMAIN[result[1]]]
    return names[0].removeprefix("@") if result[2] == "pass" and len(names) == 1 else None


def _plain(header: str) -> str:
    """Return a header without comments (they may be nested) and without quoted text.

    Empty if parentheses or quotation marks are unbalanced.
    """
    plain: list[str] = []
    depth, quoted, escaped = 0, False, False
    for sign in header:
        inside = quoted or depth
        if escaped or (inside and sign == "\\"):
            escaped = not escaped
        elif sign == '"' and not depth:
            quoted = not quoted
            plain.append(sign)
        elif not quoted and sign in "()":
            depth += 1 if sign == "(" else -1
            plain.append(" ")
            if depth < 0:
                break
        elif not inside:
            plain.append(sign)
    return "" if quoted or depth else "".join(plain)
