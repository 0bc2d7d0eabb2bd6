"""The engine beside a second implementation of the rules that shares no line with it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.chance import FastChance
from games.codec import legal_moves
from games.contract import Sight, asked
from games.passpass import GAME
from games.passpass.cards import pass_pass
from games.passpass.events import HandDealt
from games.passpass.moves import AnyMove
from games.passpass.state import State
from games.table import Table, fold
from tests.games.passpass.reference import Reference
from tests.games.support.worlds import random_match, tables, viewers
from tests.support.sizes import sized

TABLES = list(tables(GAME))


class Dealer:
    """Chance that remembers how it dealt, so that both sides deal the same."""

    def __init__(self, chance: FastChance) -> None:
        self._chance = chance
        self.deals: list[list[list[str]]] = []

    def below(self, n: int, label: str) -> int:
        return self._chance.below(n)

    def shuffle(self, items: Any, label: str) -> Any:
        return self._chance.shuffle(items)

    def noted(self, events: Any) -> Any:
        """The same events; the hands in them are kept by seat."""
        hands: dict[int, Any] = {
            event.seat: event.cards for event in events if isinstance(event, HandDealt)
        }
        if hands:
            self.deals.append([list(hands[seat]) for seat in sorted(hands)])
        return events

    def handed_over(self) -> Iterator[list[list[str]]]:
        number = 0
        while True:
            yield self.deals[number]
            number += 1


def snapshot(state: State) -> dict[str, Any]:
    """The engine's state in the reference's words."""
    seats = len(state.hands)
    shared = {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "hands": [sorted(hand) for hand in state.hands],
        "taken": [sorted(cards) for cards in state.taken],
        "round_passes": [pass_pass(cards) for cards in state.taken],
        "points": list(state.points),
        "passes": list(state.ticks),
        "names": [list(names) for names in state.names],
        "ranking": ranking(state),
    }
    if state.ended:
        return shared
    return shared | {
        "leader": state.leader,
        "trick": [[(state.leader + place) % seats, c] for place, c in enumerate(state.trick)],
        "left": sorted(state.left) if state.winners else [],
        "winners": list(state.winners),
        "discarded": sorted(state.discarded),
    }


def reference_snapshot(reference: Reference) -> dict[str, Any]:
    """What the engine keeps too: once the match is over the last trick no longer matters, and
    which score a team recorded is only in the log."""
    theirs = reference.snapshot()
    last_trick = {"leader", "trick", "left", "winners", "discarded"} if reference.over else set()
    return {name: value for name, value in theirs.items() if name not in last_trick | {"settled"}}


def ranking(state: State) -> list[list[int]]:
    outcome = GAME.outcome(state)
    return [list(group) for group in outcome.ranking] if outcome else []


def as_data(move: AnyMove) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(move))
    return data


def in_any_order(moves: list[dict[str, Any]]) -> list[str]:
    return sorted(map(repr, [sorted(move.items()) for move in moves]))


@pytest.mark.parametrize("style", ["random", "bots"])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_both_play_the_same_matches(seats: int, options: Any, style: str) -> None:
    for seed in range(sized(12, 40) if style == "random" else sized(2, 8)):
        chance = FastChance(seed)
        dealer = Dealer(chance)
        log = list(dealer.noted(GAME.setup(seats, options, dealer)))
        state = fold(GAME, log)
        reference = Reference(seats, state.leader, dealer.handed_over(), teams=options.teams)
        while GAME.outcome(state) is None:
            assert sorted(GAME.active(state)) == reference.asked()
            assert sorted(GAME.second_thoughts(state)) == reference.may_switch()
            for seat in range(seats):
                moves = [as_data(move) for move in moves_of(state, seat)]
                assert in_any_order(moves) == in_any_order(reference.moves(seat))
            seat, move = chosen(state, log, style, chance)
            events = dealer.noted(GAME.decide(state, seat, move, dealer))
            log += events
            for event in events:
                state = GAME.evolve(state, event)
            reference.play(seat, as_data(move))
            assert snapshot(state) == reference_snapshot(reference)
        assert reference.over


def chosen(state: State, log: list[Any], style: str, chance: FastChance) -> tuple[int, AnyMove]:
    """A move of anybody who may make one."""
    if style == "bots":
        seat = GAME.active(state)[0]
        seen = [GAME.redact(event, seat) for event in log]
        view, choices = GAME.view(state, seat, 0), GAME.choices(state, seat)
        return seat, GAME.bot(Sight(seat, view, choices, seen), chance)
    seats = asked(GAME, state)
    seat = seats[chance.below(len(seats))]
    moves = moves_of(state, seat)
    return seat, moves[chance.below(len(moves))]


def moves_of(state: State, seat: int) -> tuple[Any, ...]:
    return legal_moves(GAME, GAME.choices(state, seat))


class Redealt:
    """Chance that deals again what a log says was dealt."""

    def __init__(self, seats: int, log: list[Any]) -> None:
        self._seats = seats
        self._hands = [event.cards for event in log if isinstance(event, HandDealt)]

    def below(self, n: int, label: str) -> int:
        raise AssertionError(f"{label} was drawn")

    def shuffle(self, items: Any, label: str) -> list[Any]:
        hands, self._hands = self._hands[: self._seats], self._hands[self._seats :]
        deck = [card for cards in zip(*hands, strict=True) for card in cards]
        return deck + [card for card in items if card not in deck]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_resampled_log_is_one_that_could_have_been_played(seats: int, options: Any) -> None:
    chance = FastChance("resampled")

    def visit(table: Table) -> None:
        viewer = viewers(table)[chance.below(table.seats + 1)]
        log = GAME.resample(table.log, viewer, 0, chance)
        replayed = log[: 2 + seats]
        state, redealt = fold(GAME, replayed), Redealt(seats, log[2 + seats :])
        for step in table.steps:
            for event in GAME.decide(state, step.seat, step.move, redealt):
                replayed.append(event)
                state = GAME.evolve(state, event)
        assert replayed == log

    random_match(GAME, seats, options, FastChance(seats), visit)
