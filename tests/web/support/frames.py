"""Frames of the golden corpus: every event as each seat saw it, with that seat's view after it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from events.log.envelope import unpack
from events.log.position import blank_position
from events.models import Match
from games.codec import canonical
from tests.proofs.corpus import all_exports, export_in

Json = dict[str, Any]


def frames_of(export: Json) -> Iterator[Json]:
    """The frames of one match, in order; each has an event and a view for every seat."""
    about, fairness = export["match"], export["fairness"]
    match = Match(id=about["id"], game=about["game"], ruleset=about["ruleset"])
    match.commitment, match.created_at = fairness["commitment"], datetime.now(UTC)
    position = blank_position(match, bytes.fromhex(fairness["server_seed"]))
    for event in export["events"]:
        envelope, happened = unpack(position.game, canonical(event["full"]))
        begins = event["cause"] is not None
        position = position.after(match.id, envelope, happened, drawn=0, begins_move=begins)
        views = [position.view(seat) for seat in range(len(fairness["seats"]))]
        yield {"events": event["seats"], "views": views}


def corpus_frames() -> bytes:
    """All matches of the corpus, as JSON: their names, games and frames."""
    exports = {path.name: export_in(path) for path in all_exports()}
    return msgspec.json.encode(
        [
            {"name": name, "game": export["match"]["game"], "frames": list(frames_of(export))}
            for name, export in exports.items()
        ]
    )
