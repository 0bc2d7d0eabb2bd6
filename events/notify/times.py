"""A moment as people say it: by the clock on their wall, in their language, never relative."""

from datetime import datetime
from zoneinfo import ZoneInfo

_DAYS = {
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
_MONTHS = {
    "fr": (
        *("janvier", "février", "mars", "avril", "mai", "juin", "juillet"),
        *("août", "septembre", "octobre", "novembre", "décembre"),
    ),
    "en": (
        *("January", "February", "March", "April", "May", "June", "July"),
        *("August", "September", "October", "November", "December"),
    ),
}


def moment_said(moment: datetime, *, zone: str, language: str) -> str:
    """The day, the time and whose time it is: what is mailed may be read much later."""
    local = moment.astimezone(ZoneInfo(zone))
    language = "fr" if language == "fr" else "en"
    day, month = _DAYS[language][local.weekday()], _MONTHS[language][local.month - 1]
    at = "à" if language == "fr" else "at"
    return f"{day} {local.day} {month} {local.year} {at} {local:%H:%M} ({zone})"
