"""Names of players: shown to strangers and in subjects of mails, so no name may be a link."""

import re
import unicodedata

from events.errors import Unprocessable

_IDEOGRAPHIC_STOP = "\u3002"
"""Browsers read it as a dot in a domain; NFKC turns its variants into it, other dots into `.`"""
_UNSEEN = ("Cf", "Mn")
_LINK = re.compile(r"://|\bwww\.|\w\.[^\W\d_]{2}|\d+(?:\.\d+){3}")
"""A scheme, `www.`, a dot with a word right after it, as in every domain, or an IPv4 address."""


def name_require_no_link(name: str) -> None:
    """Refuse a name that a mail program or a reader could take for a link or a domain."""
    folded = unicodedata.normalize("NFKC", name).replace(_IDEOGRAPHIC_STOP, ".")
    seen = "".join(sign for sign in folded if unicodedata.category(sign) not in _UNSEEN)
    if _LINK.search(seen.casefold()):
        raise Unprocessable("link_in_name")
