"""What the server does by itself at a table: sealed answers, forced moves, refusals."""

import pytest

from games.chance import FastChance
from games.ciaociao import GAME
from games.ciaociao.moves import Announce, Believe, Doubt, Options
from games.contract import IllegalMove
from games.table import Table


def opened(seats: int = 4) -> Table:
    table = Table.opened(GAME, seats, Options(), FastChance(1))
    announcer = GAME.active(table.state)[0]
    table.submit(announcer, Announce(1))
    return table


def test_a_sealed_seat_is_still_awaited() -> None:
    table = opened()
    last = GAME.early(table.state)[-1]
    awaited = table.awaited()
    assert table.submit(last, Doubt()) == []
    assert table.awaited() == awaited
    assert table.choices(last) != ()


def test_a_sealed_answer_can_be_changed_until_it_is_used() -> None:
    table = opened(3)
    first, last = GAME.active(table.state)[0], GAME.early(table.state)[0]
    table.submit(last, Doubt())
    table.submit(last, Believe())
    assert [step.move for step in table.submit(first, Believe())] == [Believe(), Believe()]


def test_a_refused_move_changes_nothing() -> None:
    table = opened()
    log, state, sealed = list(table.log), table.state, dict(table.sealed)
    with pytest.raises(IllegalMove):
        table.submit(GAME.early(table.state)[0], Announce(2))
    assert (table.log, table.state, table.sealed) == (log, state, sealed)


def test_the_question_stays_the_same_while_others_answer_it() -> None:
    table = opened()
    asked = table.questions
    table.submit(GAME.active(table.state)[0], Believe())
    assert table.questions == asked
    table.submit(GAME.active(table.state)[0], Doubt())
    assert table.questions > asked


def test_a_finished_match_takes_no_moves() -> None:
    table = opened(2)
    while table.outcome is None:
        seat = GAME.active(table.state)[0]
        table.submit(seat, table.legal_moves(seat)[-1])
    with pytest.raises(IllegalMove) as refusal:
        table.submit(0, Believe())
    assert refusal.value.code == "match_over"
    assert not table.awaited()
    assert not table.choices(0)
