"""Pictures of the tables of Pass Pass, Bonbons and PtiPassPass, as they come up in real matches."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.web.support.seats import CAN_DO, DONE, Caller, eventually

Seen = dict[str, Any]
Moves = dict[str, Any]
Take = Callable[[str], None]
LUCK = Random(5)
COLOURS = ("violet", "blue", "green", "yellow")


class Shot(NamedTuple):
    """A picture: of which match, when, and what is tapped before it is taken."""

    name: str
    game: str
    seats: int
    when: Callable[[Seen], bool]
    tap: Callable[[Page, Seen], None]
    options: Moves = {}


def offered(match: Seen) -> dict[str, Any]:
    return {entry["type"]: entry for entry in match["choices"]}


def any_move(match: Seen) -> Moves:
    """One of the legal moves; nobody stops early, lies, or challenges without need."""
    entries = [e for e in match["choices"] if e["type"] != "stop"] or match["choices"]
    if "ok" in offered(match) and LUCK.random() < 0.95:
        return {"type": "ok"}
    entry = LUCK.choice(entries)
    move = {k: v if k == "type" else LUCK.choice(v) for k, v in entry.items()}
    return move | ({"announce": move["animal"]} if "announce" in move else {})


def candies(match: Seen) -> Iterator[tuple[int, int, str]]:
    """Round tiles that lie face down and are remembered: seat, slot, face."""
    for seat, row in enumerate(match["view"]["rows"]):
        for slot, tile in enumerate(row):
            if tile["lies"] == "down" and "face" in tile:
                yield seat, slot, tile["face"]


def faces(match: Seen, lies: str) -> dict[str, int]:
    """The squares that lie so, by what is on them."""
    squares = enumerate(match["view"]["squares"])
    return {one["face"]: at for at, one in squares if one["lies"] == lies and "face" in one}


def good_memory(match: Seen) -> Moves:
    """Bonbons as somebody plays it who forgets nothing."""
    if match["view"]["game"] == "bonbons" and match["view"]["phase"] in ("start", "further"):
        down = faces(match, "down")
        for _, _, face in candies(match):
            if face in down:
                return {"type": "flip_square", "square": down[face]}
    return any_move(match)


def loot(match: Seen) -> tuple[int, int] | None:
    """Somebody else's tile that is the same as the square turned up."""
    if match["view"]["phase"] != "more" or "flip_round" not in offered(match):
        return None
    up = faces(match, "shown")
    theirs = [(seat, slot) for seat, slot, face in candies(match) if face in up and seat]
    return theirs[0] if theirs else None


def completing(match: Seen) -> int | None:
    """The place of a card that completes a set of four colours for whoever takes it."""
    if "take" not in offered(match):
        return None
    taken = match["view"]["players"][0]["taken"]

    def sets(cards: list[str]) -> int:
        counts = Counter(card.split("-")[0] for card in cards)
        return min(counts[colour] for colour in COLOURS)

    cards = offered(match)["take"]["card"]
    return next((at for at, one in enumerate(cards) if sets([*taken, one]) > sets(taken)), None)


def nothing(page: Page, match: Seen) -> None:
    """It is shown as it is."""
    page.wait_for_timeout(300)


def think_of_a_card(page: Page, match: Seen) -> None:
    page.locator(".pp-own").nth(2).click()


def complete_the_set(page: Page, match: Seen) -> None:
    page.locator(".pp-takes button").nth(completing(match) or 0).click()
    page.locator(".pp-banner.tick").wait_for()
    page.wait_for_timeout(600)


def steal(page: Page, match: Seen) -> None:
    seat, slot = loot(match) or (1, 0)
    row = page.locator(".bb-row").nth(seat - 1)
    row.locator(".bb-round").nth(slot).click()
    page.locator(".bb-banner.steal").wait_for()
    page.wait_for_timeout(500)


def prepare_a_bluff(page: Page, match: Seen) -> None:
    page.locator(".pt-choice").first.click()
    page.locator("button.pt-place").nth(4).click()


def choose_a_line(page: Page, match: Seen) -> None:
    free = page.locator("button.pt-place[aria-pressed='false']")
    page.locator(".pt-swap").click()
    free.nth(4).click()
    free.nth(1).click()
    free.first.click()
    free.first.click()


def cry_liar(page: Page, match: Seen) -> None:
    page.locator(".pt-answer.bold").click()
    page.locator(".pt-verdict .pt-stamp").wait_for(state="attached")
    page.wait_for_timeout(1700)


def under_way(match: Seen) -> bool:
    """There is something to see in the cups."""
    return bool(sum(len(cup["animals"]) + cup["masked"] for cup in match["view"]["cups"]) > 2)


def half_open(match: Seen) -> bool:
    squares = match["view"]["squares"]
    return sum(one["lies"] == "open" for one in squares) > 4 and "flip_round" in offered(match)


def over(match: Seen) -> bool:
    return bool(match["status"] == "finished")


STILL = (
    Shot("passpass", "passpass", 4, lambda m: len(m["view"]["trick"]) == 2
         and "play" in offered(m) and len(m["view"]["hand"]) == 6, think_of_a_card),
    Shot("passpass-take", "passpass", 4, lambda m: "take" in offered(m), nothing),
    Shot("passpass-result", "passpass", 4, over, nothing, {"teams": True}),
    Shot("bonbons", "bonbons", 4, lambda m: m["view"]["phase"] == "more" and half_open(m),
         nothing, {"memory": "open"}),
    Shot("bonbons-result", "bonbons", 2, over, nothing, {"quick": True, "memory": "open"}),
    Shot("ptipasspass", "ptipasspass", 3, lambda m: "place" in offered(m) and under_way(m)
         and m["view"]["marker"] == "masked", prepare_a_bluff),
    Shot("ptipasspass-answer", "ptipasspass", 4, lambda m: "liar" in offered(m), nothing),
    Shot("ptipasspass-lift", "ptipasspass", 3, lambda m: "lift" in offered(m), choose_a_line),
    Shot("ptipasspass-result", "ptipasspass", 3, over, nothing),
)  # fmt: skip
MOMENTS = (
    Shot("passpass-set", "passpass", 3, lambda m: completing(m) is not None, complete_the_set),
    Shot("bonbons-theft", "bonbons", 4, lambda m: loot(m) is not None, steal, {"memory": "open"}),
    Shot("ptipasspass-verdict", "ptipasspass", 4, lambda m: "liar" in offered(m), cry_liar),
)


def played_on(caller: Caller, match: str, until: Callable[[Seen], bool]) -> Seen:
    """The match, played by this caller until it is like that, or over."""

    def asked_or_over() -> Seen | None:
        seen: Seen = caller.get(f"matches/{match}")
        asked = seen["choices"] and not seen["sealed"]
        return seen if asked or seen["status"] != "running" else None

    while (seen := eventually(asked_or_over))["status"] == "running" and not until(seen):
        caller.play(match, good_memory(seen))
    return seen


def found(caller: Caller, shot: Shot) -> Seen:
    """A match that has come to that point; not every one does."""
    while True:
        body = {"game": shot.game, "seats": shot.seats, "bots": shot.seats - 1}
        made = caller.post("matches", body | {"visibility": "private", "options": shot.options})
        seen = played_on(caller, made["id"], shot.when)
        if shot.when(seen):
            return seen


def each_taken(page: Page, take: Take, caller: Caller, shots: tuple[Shot, ...]) -> None:
    """Each of these is looked for and taken."""
    for shot in shots:
        match = found(caller, shot)
        page.goto(f"/matches/{match['id']}")
        page.locator(".strip").wait_for()
        page.locator(f"{CAN_DO}, {DONE}").first.wait_for()
        shot.tap(page, match)
        take(shot.name)
