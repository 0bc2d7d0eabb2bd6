"""E-mail addresses: the accepted pattern, and the form in which they are stored."""

MOST = 254

# The pattern of browsers for <input type=email>, but the domain must have a dot. No match can end a
# header; `$` alone would let a newline follow.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
PATTERN = rf"^ *[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{_LABEL}\.)+{_LABEL} *$(?!\n)"


def address_normalise(address: str) -> str:
    """Return the canonical form of an address that matches the pattern."""
    return address.strip().lower()
