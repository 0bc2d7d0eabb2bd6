"""Playing by mail with a whole server: its own files for mails out, its own port for mails in."""

import json
import re
import smtplib
import urllib.request
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from tests.support.mailbox import codes_in, text_of
from tests.support.server import PATIENCE, SharedServer, soon

ADDRESS = "by-mail@example.org"
INSTANT = {"notifications": {"your_turn": {"email": "instant"}}}


class Anna:
    """Somebody with a browser to sign in with, and a mailbox."""

    def __init__(self, server: SharedServer, mail_port: int) -> None:
        self._server, self._mail_port, self._token = server, mail_port, ""
        nonce = self.ask("POST", "auth/email", {"email": ADDRESS})["nonce"]
        code = re.search(r"\b\d{6}\b", text_of(self.mails(1)[0]))
        assert code
        proof = {"email": ADDRESS, "code": code[0], "nonce": nonce}
        self._token = self.ask("POST", "auth/email/confirm", proof)["token"]
        self.ask("PATCH", "me", INSTANT)

    def ask(self, method: str, path: str, body: Any) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Token {self._token}"
        url = f"http://127.0.0.1:{self._server.port}/api/v1/{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or b"null")

    def mails(self, many: int) -> list[EmailMessage]:
        """So many mails to her, the first ones first, once they have come."""
        assert soon(lambda: len(self._mails_so_far()) >= many)
        return self._mails_so_far()

    def reply(self, mail: EmailMessage, line: str) -> None:
        message = EmailMessage()
        message["From"], message["To"] = ADDRESS, mail["Reply-To"]
        message["In-Reply-To"] = mail["Message-ID"]
        message.set_content(f"{line}\n\n> {text_of(mail)[:40]}\n")
        with smtplib.SMTP("127.0.0.1", self._mail_port, timeout=PATIENCE) as post:
            post.send_message(message)

    def _mails_so_far(self) -> list[EmailMessage]:
        outbox = self._server.data_dir / "outbox"
        paths = sorted(outbox.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
        return [mail for mail in map(_read, paths) if mail["To"] == ADDRESS]


def _read(path: Path) -> EmailMessage:
    message = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def test_a_server_with_nothing_set_about_mails_can_be_played_with_by_mail(
    shared_server: SharedServer,
) -> None:
    about_mails = shared_server.second_line
    where = re.search(r"answers to them are read at 127\.0\.0\.1:(\d+)", about_mails)
    assert where, about_mails
    anna = Anna(shared_server, int(where[1]))
    table = {"game": "bonbons", "seats": 2, "bots": 1, "visibility": "private"}
    anna.ask("POST", "matches", table)
    turn = anna.mails(2)[-1]
    anna.reply(turn, codes_in(turn)[0])
    answer = anna.mails(3)[-1]
    # The first square may be the empty wrapper, of which the sentence is another.
    assert re.search(r"You turn up|Bad luck, square 1\b", text_of(answer)), text_of(answer)
    assert answer["Subject"] == turn["Subject"]
