"""Growth of the cost of reading a hostile mail, beside the standard library's usual way.

Each attack is read at n and at 2n bytes, in CPU time of this process, the best of a few readings:
a ratio near 2 is linear, near 4 quadratic. Ours stops growing at its caps.

    python -m bench.mail_parsing
"""

import time
from collections.abc import Callable, Mapping
from email import message_from_bytes, policy
from html.parser import HTMLParser

N = 8000
READINGS = 5

_FROM = b"From: a@example.org\r\n"
_TYPE = _FROM + b"Content-Type: "
_HTML = _TYPE + b"text/html\r\n\r\n"
_PARAMETER = b'text/plain; a="'

ATTACKS: Mapping[str, Callable[[int], bytes]] = {
    "comments in a header": lambda n: _TYPE + b"text/plain " + b"(a)" * (n // 3) + b"\r\n\r\nok",
    "quotes in a header": lambda n: _TYPE + b'""' * (n // 2) + b"\r\n\r\nok",
    "an open parameter": lambda n: _TYPE + _PARAMETER + b";" * n + b"\r\n\r\nok",
    "an open parameter of a part": lambda n: (
        _TYPE
        + b"multipart/mixed; boundary=x\n\n--x\nContent-Type: "
        + _PARAMETER
        + b";" * n
        + b"\n\nok"
    ),
    "senders": lambda n: b"From: " + b"a@b.c," * (n // 6) + b"\r\n\r\nok",
    "nested parts": lambda n: (
        _TYPE
        + b"Content-Type: ".join(
            b"multipart/a; boundary=%d\n\n--%d\n" % (i, i) for i in range(n // 90)
        )
        + b"\n" * (n // 2)
    ),
    "open tags": lambda n: _HTML + b'<a b="' * (n // 6),
    "open comments": lambda n: _HTML + b"<!--" * (n // 4),
    "a long tag": lambda n: _HTML + b"<" + b"a" * n,
    "quoted lines": lambda n: _FROM + b"\r\n" + b">\r\n" * (n // 3),
}


def read_bounded(content: bytes) -> None:
    """Read a mail as the SMTP server does once its address and sender are known."""
    from events.by_mail.inbox import mail_read

    mail = mail_read(content, None)
    mail.first_lines()
    mail.failure()


def read_usual(content: bytes) -> None:
    """Read a mail with the standard library's modern policy and its HTML parser."""
    message = message_from_bytes(content, policy=policy.default)
    part = message.get_body(("plain", "html"))
    text = part.get_content() if part is not None else ""
    HTMLParser().feed(text if isinstance(text, str) else "")


def seconds(read: Callable[[bytes], None], content: bytes, readings: int = READINGS) -> float:
    """Return the least CPU time of a few readings."""
    spent = []
    for _ in range(readings):
        began = time.process_time()
        read(content)
        spent.append(time.process_time() - began)
    return min(spent)


def main() -> None:
    """Print for each attack how the time at 2n compares with the time at n."""
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(f"{'time at 2n / time at n':32}{'ours':>8}{'usual':>8}{'usual / ours at 2n':>22}")
    for name, attack in ATTACKS.items():
        ours = [seconds(read_bounded, attack(size)) for size in (N, 2 * N)]
        usual = [seconds(read_usual, attack(size), 1) for size in (N, 2 * N)]
        ratios = f"{ours[1] / ours[0]:8.1f}{usual[1] / usual[0]:8.1f}{usual[1] / ours[1]:22.0f}"
        print(f"{name:32}{ratios}", flush=True)


if __name__ == "__main__":
    main()
