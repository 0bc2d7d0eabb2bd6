"""Checks of the server's environment: its folder, keys, mail settings, address and clock."""

import os
import shutil
import smtplib
import stat
from collections.abc import Iterator

from django.conf import settings
from django.core.mail import get_connection
from django.db import connection
from django.utils import timezone

from config.doctor.finding import Finding, duration, ok, wrong
from config.mail_settings import LOOPBACK
from config.supervisor.private_folder import is_open_to_others
from events.database.health import database_time
from events.gauges import newest_event_at

FREE_BYTES = 2**30
CLOCK_SECONDS = 2.0
SECRET_LENGTH = 32
KEYS = ("SECRET_KEY", "SIGNING_KEY", "VAPID_KEY")


def surrounding_findings() -> Iterator[Finding]:
    """Check what needs no database."""
    yield _folder()
    yield _disk()
    yield _keys()
    yield _address()
    yield _mail()
    yield _replies()


def clock_finding() -> Finding:
    """Compare this machine's clock with the database's, and with the newest event."""
    now, theirs, newest = timezone.now(), database_time(connection), newest_event_at()
    remedy = "synchronise the clocks of all machines (NTP)"
    if theirs and abs((now - theirs).total_seconds()) > CLOCK_SECONDS:
        apart = duration(abs((now - theirs).total_seconds()))
        return wrong("clock", f"it differs from the database's by {apart}: {remedy}")
    if newest and (newest - now).total_seconds() > CLOCK_SECONDS:
        ahead = duration((newest - now).total_seconds())
        return wrong("clock", f"the newest event is {ahead} in the future: {remedy}")
    return ok("clock", f"it is {now:%Y-%m-%d %H:%M:%S} UTC, as for the database and the log")


def _folder() -> Finding:
    folder = settings.DATA_DIR
    if not os.access(folder, os.W_OK | os.X_OK):
        return wrong("folder", f"DATA_DIR={folder} cannot be written: be the server's user")
    if folder.stat().st_mode & stat.S_ISVTX or is_open_to_others(folder):
        return wrong("folder", f"others may read DATA_DIR={folder}: chmod 700 {folder}")
    return ok("folder", f"DATA_DIR={folder} is for this user alone")


def _disk() -> Finding:
    free = shutil.disk_usage(settings.DATA_DIR).free
    shown = f"{free / 2**30:,.1f} GB free at DATA_DIR"
    if free < FREE_BYTES:
        return wrong("disk", f"{shown}: make room, at least {FREE_BYTES / 2**30:.0f} GB")
    return ok("disk", shown)


def _keys() -> Finding:
    """Settings require each key; here it is checked where it comes from and how long it is."""
    if len(settings.SECRET_KEY) < SECRET_LENGTH:
        return wrong("keys", f"SECRET_KEY is shorter than {SECRET_LENGTH} characters: set a longer")
    folder = settings.DATA_DIR / "keys"
    generated = [key for key in KEYS if not os.environ.get(key)]
    exposed = [key for key in generated if is_open_to_others(folder / key.lower())]
    if exposed:
        return wrong("keys", f"others may read {', '.join(exposed)}: chmod 600 {folder}/*")
    where = [f"{key} from {folder if key in generated else 'the environment'}" for key in KEYS]
    return ok("keys", ", ".join(where))


def _address() -> Finding:
    url, is_public = settings.PUBLIC_URL, settings.HOST not in LOOPBACK
    if settings.HTTPS and not settings.NUM_PROXIES:
        return wrong(
            "address",
            f"{url} needs a proxy for TLS, but NUM_PROXIES is 0: set the number of your proxies, "
            "or all clients share one rate",
        )
    if not settings.HTTPS and is_public:
        return wrong(
            "address", f"{url} is not encrypted: put a proxy with TLS in front, set PUBLIC_URL"
        )
    return ok("address", url if settings.HTTPS else f"{url}, for this machine only")


def _mail() -> Finding:
    if settings.EMAIL_FILE_PATH:
        if settings.HTTPS:
            return wrong("mail", "mails are only written to files: set EMAIL_URL to a mail server")
        return ok("mail", f"mails are written to {settings.EMAIL_FILE_PATH}")
    if settings.MAIL_DOMAIN == "localhost":
        return wrong("mail", "MAIL_DOMAIN is localhost: set the domain that mails come from")
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    mailer = get_connection()
    try:
        mailer.open()
    except (OSError, smtplib.SMTPException) as error:
        # Only the kind of error: a mail server may repeat in its answer what it was sent.
        return wrong(
            "mail",
            f"{where} does not accept us: correct EMAIL_URL, or start it ({type(error).__name__})",
        )
    finally:
        mailer.close()
    return ok("mail", f"{where} accepts our connection and account")


def _replies() -> Finding:
    if not settings.MAIL_IS_READ:
        return ok("replies", "answers to mails are not read (MAIL_PORT and MAIL_WEBHOOK_SECRET)")
    if not settings.MAIL_AUTHSERV_ID:
        return ok("replies", "answers to mails are read, from this machine, senders unchecked")
    return ok("replies", f"answers are read, senders checked by {settings.MAIL_AUTHSERV_ID}")
