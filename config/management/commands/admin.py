"""`manage.py admin`: create an administrator, or set a new password for one."""

import os
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config.management.commands.serve import migrate
from events.database.migration_state import pending_migrations
from events.database.move_mark import require_not_moved


class Command(BaseCommand):
    """The command behind `make admin`."""

    help = "Make an administrator (ADMIN_NAME, ADMIN_PASSWORD), or give one a new password."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Create or update the account, migrating first if necessary, and print how to sign in."""
        name = os.environ.get("ADMIN_NAME") or "admin"
        given = os.environ.get("ADMIN_PASSWORD")
        require_not_moved()
        if pending_migrations(connection):
            migrate()
        new = administrator_set(name, password := given or secrets.token_urlsafe(12))
        print(f"{'Made' if new else 'Changed the password of'} the administrator {name}.")
        print(f"Sign in at {settings.PUBLIC_URL}/admin/ as {name}", end="")
        print("." if given else f" with the password {password}")


def administrator_set(name: str, password: str) -> bool:
    """Create or update the superuser `name` with this password; return whether it is new."""
    model = get_user_model()
    user = model.objects.filter(username=name).first()
    new = user is None
    user = user or model(username=name)
    try:
        validate_password(password, user)
        user.is_active = user.is_staff = user.is_superuser = True
        user.set_password(password)
        user.full_clean()
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    user.save()
    return new
