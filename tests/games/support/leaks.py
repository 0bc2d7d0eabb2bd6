"""The leak property: what a viewer cannot tell apart by the rules, no output tells apart.

For a log and its resample every output to that viewer is byte for byte the same. OUTPUTS names
all of them; a way to tell somebody something is a function here or it does not exist.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from games.bots import bot_of, version_of
from games.chance import Chance, FastChance, Stream
from games.choices import encode
from games.codec import canonical
from games.contract import LANGUAGES, LEVELS, SPECTATOR, Horizon, IllegalMove, Viewer
from games.table import Table
from games.terminal import NAMES
from games.words import errors_of
from tests.games.support.imaginable import imaginable_moves
from tests.games.support.worlds import RecordedTable, Replayer, refolded

BOT_STREAMS = 8


class Leak(AssertionError):
    """An output that tells a viewer what the rules hide."""

    def __init__(self, output: str, viewer: Viewer) -> None:
        super().__init__(f"{output} tells viewer {viewer} something hidden")
        self.output = output


def _view(table: Table, viewer: Viewer) -> bytes:
    return msgspec.json.encode(table.view(viewer))


def _board(table: Table, viewer: Viewer) -> bytes:
    words = table.game.words.board(table.view(viewer), NAMES[: table.seats])
    return "\n".join(words).encode()


def _choices(table: Table, viewer: Viewer) -> bytes:
    return encode(table.choices(viewer))


def _labels(table: Table, viewer: Viewer) -> bytes:
    """The moves offered, as buttons, mails and the terminal name them."""
    labels = [table.game.words.move(move) for move in table.legal_moves(viewer)]
    return "\n".join(text for label in labels for text in label).encode()


def _awaited(table: Table, viewer: Viewer) -> bytes:
    return canonical([table.awaited(), table.questions, len(table.log)])


def _outcome(table: Table, viewer: Viewer) -> bytes:
    return canonical(table.outcome)


def _own_seal(table: Table, viewer: Viewer) -> bytes:
    return canonical(table.sealed.get(viewer))


def _feed(table: Table, viewer: Viewer) -> bytes:
    return msgspec.json.encode(table.feed(viewer))


def _as_it_happened(table: Table, viewer: Viewer) -> bytes:
    return msgspec.json.encode(table.seen(viewer))


def _recap(table: Table, viewer: Viewer) -> bytes:
    names = NAMES[: table.seats]
    sentences = [table.game.words.recap(event, names) for event in table.feed(viewer)]
    return "\n".join(text.within(language) for text in sentences for language in LANGUAGES).encode()


def _replay(table: Table, viewer: Viewer) -> bytes:
    views = list(table.replay(viewer))
    assert views[-1] == table.view(viewer), "a replay must end with the table as it is seen now"
    return msgspec.json.encode(views)


def _refusals(table: Table, viewer: Viewer) -> bytes:
    """The answer to everything that the viewer might try to play."""
    if viewer == SPECTATOR:
        return b""
    errors = errors_of(table.game)
    answers, refused, chance = list[str](), set[str](), FastChance(0)
    for move in imaginable_moves(table.game):
        try:
            events = table.game.decide(table.state, viewer, move, chance)
            answers.append("accepted" if events else "sealed")
        except IllegalMove as refusal:
            answers.append(f"{refusal.code}: {refusal}")
            refused.add(refusal.code)
    return "\n".join([*answers, *(str(errors[code]) for code in sorted(refused))]).encode()


def _bot(table: Table, viewer: Viewer) -> bytes:
    """What the viewer's bot would play: a move tells its opponents what it knows."""
    if viewer not in table.awaited():
        return b""
    sight = table.sight(viewer)
    moves = [table.game.bot(sight, Stream(bytes([n]) * 32)) for n in range(BOT_STREAMS)]
    best = bot_of(table.game, version_of(table.game), LEVELS[-1])
    return canonical([*moves, best(sight, Stream(bytes(32)))])


def _consequences(table: Table, viewer: Viewer) -> bytes:
    """What each move of the match brings about here, a line each, with the draws that it had: an
    event may not say by its public part what its hidden part holds. The line of a move that is not
    possible is empty."""
    if not isinstance(table, RecordedTable) or table.outcome is not None:
        return b""
    game, state, told = table.game, table.game.blank, list[bytes]()
    log = iter(table.log)
    for _ in range(len(table.log) - sum(len(step.events) for step in table.steps)):
        state = game.evolve(state, next(log))
    for step, drawn in zip(table.steps, table.drawn, strict=True):
        told.append(b"")
        with suppress(IllegalMove):
            events = game.decide(state, step.seat, step.move, Replayer(drawn))
            told[-1] = msgspec.json.encode([game.redact(event, viewer) for event in events])
        for _ in step.events:
            state = game.evolve(state, next(log))
    return b"\n".join(told)


def _without_impossible(ours: bytes, theirs: bytes) -> bytes:
    """Our consequences of those moves that are possible there as well."""
    pairs = zip(ours.split(b"\n"), theirs.split(b"\n"), strict=True)
    return b"\n".join(line if other else b"" for line, other in pairs)


OUTPUTS: Mapping[str, Callable[[Table, Viewer], bytes]] = {
    "view": _view,
    "board": _board,
    "choices": _choices,
    "labels": _labels,
    "awaited": _awaited,
    "outcome": _outcome,
    "own seal": _own_seal,
    "feed": _feed,
    "as it happened": _as_it_happened,
    "recap": _recap,
    "replay": _replay,
    "refusals": _refusals,
    "bot": _bot,
    "consequences": _consequences,
}
CHEAP_OUTPUTS: Set[str] = OUTPUTS.keys() - {"replay", "refusals", "bot", "recap", "consequences"}
AS_IT_HAPPENED = {"as it happened", "bot", "consequences"}
"""These rest on all that a viewer was ever shown, the others on what is still readable."""
LONG = 400
"""A log of more events is rarely replayed, or not at all."""


def sampled_outputs(table: Table, chance: Chance, every: int) -> Collection[str]:
    """All outputs at one in so many checks, and ever more rarely the longer the log is; else the
    cheap ones."""
    return CHEAP_OUTPUTS if chance.below(every * (1 + len(table.log) // LONG), "test") else OUTPUTS


def resampled(table: Table, viewer: Viewer, horizon: Horizon, chance: Chance) -> Table:
    """Another position that this viewer, who remembers from the horizon on, cannot tell from the
    given one, others' seals included."""
    log = table.game.resample(table.log, viewer, horizon, chance)
    assert len(log) == len(table.log), "resample must keep the number of events"
    other = refolded(table, log)
    for seat in table.game.early(other.state):
        if seat == viewer and seat in table.sealed:
            other.sealed[seat] = table.sealed[seat]
        elif seat != viewer and chance.below(2, "test"):
            moves = other.legal_moves(seat)
            other.sealed[seat] = moves[chance.below(len(moves), "test")]
    return other


def check_leaks(
    table: Table, viewer: Viewer, chance: Chance, outputs: Iterable[str] = OUTPUTS
) -> Table:
    """Raise Leak where an output differs from that of a resampled match, which is returned.

    Both logs are folded directly before the outputs are asked for, so that what `evolve` tells
    another part of a game shows as well.
    """
    horizon = table.horizon(viewer)
    original = refolded(table, table.log)
    original.sealed.update(table.sealed)
    ours = told(original, viewer, outputs)
    now = resampled(table, viewer, horizon, chance)
    _compare(ours, now, viewer, ours.keys() - AS_IT_HAPPENED)
    lived = ours.keys() & AS_IT_HAPPENED
    if lived:
        then = resampled(table, viewer, 0, chance) if horizon else now
        _compare(ours, then, viewer, lived)
    return now


def _compare(
    ours: Mapping[str, bytes], other: Table, viewer: Viewer, outputs: Collection[str]
) -> None:
    theirs = told(other, viewer, [name for name in ours if name in outputs])
    for name, tells in theirs.items():
        if name == "consequences":
            same = _without_impossible(ours[name], tells) == tells
        else:
            same = ours[name] == tells
        if not same:
            raise Leak(name, viewer)


@dataclass
class Secrecy:
    """How much of what is hidden a resample changes: else nothing was put to the test."""

    positions: int = 0
    differing: int = 0
    last: int = 0
    hidden: int = 0
    changed: int = 0

    def count(self, table: Table, other: Sequence[Any], viewer: Viewer) -> None:
        """Look at one position and its resampled log."""
        hidden = [n for n, shown in enumerate(table.feed(viewer)) if shown != table.log[n]]
        if hidden:
            changed = [n for n in hidden if other[n] != table.log[n]]
            self.positions += 1
            self.differing += bool(changed)
            self.last += hidden[-1] in changed
            self.hidden += len(hidden)
            self.changed += len(changed)

    def add(self, other: "Secrecy") -> None:
        """Take another count into this one."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def check(self) -> None:
        """Nearly always something differs, mostly the newest secret too, and most secrets do; some
        are implied by what else the viewer was shown (a die that was doubted) and cannot."""
        assert self.differing >= 0.9 * self.positions
        assert self.last >= 0.6 * self.positions
        assert self.changed >= 0.6 * self.hidden

    def check_some(self) -> None:
        """The same where an option may leave next to nothing that is not implied by what was shown:
        that the rest is, is for the game's own tests to show."""
        assert self.differing >= 0.1 * self.positions


def told(table: Table, viewer: Viewer, outputs: Iterable[str] = OUTPUTS) -> dict[str, bytes]:
    """Everything that a viewer is told at this position."""
    return {name: OUTPUTS[name](table, viewer) for name in outputs}
