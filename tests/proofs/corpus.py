"""The golden corpus: an export of every game, variant and kind of event, kept for ever.

No later change may break an old match: each file is verified and replayed in every run. Files are
added, never written anew; `python -m tests.proofs.corpus` adds what a new game, a new ruleset or a
new option is still missing.
"""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from games.codec import name_of
from games.contract import AnyGame
from games.leavers import OTHERS_LEFT, TIME_OUT
from games.registry import RESERVED, all_rulesets
from games.variants import tables

Json = dict[str, Any]

FOLDER = Path(__file__).parent / "corpus"
WRITING = "WRITE_CORPUS"
TRIES = 12
"""Of so many matches of a variant the shortest is kept."""
MOST_TRIES = 200
"""Only so many are played for a kind of event that is hard to meet,"""
LONGEST = 250
"""and only those kept that have no more events than this."""


class Wanted(NamedTuple):
    """A ruleset with options that must be there, at a table of so many."""

    game: AnyGame
    seats: int
    options: Any

    @property
    def path(self) -> Path:
        chosen = msgspec.to_builtins(self.options)
        words = [self.game.key, str(self.game.version), f"seats={self.seats}"]
        words += [f"{name}={value}" for name, value in chosen.items()]
        return FOLDER / ("-".join(words) + ".json.gz")


def all_exports() -> list[Path]:
    """Every file of the corpus."""
    return sorted(FOLDER.glob("*.json.gz"))


def export_in(path: Path) -> Json:
    export: Json = json.loads(gzip.decompress(path.read_bytes()))
    return export


def kinds_in(export: Json) -> set[str]:
    """The stored names of the events that a match had."""
    return {event["full"]["type"] for event in export["events"]}


def wanted() -> Iterator[Wanted]:
    """What the corpus has to have: every variant at the smallest table, and the largest one."""
    for game in all_rulesets().values():
        every = list(tables(game))
        smallest = {options: seats for seats, options in reversed(every)}
        yield from (Wanted(game, seats, options) for options, seats in smallest.items())
        yield next(Wanted(game, *table) for table in every if table[0] == game.seats[-1])


def ways_in(export: Json) -> set[str]:
    """In which ways its moves were made."""
    return {event["cause"]["by"] for event in export["events"] if event["cause"]}


def missing_kinds() -> dict[str, set[str]]:
    """By ruleset, the kinds of event that the corpus does not show; those of every match as `*`."""
    shown: dict[str, set[str]] = {ruleset: set() for ruleset in all_rulesets()}
    for path in all_exports():
        export = export_in(path)
        shown.setdefault(export["match"]["ruleset"], set()).update(kinds_in(export))
    missing = {
        ruleset: {name_of(kind) for kind in game.events} - shown[ruleset]
        for ruleset, game in all_rulesets().items()
    }
    missing["*"] = set(RESERVED).difference(*shown.values())
    return {where: names for where, names in missing.items() if names}


def written() -> list[Path]:
    """Add what is missing, in as short matches as can be found."""
    added = []
    for one in wanted():
        tried: dict[int, Json] = {}
        if not one.path.exists():
            tried = {number: _played(one, number) for number in range(TRIES)}
            added.append(_write(one.path, min(filter(_whole, tried.values()), key=_length)))
        for number in range(MOST_TRIES):
            missing = missing_kinds()
            sought = missing.get(one.game.ruleset, set()) | missing.get("*", set())
            if not sought:
                break
            export = tried.get(number) or _played(one, number)
            if sought & kinds_in(export) and _length(export) <= LONGEST:
                path = one.path.with_name(one.path.name.replace(".json", f"-{number}.json"))
                added.append(_write(path, export))
    return added


def _played(one: Wanted, number: int) -> Json:
    from tests.proofs.matches import played  # it needs settings, which main() has not

    return played(one.game, one.seats, one.options, f"golden {number}").export


def _whole(export: Json) -> bool:
    """Whether a match was played to the end that the rules give it."""
    outcome = export["match"]["outcome"]
    return outcome is not None and outcome["reason"] not in (OTHERS_LEFT, TIME_OUT)


def _length(export: Json) -> int:
    return len(export["events"])


def _write(path: Path, export: Json) -> Path:
    path.parent.mkdir(exist_ok=True)
    text = json.dumps(export, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    return path


def main() -> None:
    """pytest, because its plugin of ours knows the settings."""
    os.environ[WRITING] = "1"
    raise SystemExit(pytest.main(["-n0", "-rP", "tests/proofs/test_corpus.py"]))


if __name__ == "__main__":
    main()
