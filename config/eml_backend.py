"""A mail backend that writes files, for installations without a mail server."""

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class EmlFiles(BaseEmailBackend):
    """Writes each mail atomically to its own .eml file, which mail programs open."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._folder = Path(str(settings.EMAIL_FILE_PATH))

    def open(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        self.open()
        for message in messages:
            name = f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{secrets.token_hex(4)}"
            draft = self._folder / f".{name}.draft"
            draft.touch(mode=0o600)
            made: Any = message.message()
            draft.write_bytes(made.as_bytes(linesep="\r\n"))
            draft.rename(self._folder / f"{name}.eml")
        return len(messages)
