"""Sign-in codes, which prove an address: mailed, short-lived, with few tries and for one use."""

import secrets
from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from events.database.statements import fetch
from events.mail.queue import mail_enqueue
from events.models import Player, SignInCode
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

# A request for an address with a fresh code changes nothing; both cases take one statement.
_REPLACE_IF_OLD = """
INSERT INTO events_signincode (email, digest, at, tries) VALUES (%s, %s, %s, 0)
ON CONFLICT (email) DO UPDATE SET digest = excluded.digest, at = excluded.at, tries = 0
WHERE events_signincode.at <= %s RETURNING email
"""


def code_ask(*, email: str, language: str) -> None:
    """Mail a new code in place of an older one; does nothing if that is less than a minute old."""
    now = timezone.now()
    code = f"{secrets.randbelow(10**6):06}"
    if not fetch(_REPLACE_IF_OLD, [email, _digest(email, code), now, now - AGAIN_AFTER]):
        return
    known = Player.objects.filter(email=email).values_list("locale", flat=True).first()
    values = {"code": code, "minutes": int(CODE_LIFE.total_seconds()) // 60}
    mail_enqueue(
        to=email,
        subject=SUBJECT.within(known or language).format(**values),
        text=TEXT.within(known or language).format(**values),
        until=now + CODE_LIFE,
    )


def code_use(*, email: str, code: str) -> bool:
    """Use up the code of an address if it is right and valid; returns whether it was.

    A wrong try is counted. The row stays locked until the caller's transaction ends, so of two
    concurrent uses one fails.
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


def codes_delete_expired() -> None:
    """Delete expired codes."""
    SignInCode.objects.filter(at__lte=timezone.now() - CODE_LIFE).delete()


def _digest(email: str, code: str) -> str:
    return salted_hmac("sign_in_code", f"{email} {code}", algorithm="sha256").hexdigest()
