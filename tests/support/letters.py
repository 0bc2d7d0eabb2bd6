"""The letters of a server that keeps them as files."""

import re
from email import message_from_bytes, policy
from pathlib import Path

from tests.support.server import soon


def code_in(letters: Path, address: str, before: int = 0) -> str:
    """The code of the newest letter to an address, of which there were so many."""
    assert soon(lambda: len(written(letters, address)) > before)
    (found,) = re.findall(r"\b\d{6}\b", written(letters, address)[-1])[:1]
    return str(found)


def written(letters: Path, address: str) -> list[str]:
    """The texts of the letters to an address, the newest last."""
    files = sorted(letters.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
    mails = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in files]
    bodies = [(str(mail["To"]), mail.get_body(("plain",))) for mail in mails]
    return [body.get_content() for to, body in bodies if address in to and body is not None]
