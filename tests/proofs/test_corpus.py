"""Old matches stay what they were: every export of the corpus is verified and folded again."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from events.log.envelope import unpack
from events.log.position import blank_position
from events.models import Match
from games.codec import canonical
from games.contract import OPEN
from games.registry import ruleset_get
from games.table import By
from games.terminal import NAMES
from tests.proofs.both import proved
from tests.proofs.corpus import (
    WRITING,
    all_exports,
    export_in,
    missing_kinds,
    wanted,
    ways_in,
    written,
)


@pytest.mark.skipif(WRITING not in os.environ, reason="only when asked to")
def test_the_corpus_is_complete_again() -> None:
    for path in written():
        print(f"{path.name}  {path.stat().st_size // 1024} KB")


def test_the_corpus_has_every_ruleset_and_variant() -> None:
    missing = [one.path.name for one in wanted() if not one.path.exists()]
    assert not missing, "python -m tests.proofs.corpus adds them"


def test_the_corpus_shows_every_kind_of_event() -> None:
    assert not missing_kinds(), "python -m tests.proofs.corpus adds them"


def test_the_corpus_shows_every_way_to_move_and_seeds_of_every_kind() -> None:
    exports = [export_in(path) for path in all_exports()]
    assert set().union(*map(ways_in, exports)) == set(get_args(By))
    seats = [seat for export in exports for seat in export["fairness"]["seats"]]
    assert {(bool(seat["seed_commitment"]), bool(seat["seed"])) for seat in seats} == {
        (False, False),
        (True, False),
        (True, True),
    }


@pytest.mark.parametrize("path", all_exports(), ids=lambda path: path.name)
def test_an_old_match_is_still_proved(path: Path) -> None:
    proved(export_in(path))


@pytest.mark.parametrize("path", all_exports(), ids=lambda path: path.name)
def test_an_old_match_still_comes_to_the_same_end(path: Path) -> None:
    export = export_in(path)
    about, fairness = export["match"], export["fairness"]
    match = Match(id=about["id"], game=about["game"], ruleset=about["ruleset"])
    match.commitment, match.created_at = fairness["commitment"], datetime.now(UTC)
    position = blank_position(match, bytes.fromhex(fairness["server_seed"]))
    for event in export["events"]:
        envelope, unpacked_event = unpack(position.game, canonical(event["full"]))
        position = position.after(
            match.id, envelope, unpacked_event, drawn=0, begins_move=event["cause"] is not None
        )
    assert position.game is ruleset_get(about["ruleset"])
    assert position.over
    assert msgspec.json.decode(msgspec.json.encode(position.outcome)) == about["outcome"]
    assert position.game.words.board(position.view(OPEN), NAMES[: len(position.players)])
