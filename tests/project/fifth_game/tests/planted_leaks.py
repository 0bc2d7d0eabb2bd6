"""Ways to tell what is in a fist."""

from dataclasses import replace as variant
from typing import Any

from games.choices import choice
from games.contract import OPEN, SPECTATOR, AnyGame, IllegalMove
from games.pebbles import GAME


def _decide(state: Any, seat: int, move: Any, chance: Any) -> Any:
    if seat not in GAME.active(state) and move.total == sum(state.pebbles):
        raise IllegalMove("guess_taken")
    return GAME.decide(state, seat, move, chance)


def _choices(state: Any, seat: int) -> Any:
    return tuple(
        choice("guess_total", total=entry.values("total")[:: (-1) ** sum(state.pebbles)])
        for entry in GAME.choices(state, seat)
    )


PLANTED: dict[str, tuple[str, AnyGame]] = {
    "the view opens all fists": (
        "view",
        variant(GAME, view=lambda state, viewer, _: GAME.view(state, OPEN, 0)),
    ),
    "spectators see all fists": (
        "view",
        variant(
            GAME,
            view=lambda state, viewer, horizon: GAME.view(
                state, OPEN if viewer == SPECTATOR else viewer, horizon
            ),
        ),
    ),
    "the history opens all fists": ("feed", variant(GAME, redact=lambda event, viewer: event)),
    "the order of the choices depends on the others": (
        "choices",
        variant(GAME, choices=_choices),
    ),
    "a refusal confirms a guess": ("refusals", variant(GAME, decide=_decide)),
}
