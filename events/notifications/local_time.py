"""Times as text: in the reader's time zone and language, never relative."""

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


def local_time_text(time: datetime, *, zone: str, language: str) -> str:
    """The full date, time and time zone, because a mail may be read long after it was sent."""
    local = time.astimezone(ZoneInfo(zone))
    language = "fr" if language == "fr" else "en"
    day, month = _DAYS[language][local.weekday()], _MONTHS[language][local.month - 1]
    at = "à" if language == "fr" else "at"
    return f"{day} {local.day} {month} {local.year} {at} {local:%H:%M} ({zone})"
