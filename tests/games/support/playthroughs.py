"""Golden playthroughs: whole matches with every move, event and viewer's view, kept as text.

A file's first lines say how the match is set up; its moves are then played again and everything
else is written anew, so that a change of the rules, of a redaction or of a word shows as a diff.

    python -m tests.games.support.playthroughs                      write all of them anew
    python -m tests.games.support.playthroughs GAME NAME SEATS [OPTION=VALUE …]   add one
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from games.chance import FastChance, ProvableChance
from games.choices import encode
from games.codec import canonical, decode_move, decode_options
from games.contract import SPECTATOR, AnyGame, Text, Viewer
from games.registry import all_games
from games.table import Step, Table
from games.terminal import NAMES
from tests.games.support.worlds import RecordedTable, viewers

ROOT = Path(__file__).parents[1]
BOARD_EVERY = 8
"""At every so many positions the board is written as text."""


def all_playthroughs() -> list[Path]:
    """The files of every game."""
    return sorted(ROOT.glob("*/playthroughs/*.txt"))


def replayed(path: Path) -> str:
    """The file as it would be written today from its set-up and its moves."""
    lines = path.read_text().splitlines()
    setup = dict(line.split(": ", 1) for line in lines[: lines.index("")])
    moves = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    table = _opened(setup)
    text = _Text(table, setup)
    for line in moves:
        seat, move = line.removeprefix("seat ").split(" ", 1)
        text.play(int(seat), decode_move(table.game, json.loads(move)))
    return text.finished()


def written(game: AnyGame, name: str, seats: int, options: dict[str, Any]) -> Path:
    """A new playthrough of bots that every other time do anything else, early answers included."""
    setup = {"game": game.ruleset, "seats": str(seats), "options": json.dumps(options), "key": name}
    table = _opened(setup)
    text = _Text(table, setup)
    chance = FastChance(name)
    while table.outcome is None:
        awaited = table.awaited()
        seat = awaited[chance.below(len(awaited))]
        move = game.bot(table.sight(seat), chance)
        if chance.below(2) == 0:
            moves = table.legal_moves(seat)
            move = moves[chance.below(len(moves))]
        text.play(seat, move)
    path = ROOT / game.key / "playthroughs" / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.finished())
    return path


def _opened(setup: dict[str, str]) -> Table:
    game = all_games()[setup["game"].split("/")[0]]
    assert game.ruleset == setup["game"]
    options = decode_options(game, json.loads(setup["options"]))
    chance = ProvableChance(sha256(setup["key"].encode()).digest())
    return RecordedTable.opened(game, int(setup["seats"]), options, chance)


class _Text:
    """A playthrough as it is written."""

    def __init__(self, table: Table, setup: dict[str, str]) -> None:
        self._table = table
        self._lines = [f"{name}: {value}" for name, value in setup.items()]
        self._lines.append("")
        self._told = 0
        self._said: set[Text] = set()
        self._positions = 0
        self._shown: dict[Viewer, dict[str, Any]] = {}
        self._forgotten: dict[Viewer, set[int]] = {}
        self._position()

    def play(self, seat: int, move: Any) -> None:
        self._lines += ["", f"> seat {seat} {canonical(move).decode()}"]
        self._say(self._table.game.words.move(move))
        steps = self._table.submit(seat, move)
        self._lines += ["sealed"] if not steps else [_automatic(step) for step in steps[1:]]
        self._position()

    def finished(self) -> str:
        assert self._table.outcome is not None, "a playthrough goes on to the end of the match"
        return "\n".join([*self._lines, f"outcome {canonical(self._table.outcome).decode()}", ""])

    def _position(self) -> None:
        table = self._table
        for seq, event in enumerate(table.log[self._told :], self._told + 1):
            self._lines.append(f"{seq} {msgspec.json.encode(event).decode()}")
            self._recap(event)
            self._hidden(event)
        self._told = len(table.log)
        public = _flat(table.view(SPECTATOR))
        self._sees(SPECTATOR, public)
        for seat in range(table.seats):
            self._sees(seat, _changes(public, _flat(table.view(seat))))
            if seat in table.sealed:
                self._lines.append(
                    f"seat {seat} has sealed {canonical(table.sealed[seat]).decode()}"
                )
            if choices := table.choices(seat):
                self._lines.append(f"seat {seat} may play {encode(choices).decode()}")
        if self._positions % BOARD_EVERY == 0 or table.outcome:
            self._board()
        self._positions += 1

    def _sees(self, viewer: Viewer, now: dict[str, Any]) -> None:
        """What has changed in a spectator's view, or in what a seat sees otherwise."""
        if changed := _changes(self._shown.get(viewer, {}), now):
            self._lines.append(f"{_reader(viewer)} sees {json.dumps(changed)}")
        self._shown[viewer] = now
        feed, seen = self._table.feed(viewer), self._table.seen(self._table.reader(viewer))
        gone = {seq for seq, event in enumerate(feed, 1) if event != seen[seq - 1]}
        for seq in sorted(gone - self._forgotten.get(viewer, set())):
            self._lines.append(f"{_reader(viewer)} forgets {seq}")
            self._recap(feed[seq - 1])
        self._forgotten[viewer] = gone

    def _hidden(self, event: Any) -> None:
        readers: dict[Any, list[str]] = {}
        for viewer in viewers(self._table):
            shown = self._table.game.redact(event, viewer)
            if shown != event:
                readers.setdefault(shown, []).append(_reader(viewer))
        for shown, who in readers.items():
            self._lines.append(f"    {', '.join(who)} read {msgspec.json.encode(shown).decode()}")
            self._recap(shown)

    def _recap(self, event: Any) -> None:
        self._say(self._table.game.words.recap(event, NAMES[: self._table.seats]))

    def _board(self) -> None:
        """What the first seat would read in a mail."""
        view = self._table.view(0)
        for text in self._table.game.words.board(view, NAMES[: self._table.seats]):
            self._lines += [f"    | {line}".rstrip() for line in text.splitlines()]

    def _say(self, text: Text) -> None:
        """A sentence in every language, each only once in a file."""
        if text not in self._said:
            self._said.add(text)
            self._lines += [f"    {sentence}" for sentence in text]


def _automatic(step: Step) -> str:
    return f"{step.by}: seat {step.seat} {canonical(step.move).decode()}"


def _reader(viewer: Viewer) -> str:
    return "spectator" if viewer == SPECTATOR else f"seat {viewer}"


def _changes(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    paths = dict.fromkeys([*now, *before])
    return {path: now.get(path) for path in paths if now.get(path) != before.get(path)}


def _flat(view: Any) -> dict[str, Any]:
    """A view as its leaves by path, so that a change of one shows alone."""
    leaves: dict[str, Any] = {}

    def collect(value: Any, path: str) -> None:
        for name, child in value.items() if isinstance(value, dict) else enumerate(value):
            parts = child if isinstance(child, list) else ()
            if isinstance(child, dict) or any(isinstance(part, dict | list) for part in parts):
                collect(child, f"{path}{name}.")
            else:
                leaves[f"{path}{name}"] = child

    collect(json.loads(msgspec.json.encode(view)), "")
    return leaves


def main(arguments: list[str]) -> None:
    """Write one playthrough, or all of them anew."""
    if arguments:
        key, name, seats, *pairs = arguments
        options = {pair.split("=")[0]: json.loads(pair.split("=")[1]) for pair in pairs}
        print(written(all_games()[key], name, int(seats), options))
        return
    for path in all_playthroughs():
        path.write_text(replayed(path))
        print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
