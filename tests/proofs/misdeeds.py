"""What a server could have done to its players under its own seed, with all hashes right.

Each is put where an honest match has nothing of the kind yet, so the fault is there and not later.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.registry import RESERVED, all_rulesets
from tests.proofs.mutations import Mutant, Original, rehash

Json = dict[str, Any]

AUTOPLAY = {"kind": "per_move", "seconds": 3600, "time_out": "autoplay", "vacation": False}


class Misdeed(NamedTuple):
    """A forged match, and the event at which it must be found out."""

    forged: Mutant
    where: str


def misdeeds(export: Json) -> Iterator[Misdeed]:
    """Every misdeed that this match can be made to show."""
    place, original = first_move(export), Original(export)
    for misdeed in (*DURING, *OF_THE_WHOLE):
        if place is not None:
            forged = original.copied()
            at = misdeed(forged, place)
            if at is not None:
                rehash(forged)
                what = misdeed.__doc__ or ""
                yield Misdeed(Mutant(forged, [], what), f"event {at + 1}")


def first_move(export: Json) -> int | None:
    """The place of a person's first own move, if nothing but moves came before it."""
    for place, event in enumerate(export["events"][1:], 1):
        if event["full"]["type"] in RESERVED:
            return None
        if event["cause"] and event["cause"]["by"] == "player":
            return place
    return None


def forfeit_against_the_clock(export: Json, place: int) -> int:
    """Somebody who was late once is gone, where a bot should make one move."""
    seat = _mover(export, place)
    _clock(export, AUTOPLAY)
    _put(export, place, ("seat_timed_out", {"seat": seat}), ("seat_resigned", {"seat": seat}))
    return place + 1


def bot_instead_of_forfeit(export: Json, place: int) -> int:
    """Somebody who was late plays on, where the seat should be gone."""
    _clock(export, AUTOPLAY | {"time_out": "forfeit"})
    _put(export, place, ("seat_timed_out", {"seat": _mover(export, place)}))
    return place + 1


def gone_without_being_late(export: Json, place: int) -> int:
    """Somebody is gone by a clock that had not run out."""
    _clock(export, AUTOPLAY | {"time_out": "forfeit"})
    _put(export, place, ("seat_resigned", {"seat": _mover(export, place)}))
    return place


def kept_by_a_bot_for_nothing(export: Json, place: int) -> int:
    """A bot keeps the seat of somebody who was never late."""
    _clock(export, AUTOPLAY)
    _put(export, place, ("seat_taken_over", {"seat": _mover(export, place)}))
    return place


def late_three_times_at_once(export: Json, place: int) -> int:
    """Three time-outs for one question."""
    _clock(export, AUTOPLAY)
    _put(export, place, *3 * [("seat_timed_out", {"seat": _mover(export, place)})])
    return place + 1


def late_without_a_clock(export: Json, place: int) -> int:
    """A time-out where no move has a limit."""
    _clock(export, {"kind": "none"})
    _put(export, place, ("seat_timed_out", {"seat": _mover(export, place)}))
    return place


def late_without_being_asked(export: Json, place: int) -> int | None:
    """A time-out of somebody whose turn it was not."""
    state = _state(export, place)
    active = all_rulesets()[export["match"]["ruleset"]].active(state)
    seats = export["match"]["seats"]
    others = [one["seat"] for one in seats if one["kind"] == "human" and one["seat"] not in active]
    if not others:
        return None
    _clock(export, AUTOPLAY)
    _put(export, place, ("seat_timed_out", {"seat": others[0]}))
    return place


def time_for_oneself(export: Json, place: int) -> int:
    """Somebody gives themselves time by hand."""
    seat = _mover(export, place)
    _clock(export, AUTOPLAY)
    _put(export, place, ("time_given", {"seat": seat, "to": seat, "seconds": 3600}), by=seat)
    return place


def vacation_from_a_clock_without(export: Json, place: int) -> int:
    """An hour of vacation where vacations do not stop the clock."""
    seat = _mover(export, place)
    gift = ("time_given", {"seat": seat, "to": seat, "seconds": 3600})
    _clock(export, AUTOPLAY)
    _put(export, place, gift, by=seat, automatic=True)
    return place


def time_runs_backwards(export: Json, place: int) -> int:
    """A move that was made before the match began."""
    _at(export["events"][place], "2001-01-01T00:00:00.000000Z")
    return place


def a_day_that_there_is_not(export: Json, place: int) -> int:
    """The 99th of a 99th month."""
    _at(export["events"][place], "2026-99-99T99:99:99.000000Z")
    return place


def a_clock_that_there_is_not(export: Json, place: int) -> int:
    """A clock that no match can have."""
    _clock(export, {"kind": "hourglass"})
    return 0


def a_clock_that_says_too_little(export: Json, place: int) -> int:
    """A clock that leaves open what happens to who is late."""
    _clock(export, {"kind": "per_move", "seconds": 3600})
    return 0


def everything_shown_to_everybody(export: Json, place: int) -> int | None:
    """Spectators were shown all secrets."""
    return _show(export, lambda event: event.update(public=copy.deepcopy(event["full"])))


def everything_shown_to_one(export: Json, place: int) -> int | None:
    """One seat was shown all secrets."""

    def show(event: Json) -> None:
        event["seats"][-1] = copy.deepcopy(event["full"])

    return _show(export, show)


def nothing_shown_to_one(export: Json, place: int) -> int | None:
    """One seat was shown nothing of what happened."""

    def hide(event: Json) -> None:
        event["seats"][0]["data"] = {}

    return _show(export, hide)


DURING: tuple[Callable[[Json, int], int | None], ...] = (
    forfeit_against_the_clock,
    bot_instead_of_forfeit,
    gone_without_being_late,
    kept_by_a_bot_for_nothing,
    late_three_times_at_once,
    late_without_a_clock,
    late_without_being_asked,
    time_for_oneself,
    vacation_from_a_clock_without,
    time_runs_backwards,
    a_day_that_there_is_not,
)
OF_THE_WHOLE: tuple[Callable[[Json, int], int | None], ...] = (
    a_clock_that_there_is_not,
    a_clock_that_says_too_little,
    everything_shown_to_everybody,
    everything_shown_to_one,
    nothing_shown_to_one,
)


def _mover(export: Json, place: int) -> int:
    seat: int = export["events"][place]["cause"]["seat"]
    return seat


def _state(export: Json, place: int) -> Any:
    """The game before the event at that place."""
    from events.log.envelope import unpack
    from games.codec import canonical

    game = all_rulesets()[export["match"]["ruleset"]]
    state = game.blank
    for event in export["events"][1:place]:
        state = game.evolve(state, unpack(game, canonical(event["full"]))[1])
    return state


def _versions(event: Json) -> list[Json]:
    return [event["full"], event["public"], *event["seats"]]


def _clock(export: Json, clock: Json) -> None:
    for shown in _versions(export["events"][0]):
        shown["data"]["clock"] = clock


def _at(event: Json, at: str) -> None:
    for shown in _versions(event):
        shown["at"] = at


def _put(
    export: Json,
    place: int,
    *happened: tuple[str, Json],
    by: int | None = None,
    automatic: bool | None = None,
) -> None:
    """Events of the platform, at the time of the one before them."""
    at = export["events"][place - 1]["full"]["at"]
    new = []
    for kind, data in happened:
        full = {
            "actor": by,
            "at": at,
            "automatic": by is None if automatic is None else automatic,
            "data": data,
            "schema": 1,
            "seq": 0,
            "type": kind,
        }
        seats = [copy.deepcopy(full) for _ in export["match"]["seats"]]
        public = copy.deepcopy(full)
        new.append(
            {"full": full, "public": public, "seats": seats, "slots": [], "hash": "", "cause": None}
        )
    export["events"][place:place] = new


def _show(export: Json, change: Callable[[Json], None]) -> int | None:
    """Change what was shown of every event; the first that this makes a difference to."""
    first = None
    for place, event in enumerate(export["events"]):
        was = copy.deepcopy(event)
        change(event)
        if first is None and event != was:
            first = place
    return first
