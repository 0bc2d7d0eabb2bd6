"""The leak property: what a viewer cannot tell apart by the rules, no output tells apart.

For a log and its resample every output to that viewer is byte for byte the same. OUTPUTS names
all of them; a way to tell somebody something is a function here or it does not exist.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from games.chance import Chance, FastChance, Stream
from games.choices import encode
from games.codec import canonical
from games.contract import LANGUAGES, OPEN, SPECTATOR, IllegalMove, Viewer
from games.table import Table
from games.terminal import NAMES
from games.words import ERRORS
from tests.games.imaginable import imaginable_moves
from tests.games.worlds import fork


class Leak(AssertionError):
    """An output that tells a viewer what the rules hide."""


def _view(table: Table, viewer: Viewer) -> bytes:
    return msgspec.json.encode(table.view(viewer))


def _board(table: Table, viewer: Viewer) -> bytes:
    words = table.game.words.board(table.view(viewer), NAMES[: table.seats])
    return "\n".join(words).encode()


def _choices(table: Table, viewer: Viewer) -> bytes:
    return encode(table.choices(viewer))


def _awaited(table: Table, viewer: Viewer) -> bytes:
    return canonical([table.awaited(), table.question, len(table.log)])


def _outcome(table: Table, viewer: Viewer) -> bytes:
    return canonical(table.outcome)


def _own_seal(table: Table, viewer: Viewer) -> bytes:
    return canonical(table.sealed.get(viewer))


def _feed(table: Table, viewer: Viewer) -> bytes:
    return b"\n".join(msgspec.json.encode(event) for event in table.feed(viewer))


def _as_it_happened(table: Table, viewer: Viewer) -> bytes:
    shown = [table.game.redact(event, viewer) for event in table.log]
    return b"\n".join(msgspec.json.encode(event) for event in shown)


def _recap(table: Table, viewer: Viewer) -> bytes:
    names = NAMES[: table.seats]
    sentences = [table.game.words.recap(event, names) for event in table.feed(viewer)]
    return "\n".join(text.within(language) for text in sentences for language in LANGUAGES).encode()


def _replay(table: Table, viewer: Viewer) -> bytes:
    reader = OPEN if table.outcome else viewer
    state, views = table.game.blank, []
    for event in table.log:
        state = table.game.evolve(state, event)
        views.append(msgspec.json.encode(table.game.view(state, reader)))
    return b"\n".join(views)


def _refusals(table: Table, viewer: Viewer) -> bytes:
    """The answer to everything that the viewer might try to play."""
    if viewer == SPECTATOR:
        return b""
    errors = {**ERRORS, **table.game.words.errors}
    answers = []
    for move in imaginable_moves(table.game):
        try:
            table.game.decide(table.state, viewer, move, FastChance(0))
            answers.append("accepted")
        except IllegalMove as refusal:
            answers.append(f"{refusal.code}: {errors[refusal.code]}: {refusal}")
    return "\n".join(answers).encode()


def _bot(table: Table, viewer: Viewer) -> bytes:
    """What the viewer's bot would play: a move tells its opponents what it knows."""
    if viewer not in table.awaited():
        return b""
    return canonical(table.game.bot(table.sight(viewer), Stream(bytes(32))))


OUTPUTS: Mapping[str, Callable[[Table, Viewer], bytes]] = {
    "view": _view,
    "board": _board,
    "choices": _choices,
    "awaited": _awaited,
    "outcome": _outcome,
    "own seal": _own_seal,
    "feed": _feed,
    "as it happened": _as_it_happened,
    "recap": _recap,
    "replay": _replay,
    "refusals": _refusals,
    "bot": _bot,
}
CHEAP_OUTPUTS = OUTPUTS.keys() - {"replay", "refusals", "bot", "recap"}


def resampled(table: Table, viewer: Viewer, chance: Chance) -> Table:
    """Another position that this viewer cannot tell from the given one, others' seals included."""
    log = table.game.resample(table.log, viewer, chance)
    other = Table(table.game, table.seats, FastChance(0), log)
    for seat in table.game.early(other.state):
        if seat == viewer and seat in table.sealed:
            other.sealed[seat] = table.sealed[seat]
        elif seat != viewer and chance.below(2, "test"):
            moves = other.legal_moves(seat)
            other.sealed[seat] = moves[chance.below(len(moves), "test")]
    return other


def check_leaks(
    table: Table, viewer: Viewer, chance: Chance, outputs: Iterable[str] = OUTPUTS
) -> bool:
    """Raise Leak where an output differs; whether there was anything hidden that could differ."""
    other = resampled(table, viewer, chance)
    if len(other.log) != len(table.log):
        raise Leak("resample must keep the number of events")
    ours, theirs = (told(fork(position), viewer, outputs) for position in (table, other))
    for name in outputs:
        if ours[name] != theirs[name]:
            raise Leak(f"{table.game.key}: {name} tells viewer {viewer} something hidden")
    return other.log != table.log


def told(table: Table, viewer: Viewer, outputs: Iterable[str] = OUTPUTS) -> dict[str, bytes]:
    """Everything that a viewer is told at this position."""
    return {name: OUTPUTS[name](table, viewer) for name in outputs}


def has_secrets(table: Table, viewer: Viewer) -> bool:
    """Whether any event holds something that this viewer was not shown."""
    return bool(table.feed(viewer) != table.log)
