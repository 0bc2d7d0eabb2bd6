"""The leak property for mails: no text, page, picture or link tells what the rules hide.

A match and its twin, which the reader cannot tell apart by the rules, give the same mails, but for
the id of the match and what is signed.
"""

import os
import re
from typing import Any

import pytest

from events.by_mail import action_links
from events.log.position import position_at_head
from events.models import Match, Outbox, Player, Seat
from events.notifications.email import picture
from events.notifications.email.compose import notice_mail
from events.notifications.email.html import page_of
from events.notifications.email.message import headers_of
from events.notifications.email.picture import picture_of
from events.notifications.email.sheet import Sheet, sheet_of
from events.notifications.email.text import sheet_text
from events.notifications.notice import Notice
from games.chance import FastChance
from games.contract import OPEN
from games.registry import all_games
from tests.api.http.leak_outputs import random_positions
from tests.events.notifications.payloads import rendered
from tests.support.client import ServerClient
from tests.support.people import Person
from tests.support.twins import twin_of

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

SEEDS = int(os.environ.get("LEAK_SEEDS", "1"))
SIGNED = re.compile(r"/mail/(play|stop)/[\w-]+|[ri]-[a-z2-7]+@")


@pytest.fixture(autouse=True)
def pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have their full size, and equal drawings are rendered once."""
    monkeypatch.setattr(picture, "png_of", rendered)


@pytest.fixture(autouse=True)
def mails_are_read(settings: Any) -> None:
    settings.MAIL_IS_READ = True
    settings.MAIL_DOMAIN = "play.example.org"


def told(match: Match, player: Player) -> dict[str, Any]:
    """Everything that mails about a match, and the pages behind their links, tell a player."""
    answers: dict[str, Any] = {}
    for language in ("fr", "en"):
        player.locale = language
        sheet = sheet_of(match, player, after=0)
        assert sheet is not None
        answers |= {
            f"text {language}": sheet_text(sheet, "note"),
            f"page {language}": page_of(sheet, "note", "picture"),
            f"headers {language}": str(headers_of(sheet)),
        }
        answers |= {f"{name} {language}": page for name, page in pages(sheet).items()}
        answers["picture"] = picture_of(sheet)
    notice = Notice(
        kind=Outbox.Kind.YOUR_TURN, match=match.id, game=match.game, seq=3, at=match.created_at
    )
    answers["notice"] = notice_mail(player, [notice], unique="x").body
    return {name: masked(answer, match.id) for name, answer in answers.items()}


def pages(sheet: Sheet) -> dict[str, str]:
    """The pages behind a few of the links."""
    links = [kind.url for kind in sheet.kinds]
    links += [option.url for kind in sheet.kinds for option in kind.options[:3]]
    found = {}
    for number, link in enumerate(links):
        answer = ServerClient().get("/mail/" + link.partition("/mail/")[2])
        assert answer.status_code == 200, link
        found[f"page of link {number}"] = answer.content.decode()
    return found


def masked(answer: Any, match: str) -> Any:
    if not isinstance(answer, str):
        return answer
    return SIGNED.sub(lambda found: "SIGNED" * len(found[0]), answer.replace(match, "MATCH"))


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", all_games())
def test_no_mail_tells_what_the_rules_hide(game: str, seed: int) -> None:
    seats = all_games()[game].seats[:2][-1]
    match, people = random_positions(seats, 14 + 12 * seed, seed, game)
    found = Match.objects.get(id=match)
    for viewer, person in enumerate(people):
        twin = twin_of(found, viewer, FastChance(seed))
        Seat.objects.filter(match=twin).exclude(number=viewer).update(
            standing='{"move":{"type":"ok"},"until":"turn"}'
        )
        player = Player.objects.get(id=person.player)
        ours, theirs = told(found, player), told(twin, player)
        assert ours.keys() == theirs.keys()
        for output, answer in ours.items():
            assert answer == theirs[output], f"{output} tells seat {viewer} something hidden"


def matches_alike_to_a_seat() -> tuple[Match, Match, Player]:
    """Two matches in different states, and somebody at both who does not know which is which."""
    for moves in range(12, 40):
        match, people = random_positions(3, moves, moves)
        found = Match.objects.get(id=match)
        for viewer, person in enumerate(people):
            twin = twin_of(found, viewer, FastChance(moves))
            if position_at_head(twin).state != position_at_head(found).state:
                return found, twin, Player.objects.get(id=person.player)
    raise AssertionError("everybody knows everything")


def test_a_leak_planted_in_the_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found, twin, player = matches_alike_to_a_seat()
    assert told(found, player) == told(twin, player)

    def all_shown(sheet: Sheet) -> str:
        position = sheet.position
        draw = sheet.game.words.picture
        assert draw is not None
        return picture.png_of(
            draw(position.game.view(position.state, OPEN, 0), sheet.names, 0)
        ).hex()

    monkeypatch.setitem(globals(), "picture_of", all_shown)
    ours, theirs = told(found, player), told(twin, player)
    assert {name for name in ours if ours[name] != theirs[name]} == {"picture"}


def test_who_has_only_a_link_sees_no_table() -> None:
    """A link may be passed on: its page shows the move, and nothing else that is hidden."""
    match, people = random_positions(3, 6, 3)
    found = Match.objects.get(id=match)
    for person in people:
        sheet = sheet_of(found, Player.objects.get(id=person.player))
        assert sheet is not None
        for kind in sheet.kinds:
            offer = action_links.offer_of(kind.options[0].url.rpartition("/")[2])
            assert offer is not None
            page = ServerClient().get(f"/mail/play/{kind.options[0].url.rpartition('/')[2]}")
            assert page.status_code == 200
            assert sheet.board.splitlines()[0] not in page.content.decode()
    assert isinstance(people[0], Person)
