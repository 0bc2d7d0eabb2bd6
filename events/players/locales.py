"""The languages and time zones that players may choose."""

import re
from functools import cache
from zoneinfo import available_timezones

from games.codec import Malformed
from games.contract import LANGUAGES


def language_of_tag(tag: str) -> str:
    """Return the language of a tag such as `fr-CA`; raise Malformed if texts do not speak it."""
    language = re.split("[-_]", tag.lower())[0]
    if language not in LANGUAGES:
        raise Malformed("not_offered", "/locale")
    return language


def time_zone_require_known(name: str) -> None:
    """Raise Malformed unless this is a name of the IANA time zone database."""
    if name not in _time_zones():
        raise Malformed("not_offered", "/time_zone")


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())
