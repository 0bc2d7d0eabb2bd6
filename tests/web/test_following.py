"""What a page keeps true of matches: what may be known, how long there is, who spoke."""

import re
from datetime import datetime, timedelta

from playwright.sync_api import Locator, Page, expect

from tests.support.server import ROOT
from tests.web.conftest import Visit
from tests.web.support.browser import Visitor
from tests.web.support.seats import (
    CAN_DO,
    Caller,
    against_bots,
    asked,
    at_rest,
    eventually,
    first_move,
    signed_in,
)
from tests.web.support.table_pictures import any_move

WORDS = (ROOT / "web/client/tables/bonbons/words.js").read_text()
QUESTIONS = {*re.findall(r"ask_\w+: '(.+)',", WORDS)}
"""What a player of Bonbons is asked, which is told too."""
OWN_MOVES = 8
MISSED = 4
"""Events of an absence: after a single one there would be nothing more to skip."""
HOUR = 3600
LATER = """(() => {
  const now = Date.now.bind(Date);
  const { json } = Response.prototype;
  window.later = 0;
  Date.now = () => now() + window.later;
  Response.prototype.json = async function read() {
    const body = await json.call(this);
    if (!body?.server_time) return body;
    const then = new Date(Date.parse(body.server_time) + window.later);
    return { ...body, server_time: then.toISOString() };
  };
})()"""
"""Time passes on the device and the server alike: what the server sends anew is from then, and what
it does not send again is as old as it is."""


def of_two(caller: Caller, game: str, **more: object) -> str:
    """A match against a bot."""
    body = {"game": game, "seats": 2, "bots": 1, "visibility": "private"}
    match: str = caller.post("matches", body | more)["id"]
    return match


def of_people(caller: Caller, friend: Caller, **more: object) -> str:
    """A match of two people, of whom the caller is asked first."""
    while True:
        match = of_two(caller, "ciaociao", bots=0, visibility="unlisted", **more)
        friend.post(f"matches/{match}/join", {})
        if caller.get(f"matches/{match}")["choices"]:
            return match


def test_the_page_forgets_what_the_server_no_longer_tells(visit: Visit, server: str) -> None:
    me = Caller(server)
    match = of_two(me, "bonbons")
    page = signed_in(visit(), me).open(f"/matches/{match}")
    page.locator(".bb-board").wait_for()
    first = me.get(f"matches/{match}/recap?after=0")["sentences"]
    for _ in range(OWN_MOVES):
        shown = asked(me, match)
        expect(page.locator(f"[data-version='{shown['version']}']")).to_have_count(1)
        me.play(match, any_move(shown))
    version = asked(me, match)["version"]
    expect(page.locator(f"[data-version='{version}']")).to_have_count(1)
    told = [one["text"] for one in me.get(f"matches/{match}/recap?after=0")["sentences"]]
    assert len(told) > len(first) + OWN_MOVES
    page.get_by_role("button", name="What happened").click()
    lines = page.locator("dialog .journal li")
    expect(lines).to_have_count(min(60, version))
    eventually(lambda: sentences_in(lines) == told[-60:])
    heard = {*page.get_by_role("log").locator("p").all_inner_texts()} - QUESTIONS
    assert heard
    assert heard <= {*told}, "nor can it be read again where it was told"


def sentences_in(lines: Locator) -> list[str]:
    """What the lines of a journal say."""
    return [line.removeprefix("Since you last looked").strip() for line in lines.all_inner_texts()]


def test_what_happened_in_an_absence_is_shown_on_return_and_can_be_skipped(
    visit_once: Visit, server: str
) -> None:
    page, me, match = against_bots(visit_once(scenes=True), server)
    shown = at_rest(me, match)["version"]
    page.goto("/")
    while (version := at_rest(me, match)["version"]) < max(shown, last_read(me, match)) + MISSED:
        me.play(match, first_move(at_rest(me, match)))
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    page.goto(f"/matches/{match}")
    away = page.locator(".stage-away")
    eventually(lambda: away.count() or None, otherwise=lambda: page.clock.run_for(20))
    expect(away).to_contain_text("While you were away")
    expect(page.locator(CAN_DO)).to_have_count(0)
    page.get_by_role("button", name="Skip", exact=True).click()
    page.get_by_role("button", name="Skip all").click()
    page.clock.resume()
    page.locator(f"[data-version='{version}'] {CAN_DO}").first.wait_for()
    expect(page.locator(".stage-away")).to_have_count(0)


def last_read(caller: Caller, match: str) -> int:
    """The last event that the player has read; own moves count as read."""
    read: int = caller.get(f"matches/{match}/recap")["after"]
    return read


def test_the_most_urgent_match_is_first_and_says_how_long_there_is(
    visit: Visit, server: str
) -> None:
    me = Caller(server)
    clocks = ({"kind": "per_move", "seconds": 5 * HOUR}, {"kind": "per_move", "seconds": 9 * HOUR})
    friend = Caller(server)
    urgent, _ = (of_people(me, friend, clock=clock) for clock in clocks)
    page = signed_in(visit(), me).open("/matches")
    for path in ("/matches", "/"):
        page.goto(path)
        cards = page.locator(".match-card.mine")
        expect(cards).to_have_count(2)
        expect(cards.nth(0)).to_contain_text("4 h left")
        expect(cards.nth(0)).to_have_attribute("href", f"/matches/{urgent}")
        expect(cards.nth(1)).to_contain_text("8 h left")


def test_the_time_left_is_right_for_who_comes_back_later(visit: Visit, server: str) -> None:
    me = Caller(server)
    clock = {"kind": "per_move", "seconds": 9 * HOUR}
    match = of_people(me, Caller(server), clock=clock)
    visitor = signed_in(visit(), me)
    visitor.run_first(LATER)
    page = visitor.open(f"/matches/{match}")
    expect(page.locator(".time-left")).to_contain_text("8 h left")
    page.get_by_role("link", name="Back").click()
    page.locator(".match-card").first.wait_for()
    page.evaluate(f"window.later = {3 * HOUR * 1000}")
    with page.expect_response(f"**/api/v1/matches/{match}") as answer:
        page.locator(".match-card").first.click()
    assert answer.value.status == 304
    expect(page.locator(".table-side .time-left")).to_contain_text("5 h left")


def test_against_bots_alone_the_time_is_told_in_the_menu(visit: Visit, server: str) -> None:
    me = Caller(server)
    match = of_two(me, "ciaociao", clock={"kind": "per_move", "seconds": 9 * HOUR})
    asked(me, match)
    page = signed_in(visit(), me).open(f"/matches/{match}")
    page.locator(CAN_DO).first.wait_for()
    expect(page.locator(".time-left")).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator(".menu .time-left")).to_contain_text("8 h left")


def test_who_speaks_is_noticed_while_the_talk_is_closed(visit: Visit, server: str) -> None:
    host, visitor = Caller(server), visit()
    body = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    match = host.post("matches", body)["id"]
    page = seated(visitor, match)
    host.post(f"matches/{match}/messages", {"text": "Hello there"})
    talk = page.get_by_role("button", name="Table talk, 1 new message")
    expect(talk.locator(".badge")).to_have_text("1")
    expect(page.get_by_role("log")).to_contain_text("Anna: Hello there")
    talk.click()
    expect(page.locator(".messages li")).to_contain_text("Hello there")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    host.post(f"matches/{match}/messages", {"text": "Still there?"})
    expect(talk.locator(".badge")).to_have_text("1")
    page.reload()
    expect(talk.locator(".badge")).to_have_text("1")


def seated(visitor: Visitor, match: str) -> Page:
    """A visitor at a table for two."""
    page = visitor.open(f"/join/{match}")
    page.get_by_role("button", name="Take a seat").click()
    page.locator(".cc-board").wait_for()
    return page


def test_words_offer_no_move_while_one_waits_for_a_network(
    visit_cuttable: Visit, server: str
) -> None:
    visitor = visit_cuttable()
    visitor.store(pictures=False)
    page, _, match = against_bots(visitor, server)
    visitor.offline(away=True)
    page.locator(CAN_DO).first.click()
    expect(page.get_by_text("Kept on this device")).to_be_visible()
    expect(page.locator(CAN_DO)).to_have_count(0)
    page.get_by_role("link", name="Back").click()
    expect(page.locator(f".match-card[href='/matches/{match}']")).to_be_visible()
    visitor.offline(away=False)


def test_invitations_are_listed_until_they_are_taken(visit: Visit, server: str) -> None:
    host, guest = Caller(server), Caller(server)
    body = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    match = host.post("matches", body)["id"]
    guest.post(f"matches/{match}/join", {})
    guest.post(f"matches/{match}/resign", {})
    again = host.post(f"matches/{match}/rematch", {})["id"]
    page = signed_in(visit(), guest).open("/matches")
    invitations = page.locator("section", has=page.get_by_role("heading", name="Invitations"))
    invitations.get_by_role("link").click()
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_url(f"**/matches/{again}")
    page.goto("/matches")
    expect(page.locator(f"a[href='/matches/{again}']")).to_be_visible()
    expect(invitations).to_have_count(0)
