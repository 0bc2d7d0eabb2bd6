"""Codes that prove an address: mailed, good for a short while, a few tries and one use."""

import secrets
from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from events.letters import letter_write
from events.models import Player, SignInCode
from events.sql import fetched
from games.contract import Text

CODE_LIFE = timedelta(minutes=15)
AGAIN_AFTER = timedelta(minutes=1)
MOST_TRIES = 5

SUBJECT = Text("{code} est votre code Gobelet", "{code} is your Gobelet code")
TEXT = Text(
    "Bonjour !\n\n"
    "Votre code pour entrer dans Gobelet : {code}\n\n"
    "Il est valable {minutes} minutes et ne sert qu’une fois. Si vous n’avez rien demandé,\n"
    "oubliez ce message : sans le code, personne ne peut entrer.\n",
    "Hello!\n\n"
    "Your code to sign in to Gobelet: {code}\n\n"
    "It is good for {minutes} minutes and works once. If you did not ask for it,\n"
    "ignore this message: without the code nobody gets in.\n",
)

# Whoever asks for an address that has a fresh code changes nothing; both take one statement.
_ASK = """
INSERT INTO events_signincode (email, digest, at, tries) VALUES (%s, %s, %s, 0)
ON CONFLICT (email) DO UPDATE SET digest = excluded.digest, at = excluded.at, tries = 0
WHERE events_signincode.at <= %s RETURNING email
"""


def code_ask(*, email: str, language: str) -> None:
    """Mail a new code in place of an older one; nothing happens if that is not a minute old."""
    now = timezone.now()
    code = f"{secrets.randbelow(10**6):06}"
    if not fetched(_ASK, [email, _digest(email, code), now, now - AGAIN_AFTER]):
        return
    known = Player.objects.filter(email=email).values_list("locale", flat=True).first()
    said = {"code": code, "minutes": int(CODE_LIFE.total_seconds()) // 60}
    letter_write(
        to=email,
        subject=SUBJECT.within(known or language).format(**said),
        text=TEXT.within(known or language).format(**said),
        until=now + CODE_LIFE,
    )


def code_use(*, email: str, code: str) -> bool:
    """Whether this is the code of that address, which is then used up; a wrong one is counted.

    The row stays locked until the caller's transaction ends, so of two who use it one fails.
    """
    row = SignInCode.objects.select_for_update().filter(email=email).first()
    right = constant_time_compare(row.digest if row else "", _digest(email, code))
    if row is None or row.at <= timezone.now() - CODE_LIFE or row.tries >= MOST_TRIES:
        return False
    if right:
        row.delete()
    else:
        row.tries += 1
        row.save(update_fields=["tries"])
    return right


def codes_forget() -> None:
    """Delete codes that are no longer good."""
    SignInCode.objects.filter(at__lte=timezone.now() - CODE_LIFE).delete()


def _digest(email: str, code: str) -> str:
    return salted_hmac("events.codes", f"{email} {code}", algorithm="sha256").hexdigest()
