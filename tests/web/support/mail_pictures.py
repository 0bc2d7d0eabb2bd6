"""Pictures of mails for docs/screens/.

`DATA_DIR=/tmp/screens python -m tests.web.support.mail_pictures` makes them.

Each game's turn mail, as it would be sent, in a real browser at the width of a phone and a desk.
"""

import base64
import os
import tempfile
from email.message import Message
from pathlib import Path
from typing import Any

from tests.support.sweeps import sweep_all

WIDTHS = {"phone": 390, "desk": 900}
SCREENS = Path(__file__).parents[3] / "docs" / "screens"
TABLES = {"ciaociao": (3, 9, "fr"), "passpass": (4, 40, "en"), "ptipasspass": (3, 17, "fr"),
          "bonbons": (3, 40, "en")}  # fmt: skip


def main() -> None:
    os.environ.setdefault("DATA_DIR", tempfile.mkdtemp())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.update(MAIL_PORT="2525", PUBLIC_URL="https://play.example.org",
                      MAIL_AUTHSERV_ID="mx.example.org")  # fmt: skip
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    pages = {game: page_of(mail_of(game, *table)) for game, table in TABLES.items()}
    shoot(pages)


def mail_of(game: str, seats: int, moves: int, locale: str) -> Message:
    """The mail that asks somebody for a move, some way into a match against bots."""
    import msgspec
    from django.db import transaction
    from django.utils import timezone

    from events.by_mail.submit import move_play
    from events.log.position import position_at_head
    from events.matches.opening import match_create
    from events.models import Match, Player
    from events.notifications.email.message import message_of
    from events.notifications.email.sheet import sheet_of
    from events.play.moves import question_open_to
    from events.selectors.match import open_choices
    from games.chance import FastChance
    from games.codec import any_move

    now = timezone.now()
    anna = Player.objects.create(
        name="Anna", email=f"{game}@example.org", locale=locale, created_at=now, seen_at=now
    )
    with transaction.atomic():
        match = match_create(
            creator=anna,
            game=game,
            seats=seats,
            options={},
            visibility="private",
            bots=[3] * (seats - 1),
        )[0].match
    chance, played = FastChance(game), 0
    for _ in range(500):
        sweep_all()
        match = Match.objects.get(id=match.id)
        position = position_at_head(match)
        choices = open_choices(position, 0)
        if choices and played * seats >= moves:
            break
        if choices and question_open_to(position, 0) is not None:
            move: Any = any_move(position.game, choices, chance)
            with transaction.atomic():
                move_play(
                    player=anna,
                    match_id=match.id,
                    move=msgspec.to_builtins(move),
                    key=f"screen {played}",
                    asked=position.questions[0],
                )
            played += 1
    sheet = sheet_of(match, anna)
    assert sheet is not None
    return message_of(sheet, unique="x").message()


def page_of(message: Message) -> str:
    """The page of a mail as a mail program shows it, its picture in it."""
    page, picture = "", b""
    for part in message.walk():
        if part.get_content_type() == "text/html":
            page = bytes(part.get_payload(decode=True)).decode()
        if part.get_content_type() == "image/png":
            picture = bytes(part.get_payload(decode=True))
    inline = base64.b64encode(picture).decode()
    return page.replace("cid:table@gobelet", f"data:image/png;base64,{inline}")


def shoot(pages: dict[str, str]) -> None:
    from playwright.sync_api import sync_playwright

    SCREENS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        for game, page in pages.items():
            for screen, width in WIDTHS.items():
                tab = browser.new_page(viewport={"width": width, "height": 800})
                tab.set_content(page)
                wide = tab.evaluate("document.documentElement.scrollWidth")
                print(game, screen, "scrolls sideways" if wide > width else "fits")
                tab.screenshot(path=SCREENS / f"mail-{game}-{screen}.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main()
