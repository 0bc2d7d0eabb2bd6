"""Settings for sending and receiving mail; by default .eml files and a loopback port."""

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

LOOPBACK = ("127.0.0.1", "localhost", "::1")
USUAL_PORT = 2525
MOST_PORT = 65535

_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
_FORMS = (
    "it must be smtp://user:password@host:25 (plain), smtp+tls://user:password@host:587 (STARTTLS),"
    " smtps://user:password@host:465 (TLS from the start) or file:///folder"
)


class Mail(NamedTuple):
    """Django's settings for sending mail."""

    backend: str
    folder: Path | None = None
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starts_tls: bool = False
    is_tls: bool = False


def mail(url: str, *, default_folder: Path) -> Mail:
    """Return the settings for an EMAIL_URL; an empty one means a folder of .eml files."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"EMAIL_URL cannot be read ({error}); {_FORMS}.") from None
    if not url:
        return Mail("config.eml_backend.EmlFiles", default_folder)
    if parts.scheme == "file" and parts.path.startswith("/") and not parts.netloc:
        return Mail("config.eml_backend.EmlFiles", Path(unquote(parts.path)))
    if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/"):
        raise ImproperlyConfigured(f"EMAIL_URL begins with {parts.scheme!r}; {_FORMS}.")
    return Mail(
        "django.core.mail.backends.smtp.EmailBackend",
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starts_tls=parts.scheme == "smtp+tls",
        is_tls=parts.scheme == "smtps",
    )


def sender(given: str, domain: str) -> str:
    """Return the From address of our mails."""
    if any(not sign.isprintable() for sign in given + domain) or (given and "@" not in given):
        raise ImproperlyConfigured(
            "MAIL_FROM must be an address, gobelet@example.org or Gobelet <gobelet@example.org>."
        )
    return given or f"Gobelet <gobelet@{domain}>"


def mail_port(given: str, *, at_home: bool) -> int:
    """Return the port that receives replies to mails, 0 for none.

    Unless set explicitly there is one only where no other machine can reach it (`at_home`).
    """
    if not given:
        return USUAL_PORT if at_home else 0
    if not given.isascii() or not given.isdigit() or int(given) > MOST_PORT:
        raise ImproperlyConfigured("MAIL_PORT must be a port, 2525 for instance, or 0 for none.")
    return int(given)


def inbound_apps(secret: str) -> list[str]:
    """Return the Django app for mails that a provider receives for us, if one does."""
    if not secret:
        return []
    if secret.count(":") != 1 or find_spec("anymail") is None:
        raise ImproperlyConfigured(
            "MAIL_WEBHOOK_SECRET must be user:password, as the provider sends it with each mail, "
            "and it needs django-anymail: pip install django-anymail"
        )
    return ["anymail"]


def require_authserv_id(*, is_read: bool, in_production: bool, authserv_id: str) -> None:
    """Require MAIL_AUTHSERV_ID where strangers can send us mail, to authenticate senders."""
    if is_read and in_production and not authserv_id:
        raise ImproperlyConfigured(
            "Answers to mails are read, so MAIL_AUTHSERV_ID must name the mail server that checks "
            "their senders (the first word of its Authentication-Results); see docs/operate.md."
        )
