"""Sign-in codes, which prove an address: mailed, short-lived, with few tries and for one use.

A code is bound to a nonce that only the device that asked is told: without it no one can try the
code, use it up, or have it replaced.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from events.errors import TooMany
from events.mail.consent import Kind, is_stopped, mail_count
from events.mail.queue import mail_enqueue
from events.mail.tokens import address_stop_url
from events.models import Player, SignInCode
from events.players.quotas import seconds_until_midnight
from games.contract import Text

CODE_LIFE = timedelta(minutes=15)
MOST_TRIES = 5

SUBJECT = Text("{code} est votre code Gobelet", "{code} is your Gobelet code")
TEXT = Text(
    "Bonjour !\n\n"
    "Votre code pour entrer dans Gobelet : {code}\n\n"
    "Il est valable {minutes} minutes, ne sert qu’une fois, et seulement là où il a été demandé.\n"
    "Si vous n’avez rien demandé, oubliez ce message : sans le code, personne ne peut entrer.\n\n"
    "-- \nNe plus recevoir de codes à cette adresse : {stop}\n",
    "Hello!\n\n"
    "Your code to sign in to Gobelet: {code}\n\n"
    "It is good for {minutes} minutes, works once, and only where it was asked for.\n"
    "If you did not ask for it, ignore this message: without the code nobody gets in.\n\n"
    "-- \nNo more codes to this address: {stop}\n",
)


def code_ask(*, email: str, language: str) -> tuple[str, datetime]:
    """Mail a code to an address and return the nonce that it works with, and until when.

    Nothing is mailed to an address whose reader has stopped codes; the answer does not tell. Raises
    TooMany when the day's codes for the address are used up, whether it has an account or not.
    """
    now = timezone.now()
    nonce, code = secrets.token_urlsafe(24), f"{secrets.randbelow(10**6):06}"
    if not mail_count(email, Kind.CODE, most=settings.CODES_PER_DAY):
        raise TooMany("daily_limit_reached", wait=seconds_until_midnight(now))
    if not is_stopped(email, Kind.CODE):
        digest = _digest(email, nonce, code)
        SignInCode.objects.create(nonce=_nonce_digest(nonce), email=email, digest=digest, at=now)
        _code_mail(email, code, language)
    return nonce, now + CODE_LIFE


def code_use(*, email: str, nonce: str, code: str) -> bool:
    """Use up a code if it is right and valid, for this address and nonce; returns whether it was.

    A wrong try is counted. The row stays locked until the caller's transaction ends, so of two
    concurrent uses one fails.
    """
    row = SignInCode.objects.select_for_update().filter(nonce=_nonce_digest(nonce)).first()
    right = constant_time_compare(row.digest if row else "", _digest(email, nonce, code))
    if row is None or row.at <= timezone.now() - CODE_LIFE or row.tries >= MOST_TRIES:
        return False
    if right:
        row.delete()
    else:
        row.tries += 1
        row.save(update_fields=["tries"])
    return right


def codes_delete_expired() -> None:
    """Delete expired codes."""
    SignInCode.objects.filter(at__lte=timezone.now() - CODE_LIFE).delete()


def _code_mail(email: str, code: str, language: str) -> None:
    known = Player.objects.filter(email=email).values_list("locale", flat=True).first()
    locale = known or language
    stop = address_stop_url(Kind.CODE, email, locale)
    values = {"code": code, "minutes": int(CODE_LIFE.total_seconds()) // 60, "stop": stop}
    mail_enqueue(
        to=email,
        subject=SUBJECT.within(locale).format(**values),
        text=TEXT.within(locale).format(**values),
        until=timezone.now() + CODE_LIFE,
        stop=stop,
    )


def _nonce_digest(nonce: str) -> str:
    return sha256(nonce.encode()).hexdigest()


def _digest(email: str, nonce: str, code: str) -> str:
    given = f"{email} {nonce} {code}"
    return salted_hmac("sign_in_code", given, algorithm="sha256").hexdigest()
