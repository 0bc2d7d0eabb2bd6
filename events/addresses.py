"""E-mail addresses: what is taken for one, and in which form it is kept."""

MOST = 254

# What browsers take for an address in <input type=email>, with a domain that has a dot; nothing in
# it can end a header. `$` alone would let a newline follow.
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
PATTERN = rf"^ *[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{_LABEL}\.)+{_LABEL} *$(?!\n)"


def normalised(address: str) -> str:
    """The one way of writing an address that matches the pattern."""
    return address.strip().lower()
