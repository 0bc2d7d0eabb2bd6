"""A finished match is seen again through anybody's eyes, and proved by the browser."""

import copy
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.proofs.corpus import all_exports, export_in
from tests.web.conftest import Visit
from tests.web.support.browser import Devices, Visitor
from tests.web.support.seats import DONE, Caller, eventually, play_on, playing_now
from tests.web.test_screens import assert_no_serious_issue, axe

__all__ = ["axe"]
Export = dict[str, Any]
HALF_A_SECOND, A_MINUTE = 500, 60_000


class Finished(NamedTuple):
    """A match with receipts, a number that was added, and an end; and the device it was played on.

    `stored` is what that device has kept.
    """

    match: str
    me: Caller
    stored: dict[str, Any]

    def back(self, visitor: Visitor) -> Visitor:
        """A visitor with that device."""
        visitor.store(**self.stored)
        return visitor


@pytest.fixture(scope="module")
def finished(devices: Devices, server: str) -> Finished:
    """A match in which the player has moved twice and given up."""
    with devices.visiting(cuttable=False) as visitor:
        table = playing_now(visitor, server)
        assert play_on(table)
        assert play_on(table)
        for name in ("More", "Give up", "Give up"):
            table.page.get_by_role("button", name=name).click()
        table.page.locator(DONE).wait_for()
        return Finished(table.match, table.me, visitor.stored())


def at_the_end(page: Page, match: str) -> Page:
    """The page of a finished match, once all of its result is there and its links stay in place."""
    page.goto(f"/matches/{match}")
    page.locator(f"{DONE} > p.dim").wait_for()
    page.get_by_text("What was under the cup").wait_for()
    return page


def test_the_browser_proves_a_match_that_was_played_in_it(visit: Visit, finished: Finished) -> None:
    page = at_the_end(finished.back(visit()).page, finished.match)
    page.get_by_role("link", name="Check the fairness").click()
    agrees = "Everything agrees"
    expect(page.get_by_role("heading", name=agrees)).to_be_visible()
    found = page.locator("[data-check]")
    checked = found.evaluate_all("all => all.map(one => [one.dataset.check, one.className])")
    names = "commitment seeds draws events frame shown promise seen receipts"
    assert checked == [[name, "good"] for name in names.split()]
    expect(page.locator("[data-check=receipts]")).to_contain_text("3 signed receipts")
    expect(page.locator(".seats li").first).to_contain_text("added a number")
    expect(page.locator(".seats li").last).to_contain_text("bot")
    with page.expect_download() as taken:
        page.get_by_role("button", name="The match (JSON)").click()
    assert json.loads(taken.value.path().read_text())["format"] == "gobelet-match/1"
    with page.expect_download() as told:
        page.get_by_role("button", name="The story (text)").click()
    assert "Gobelet" in told.value.path().read_text()
    with page.expect_download() as verifier:
        page.get_by_role("link", name="The verifier").click()
    assert verifier.value.suggested_filename == "verify.py"


def other_die(export: Export) -> None:
    draw = next(draw for draw in export["draws"] if draw["op"] == "below")
    draw["result"] = (draw["result"] + 1) % draw["n"]


def other_name(export: Export) -> None:
    export["events"][3]["full"]["at"] = "2020-01-01T00:00:00.000000Z"


def shown_a_lie(export: Export) -> None:
    event = next(one for one in export["events"] if one["full"]["type"] == "die_rolled")
    event["seats"][0]["data"] = event["full"]["data"] | {"die": 9}


def other_hash(export: Export) -> None:
    export["events"][5]["hash"] = "0" * 64


def one_fewer(export: Export) -> None:
    del export["events"][7]


def other_winner(export: Export) -> None:
    export["match"]["outcome"]["winners"] = [0]


def other_secret(export: Export) -> None:
    export["fairness"]["server_seed"] = "ab" * 32


def other_seed(export: Export) -> None:
    seat = next(seat for seat in export["fairness"]["seats"] if seat["seed"])
    seat["seed"] = "cd" * 32


def no_match(export: Export) -> None:
    export.clear()


TAMPERED: dict[str, tuple[Callable[[Export], None], str, str]] = {
    "a die": (other_die, "draws", r"Draw \d+: the result is not the one"),
    "a time": (other_name, "events", "Event 4: somebody was shown what was not so"),
    "a view": (shown_a_lie, "events", r"Event \d+: somebody was shown what was not so"),
    "the chain": (other_hash, "events", "Event 6: the chain is broken here"),
    "a missing event": (one_fewer, "events", "Event 8: an event is missing"),
    "the winner": (other_winner, "frame", "the head of the file does not say"),
    "the secret": (other_secret, "commitment", "does not fit the fingerprint"),
    "a player's number": (other_seed, "seeds", "Seat 1: this number is not the one"),
    "everything": (no_match, "commitment", "has not the form of an exported match"),
}


def test_a_file_that_was_tampered_with_is_shown_as_false(visit: Visit, finished: Finished) -> None:
    page = finished.back(visit()).page
    exported = finished.me.get(f"matches/{finished.match}/export")
    page.route("**/api/v1/matches/*/export", lambda route: route.fulfill(json=forged(exported)))
    page.goto(f"/matches/{exported['match']['id']}/proof")
    expect(page.get_by_role("heading", name="This does not agree")).to_be_visible()
    expect(page.locator("[data-check=draws].bad")).to_be_visible()
    for what, (tamper, check, words) in TAMPERED.items():
        changed = copy.deepcopy(exported)
        tamper(changed)
        given = {"name": what, "mimeType": "application/json", "buffer": dumped(changed)}
        page.get_by_label("Check a file that you kept").set_input_files(given)  # type: ignore[arg-type]
        expect(page.get_by_text(f"File: {what}", exact=True)).to_be_visible()
        expect(page.get_by_role("heading", name="This does not agree")).to_be_visible()
        expect(page.locator(f"[data-check={check}].bad")).to_have_text(re.compile(words))
    honest = {"name": "honest", "mimeType": "application/json", "buffer": dumped(exported)}
    page.get_by_label("Check a file that you kept").set_input_files(honest)  # type: ignore[arg-type]
    expect(page.get_by_role("heading", name="Everything agrees")).to_be_visible()
    expect(page.locator(".withheld")).to_have_count(0)
    other = {"name": "withheld", "mimeType": "application/json", "buffer": dumped(withheld())}
    page.get_by_label("Check a file that you kept").set_input_files(other)  # type: ignore[arg-type]
    expect(page.locator(".withheld")).to_contain_text("the deal could have been picked among")
    unseen = "No promise from before the deal was shown to me"
    expect(page.locator("[data-check=unpromised].none")).to_contain_text(unseen)


def withheld() -> Export:
    """A match in which somebody promised a number and did not reveal it."""
    exports = map(export_in, all_exports())
    return next(one for one in exports if '"withheld"' in json.dumps(one["fairness"]))


def dumped(export: Export) -> bytes:
    return json.dumps(export).encode()


def forged(export: Export) -> Export:
    """The export with another die."""
    changed = copy.deepcopy(export)
    other_die(changed)
    return changed


def test_no_screen_of_a_finished_match_has_a_serious_issue(
    visit: Visit, finished: Finished, axe: str
) -> None:
    page, match = finished.back(visit()).page, finished.match
    for path, sign in (("replay", ".cc-under, .cc-picture"), ("proof", ".verdict.consistent")):
        page.goto(f"/matches/{match}/{path}")
        page.locator(sign).first.wait_for()
        assert_no_serious_issue(page, axe, path)
    page.goto(f"/matches/{match}/replay")
    page.get_by_role("button", name="Secrets").click()
    page.get_by_role("button", name="What happened").click()
    page.get_by_role("dialog").get_by_role("button").nth(3).wait_for()
    assert_no_serious_issue(page, axe, "the story of a replay")


def test_any_moment_is_seen_through_anybodys_eyes(visit: Visit, finished: Finished) -> None:
    match, me, _ = finished
    page = at_the_end(finished.back(visit()).page, match)
    page.get_by_role("link", name="Watch again").click()
    page.locator(".replay .cc-picture").wait_for()
    frames = {
        eyes: {
            f["seq"]: f
            for f in me.get(f"matches/{match}/replay?at=0&ahead=100&as={eyes}")["frames"]
        }
        for eyes in ("all", "spectator", "0")
    }
    rolled = next(
        seq
        for seq, frame in frames["all"].items()
        if frame["event"]["type"] == "die_rolled" and frame["event"]["data"]["seat"] != 0
    )
    go_to(page, rolled)
    expect(page.locator(".reel-text")).to_have_text(frames["0"][rolled]["text"])
    expect(page.locator(".cc-under .cc-die")).to_have_attribute("aria-label", re.compile(r"\?"))
    page.get_by_role("button", name="Secrets").click()
    expect(page.locator(".reel-text")).to_have_text(frames["all"][rolled]["text"])
    expect(page.locator(".cc-under .cc-die")).not_to_have_attribute("aria-label", re.compile(r"\?"))
    page.get_by_role("button", name="Secrets").click()
    page.get_by_label("Seen by").select_option(label="a spectator")
    expect(page.locator(".replay")).to_have_attribute("data-eyes", "spectator")
    expect(page.locator(".reel-text")).to_have_text(frames["spectator"][rolled]["text"])
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".replay")).to_have_attribute("data-seq", str(rolled + 1))
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()
    page.get_by_role("button", name="What happened").click()
    page.get_by_role("dialog").get_by_role("button").nth(2).click()
    expect(page.locator(".replay")).to_have_attribute("data-seq", "2")


def go_to(page: Page, seq: int) -> None:
    """Move the slider, as with a finger."""
    slider = page.get_by_label("Moment of the match")
    slider.fill(str(seq))
    expect(page.locator(".replay")).to_have_attribute("data-seq", str(seq))


def test_a_replay_plays_by_itself_and_pauses(visit_once: Visit, finished: Finished) -> None:
    page = finished.back(visit_once(reduced_motion="no-preference")).page
    page.clock.install()
    at_the_end(page, finished.match).get_by_role("link", name="Watch again").click()
    page.locator(".replay .cc-picture").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    a_while = partial(page.clock.run_for, HALF_A_SECOND)
    eventually(lambda: shown_seq(page) >= 4, otherwise=a_while)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stands = shown_seq(page)
    page.clock.run_for(A_MINUTE)
    assert shown_seq(page) == stands, "it has had the time to go on"
    page.get_by_role("button", name="Play", exact=True).click()
    eventually(lambda: shown_seq(page) > stands, otherwise=a_while)


def shown_seq(page: Page) -> int:
    """The event that a replay shows."""
    return int(page.locator(".replay").get_attribute("data-seq") or 0)


def test_without_pictures_a_match_is_seen_again_in_sentences(
    visit: Visit, finished: Finished
) -> None:
    visitor = finished.back(visit())
    visitor.store(pictures=False)
    page = visitor.open(f"/matches/{finished.match}/replay")
    expect(page.locator(".story [aria-current=step]")).to_contain_text("The bridge has 9 planks")
    page.get_by_label("Moment of the match").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".story [aria-current=step]")).to_contain_text("roll")
