"""What must hold for every game at every position; no game is named here."""

import re
from functools import lru_cache
from typing import Any

import msgspec

from games.bots import bot_of, version_of
from games.chance import Chance, FastChance, Stream
from games.choices import count, expand
from games.codec import canonical, decode_move, event_data, event_decoders, name_of
from games.contract import HIDDEN, LANGUAGES, LEVELS, OPEN, AnyGame, IllegalMove, asked
from games.memory import faded
from games.table import Table, fold, forced_move
from games.terminal import NAMES
from games.words import READER, errors_of
from tests.games.support.imaginable import tries
from tests.games.support.leaks import CHEAP_OUTPUTS, LONG, OUTPUTS, told
from tests.games.support.worlds import NoChance, fork, viewers, viewers_at
from tests.support.sizes import sized

SHOWN = 300
LATER_ONE_IN = sized(11, 1)
"""The table is shown after each of the first events, then after one in so many: prime to two and to
any number of viewers, so that all readers and horizons take turns."""
MOST_MOVES = 20_000
"""A match longer than this does not end."""


def check_position(table: Table) -> None:
    """Who is asked, and what they may do."""
    check_who_is_asked(table)
    check_choices(table)


def check_who_is_asked(table: Table) -> None:
    """A running match waits for somebody who has a real choice, a finished one for nobody."""
    game, state = table.game, table.state
    active, early, everybody = game.active(state), game.early(state), asked(game, state)
    assert len(set(everybody)) == len(everybody)
    assert set(everybody) <= set(range(table.seats))
    if table.outcome is not None:
        assert not everybody
        assert sorted(seat for group in table.outcome.ranking for seat in group) == list(
            range(table.seats)
        )
        assert set(table.outcome.winners) == set(table.outcome.ranking[0])
        assert f"reason.{table.outcome.reason}" in game.words.labels
    else:
        assert active
        assert all(forced_move(game, state, seat) is None for seat in active)
        assert set(table.sealed) <= set(early)


def check_choices(table: Table) -> None:
    """The expanded choices are accepted, and whatever else is tried is refused; a refusal and an
    answer that is only sealed draw nothing."""
    game, state = table.game, table.state
    errors = errors_of(game)
    early = game.early(state)
    fields = {name_of(kind): kind.__struct_fields__ for kind in game.moves}
    for seat in range(table.seats):
        choices = game.choices(state, seat)
        legal = table.legal_moves(seat)
        assert len(set(legal)) == len(legal) == count(choices)
        for entry in choices:  # as `any_move` fills them in
            named = tuple(name for name, _ in entry.fields)
            assert named == fields[entry.type][: len(named)]
        assert bool(legal) == (seat in asked(game, state))
        chance = NoChance() if seat in early else FastChance(0)
        for move in legal:
            assert bool(game.decide(state, seat, move, chance)) != (seat in early)
        allowed = set(legal)
        for move in dict.fromkeys(tries(game, legal, len(table.log))):
            if move not in allowed:
                assert refusal_code(table, seat, move) in errors


def refusal_code(table: Table, seat: int, move: Any) -> str:
    """The code with which a move is refused; fails when it is accepted."""
    try:
        table.game.decide(table.state, seat, move, NoChance())
    except IllegalMove as refusal:
        return refusal.code
    raise AssertionError(f"{move} of seat {seat} was accepted but not offered")


def check_choices_as_json(table: Table) -> None:
    """What a client expands from the JSON is what the server expands."""
    for seat in range(table.seats):
        choices = table.choices(seat)
        sent = [data for entry in choices for data in expand(entry)]
        received = msgspec.json.decode(msgspec.json.encode(sent))
        assert tuple(decode_move(table.game, data) for data in received) == table.legal_moves(seat)
        for move in table.legal_moves(seat):
            label = table.game.words.move(move)
            assert all(label.within(language).strip() for language in LANGUAGES)


def check_log(table: Table) -> None:
    """Log and state say the same, through the codec and at every prefix; nothing is missing. Late
    in a long log the table is shown only now and then."""
    game = table.game
    state = game.blank
    names, everybody = NAMES[: table.seats], viewers(table)
    for place, event in enumerate(table.log, 1):
        check_event(game, event)
        check_readings(game, table.seats, event)
        state = game.evolve(state, event)
        if place > SHOWN and place % LATER_ONE_IN:
            continue
        horizon = 0 if place % 2 else place + 1
        view = game.view(state, everybody[place % len(everybody)], horizon)
        assert view == msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
        assert all(text.strip() for text in game.words.board(view, names))
    assert state == table.state == fold(game, table.log)


def check_event(game: AnyGame, event: Any) -> None:
    """An event is whole, and the codec gives it back."""
    kind = type(event)
    assert kind in game.events
    assert all(getattr(event, field) is not HIDDEN for field in kind.__struct_fields__)
    decoder = _decoders(game)[name_of(kind), kind.schema]
    assert decoder.decode(canonical(event_data(event))) == event
    assert game.redact(event, OPEN) == event


AFTER_VOUS = re.compile(
    r"(?<!à )(?<!chez )(?<!devant )\bvous (?!(?:et|vous|y|en|lui|donne)\b)([^\W\d]\w*)"
)
"""The word after “vous” as a subject, which it is not in “Anna vous donne un jeton”."""
FRENCH_VERBS = ("dites", "n")
"""Forms of the second person that do not end in -ez; “n” of “vous n’avez”."""
ENGLISH_THIRD = re.compile(r"\byou (?:is|was|has|\w+s)\b|\byou’s")


@lru_cache
def _decoders(game: AnyGame) -> Any:
    return event_decoders(game.events)


@lru_cache(maxsize=1 << 14)
def check_readings(game: AnyGame, seats: int, event: Any) -> None:
    """Whatever may be read of an event is a sentence; equal events are read only once."""
    shown = {game.redact(event, viewer) for viewer in viewers_at(seats)}
    for readable in shown | {faded(redacted) for redacted in shown}:
        assert type(readable) is type(event)
        assert all(text.endswith(".") for text in game.words.recap(readable, NAMES[:seats]))
        for seat in range(seats):
            _check_address(game, readable, seat, seats)


def _check_address(game: AnyGame, readable: Any, seat: int, seats: int) -> None:
    """What is told to a seat of itself is in the second person, in both languages."""
    french = game.words.recap(readable, _addressed(seats, seat, READER.fr)).fr
    english = game.words.recap(readable, _addressed(seats, seat, READER.en)).en
    verbs = AFTER_VOUS.findall(french)
    assert all(verb in FRENCH_VERBS or verb.endswith("ez") for verb in verbs), french
    assert not ENGLISH_THIRD.search(english), english


def _addressed(seats: int, reader: int, you: str) -> list[str]:
    return [you if seat == reader else name for seat, name in enumerate(NAMES[:seats])]


class Questions:
    """What every seat is asked at a position."""

    def __init__(self, table: Table) -> None:
        self._length = len(table.log)
        self._offered = {seat: table.choices(seat) for seat in asked(table.game, table.state)}

    def check(self, later: Table) -> None:
        """Where a seat is newly asked, or asked something else, an event has put the question."""
        for seat in (*later.awaited(), *later.game.second_thoughts(later.state)):
            if later.choices(seat) != self._offered.get(seat):
                assert later.questions[seat] > self._length


def check_bot(table: Table) -> None:
    """Bots answer a sight with a legal move, always the same one for the same draws.

    Each position tries the bot from before levels and one level, so that a match tries them all.
    """
    version, level = version_of(table.game), LEVELS[len(table.steps) % len(LEVELS)]
    for seat in table.game.active(table.state):
        for bot in (table.game.bot, bot_of(table.game, version, level)):
            move = bot(table.sight(seat), Stream(bytes(32)))
            assert move in table.legal_moves(seat)
            assert move == bot(table.sight(seat), Stream(bytes(32)))


def check_early_answers(table: Table, chance: Chance, *, full: bool) -> None:
    """Answers given early are invisible to the others and end as those given in turn; all outputs
    are compared for each of the others if `full`, else for one of them."""
    game = table.game
    first, early = game.active(table.state), game.early(table.state)
    answers = {}
    for seat in first + early:
        moves = table.legal_moves(seat)
        answers[seat] = moves[chance.below(len(moves), "test")]

    in_turn, ahead = fork(table), fork(table)
    in_turn.sealed.clear()
    ahead.sealed.clear()
    questions = in_turn.questions
    for seat in first + early:
        if in_turn.questions == questions and seat in game.active(in_turn.state):
            in_turn.submit(seat, answers[seat])

    outsiders = [viewer for viewer in viewers(table) if viewer not in early]
    outputs = dict.fromkeys(outsiders, CHEAP_OUTPUTS)
    if len(table.log) < LONG:
        one = outsiders[chance.below(len(outsiders), "test")]
        outputs |= dict.fromkeys(outsiders if full else [one], OUTPUTS.keys())
    looks = {viewer: told(ahead, viewer, outputs[viewer]) for viewer in outsiders}
    for seat in reversed(early):
        moves = ahead.legal_moves(seat)
        ahead.submit(seat, moves[chance.below(len(moves), "test")])
        ahead.submit(seat, answers[seat])
    assert ahead.log == table.log
    assert looks == {viewer: told(ahead, viewer, outputs[viewer]) for viewer in outsiders}
    for seat in first:
        ahead.submit(seat, answers[seat])
    assert ahead.log == in_turn.log
    assert not ahead.sealed
