"""Every screen size: whatever can be tapped is large enough, in reach, and covered by nothing."""

import pytest
from playwright.sync_api import Page

from games.registry import all_games
from tests.support.sizes import sized
from tests.web.conftest import Visit
from tests.web.support.seats import CAN_DO, DONE, Caller, asked, at_rest, signed_in, table_shown
from tests.web.support.table_pictures import Seen, offered, played_on
from tests.web.test_screens import BOTH_LIGHTS, Lights, assert_no_serious_issue, axe, still_screens

__all__ = ["axe"]
SIZES = (
    (320, 568),
    (375, 553),
    (390, 664),
    (390, 844),
    (640, 400),  # 1280×800 at 200 %
    (768, 1024),
    (844, 390),
    (1280, 800),
    (1366, 657),
)
SEATS = {
    key: sized((game.seats[0], game.seats[-1]), tuple(game.seats))
    for key, game in all_games().items()
}
STEP = sized(4, 2)
"""Pixels between two points of a control at which it is looked for."""
QUESTIONS = sized(1, 4)
"""How many kinds of questions are looked at in a match, before its end."""
CLOSEST = (SIZES[0], (844, 390), SIZES[-1])
"""The narrowest, the lowest and the widest, where by day axe-core and the focus are looked at."""
DEPENDS_ON_SIZE: Lights = {"light": ["scrollable-region-focusable", "target-size"]}
LEAST = {
    ".cc-picture": 190,
    ".pp-spot": 40,
    ".pp-held:not(.small) .pp-card": 40,
    ".bb-square": 40,
    ".bb-row .bb-round": 40,
    ".bb-own .bb-round": 40,
    ".pt-place": 40,
    ".pt-choice": 40,
}
"""Pixels in each direction of what is looked at or tapped; of every other control it is 40 too."""
FAULTS = """([least, step]) => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  const unscroll = (box) => {
    const { overflowX, overflowY } = getComputedStyle(box);
    if (overflowX === 'hidden') box.scrollLeft = 0;
    if (overflowY === 'hidden') box.scrollTop = 0;
  };
  const measure = (one, pixels, name) => {
    const box = one.getBoundingClientRect();
    if (Math.min(box.width, box.height) < pixels - 0.5)
      faults.push(`${name}: ${box.width}×${box.height}`);
    return box;
  };
  const isUncovered = (length, isFree, pixels) => {
    let seen = 0;
    for (let from = step / 2; from < length && seen < pixels - 4; from += step)
      if (isFree(from)) seen += step;
    return seen >= pixels - 4;
  };
  const look = (one, pixels, name) => {
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    for (let box = one.parentElement; box; box = box.parentElement) unscroll(box);
    const { left, top, width, height } = measure(one, pixels, name);
    const [x, y] = [left + width / 2, top + height / 2];
    const isFree = (...at) => one.contains(document.elementFromPoint(...at));
    const isSeen =
      isFree(x, y) &&
      isUncovered(width, (from) => isFree(left + from, y), pixels) &&
      isUncovered(height, (from) => isFree(x, top + from), pixels);
    return isSeen ? null : (document.elementFromPoint(x, y) ?? document.body);
  };
  for (const [selector, pixels] of Object.entries(least))
    for (const one of document.querySelectorAll(selector)) measure(one, pixels, selector);
  for (const seat of document.querySelectorAll('.strip-seat')) {
    const edge = seat.getBoundingClientRect().right;
    const isOver = (one) =>
      one.getBoundingClientRect().right > edge - 2 &&
      !one.closest('.strip-turn, .strip-asked, .strip-word');
    if ([...seat.querySelectorAll('span, i, b')].some(isOver))
      faults.push(`“${seat.textContent}” runs over its edge`);
  }
  const links = '.button, .tool, .tabs a, select, input:not([type=radio])';
  for (const one of document.querySelectorAll(`button, ${links}`)) {
    if (one.disabled) continue;
    if (!one.checkVisibility()) continue;
    const name = `${one.className || one.tagName} “${one.textContent.trim().slice(0, 30)}”`;
    const over = look(one, 40, name);
    if (over) faults.push(`${name} is under or beside ${over.outerHTML.slice(0, 80)}`);
  }
  return faults;
}"""
OUT_OF_SIGHT = """async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const faults = [];
  const box = (one) => one.getBoundingClientRect();
  const ends = (part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    return [box(part).right, ...(part.textContent ? [box(words).right] : [])];
  };
  const isIn = (one, area) =>
    one.left >= area.left - 1 && one.right <= area.right + 1 &&
    one.top >= area.top - 1 && one.bottom <= area.bottom + 1;
  for (const one of document.querySelectorAll('.strip-seat.turn'))
    if (!isIn(box(one), box(one.parentElement))) faults.push(`the turn of ${one.textContent}`);
  for (const mark of document.querySelectorAll('.strip-turn, .strip-asked')) {
    const { left, bottom } = box(mark);
    const parts = '.name, .pp-team, .pp-score, .pip, .bb-round, .pt-backs i';
    for (const part of mark.closest('.strip-seat').querySelectorAll(parts))
      if (Math.min(...ends(part)) > left && box(part).top < bottom)
        faults.push(`${mark.className} on ${part.className} “${part.textContent}”`);
  }
  const table = document.querySelector('.tabletop');
  const hand = document.querySelector('.table-hand');
  if (!table || !hand) return faults;
  const { left, right, top, bottom } = box(table);
  const isBelow = box(hand).left < right;
  const seen = { left, right, top, bottom: isBelow ? box(hand).top : bottom };
  const last = '.bb-square:has(.shown), .cc-pawn:has(.mine), .pt-place:has(.pt-held)';
  for (const one of [...document.querySelectorAll(last)].slice(-1))
    if (!isIn(box(one), seen)) faults.push(`${one.className.baseVal ?? one.className}`);
  return faults;
}"""
"""What matters now and cannot be seen without scrolling, and what a mark of a seat lies on."""
HIDDEN_FOCUS = """() =>
  [...document.querySelectorAll('main :is(a, button, input, select, summary)')]
  .filter((one) => {
    one.focus();
    const box = one.getBoundingClientRect();
    const bar = document.elementFromPoint(box.left + box.width / 2, box.bottom - 2);
    return document.activeElement === one && bar?.closest('.bar, .tabs, .notices');
  }).map((one) => one.outerHTML.slice(0, 120))"""
"""What has the focus and lies under a bar that stays where it is."""


def assert_in_reach(page: Page, axe: str, where: str) -> None:
    """At every size nothing is too small, covered, or out of reach."""
    page.locator(".resting").wait_for(state="detached")
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        hidden = page.evaluate(OUT_OF_SIGHT)
        found[f"{width}×{height}"] = hidden + page.evaluate(FAULTS, [LEAST, STEP])
        if (width, height) in sized(CLOSEST, SIZES):
            lights = sized(DEPENDS_ON_SIZE, BOTH_LIGHTS)
            assert_no_serious_issue(page, axe, f"{where}, {width}×{height}", lights)
    faults = {size: told for size, told in found.items() if told}
    assert not faults, (where, faults)


@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game, counts in SEATS.items() for seats in counts]
)
def test_everything_at_a_table_is_in_reach(
    game: str, seats: int, visit: Visit, server: str, axe: str
) -> None:
    host = Caller(server)
    body = {"game": game, "seats": seats, "bots": seats - 1, "visibility": "private"}
    match = host.post("matches", body)["id"]
    page = signed_in(visit(locale="fr-FR"), host).open(f"/matches/{match}")
    known: set[str] = set()

    def is_new(seen: Seen) -> bool:
        return not known.issuperset(offered(seen))

    for _ in range(QUESTIONS):
        played_on(host, match, until=is_new)
        shown = at_rest(host, match)  # while a bot is next, the page passes over versions
        if shown["status"] != "running":
            break
        known.update(offered(shown))
        table_shown(page, shown)
        assert_in_reach(page, axe, f"{game} for {seats}: {', '.join(offered(shown))}")


def test_what_was_turned_up_is_seen_above_the_hand(visit: Visit, server: str) -> None:
    host = Caller(server)
    body = {"game": "bonbons", "seats": 6, "bots": 5, "visibility": "private"}
    match = host.post("matches", body)["id"]
    asked(host, match)
    last = len(host.get(f"matches/{match}")["view"]["squares"]) - 1
    host.play(match, {"type": "flip_square", "square": last})
    page = signed_in(visit(), host).open(f"/matches/{match}")
    page.locator(".bb-square:has(.shown)").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(OUT_OF_SIGHT), (width, height)


def test_everything_in_words_at_the_end_and_in_a_replay_is_in_reach(
    visit: Visit, server: str, axe: str
) -> None:
    host = Caller(server)
    body = {"game": "bonbons", "seats": 6, "bots": 5, "visibility": "private"}
    match = host.post("matches", body)["id"]
    visitor = signed_in(visit(locale="fr-FR"), host)
    visitor.store(pictures=False)
    page = visitor.open(f"/matches/{match}")
    asked(host, match)
    page.locator(CAN_DO).first.wait_for()
    assert_in_reach(page, axe, "a table of words")
    host.post(f"matches/{match}/resign", {})
    page.locator(DONE).wait_for()
    assert_in_reach(page, axe, "the end")
    page.goto(f"/matches/{match}/replay")
    page.locator(".reel-panel").wait_for()
    assert_in_reach(page, axe, "a replay")


def test_the_focus_is_never_under_a_bar(visit: Visit) -> None:
    page = visit().open("/")
    for path, sign in still_screens():
        page.goto(path)
        page.get_by_text(sign).first.wait_for()
        for width, height in sized(CLOSEST, SIZES):
            page.set_viewport_size({"width": width, "height": height})
            assert not page.evaluate(HIDDEN_FOCUS), (path, width, height)
