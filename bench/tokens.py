"""The cost of authenticating a device by its token, beside django-rest-knox in the same process.

Each side finds the owner of one of a thousand tokens for a request, as a view does; knox with its
sliding expiry on. The sides take turns in short rounds, and the best of each counts, in CPU time of
this process, which other load on the machine hardly affects.

    python -m bench.tokens          (SQLite in a temporary folder; DATABASE_URL for another)
"""

import os
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from itertools import cycle
from math import inf
from typing import Any

TOKENS = 1000
SPELLS = 20
CALLS = 500


def set_up(folder: str) -> None:
    """Set up Django with knox beside our own tables, on an empty database."""
    os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "knox"]
    settings.REST_KNOX = {"AUTO_REFRESH": True}
    django.setup()
    call_command("migrate", verbosity=0)


def recogniser(authentication: Any, tokens: list[str]) -> Callable[[], None]:
    """Return a function that authenticates a request with the next token."""
    from django.test import RequestFactory
    from rest_framework.request import Request

    made = [RequestFactory().get("/", HTTP_AUTHORIZATION=f"Token {token}") for token in tokens]
    requests = cycle([Request(request) for request in made])

    def one() -> None:
        assert authentication.authenticate(next(requests)) is not None

    return one


def sides() -> dict[str, Callable[[], None]]:
    """Return the functions of both sides, each with TOKENS tokens."""
    from django.contrib.auth.models import User

    from api.http.authentication import TokenAuthentication
    from events.players.identity import guest_create

    own = [guest_create(name=None, locale="en")[1] for _ in range(TOKENS)]
    users = [User.objects.create(username=f"user{number}") for number in range(TOKENS)]
    token_model = import_module("knox.models").AuthToken
    theirs = [token_model.objects.create(user)[1] for user in users]
    return {
        "ours": recogniser(TokenAuthentication(), own),
        "knox": recogniser(import_module("knox.auth").TokenAuthentication(), theirs),
    }


def main() -> None:
    """Print the microseconds per request of both sides."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        from django.db import connection

        best = dict.fromkeys(both := sides(), inf)
        for _ in range(SPELLS):
            for name, one in both.items():
                began = time.process_time()
                for _ in range(CALLS):
                    one()
                best[name] = min(best[name], (time.process_time() - began) / CALLS)
        ours, knox = best["ours"] * 1e6, best["knox"] * 1e6
        print(f"{connection.vendor}: ours {ours:.0f} µs, knox {knox:.0f} µs, {knox / ours:.1f}×")
        connection.close()


if __name__ == "__main__":
    main()
