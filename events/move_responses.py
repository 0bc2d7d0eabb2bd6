"""Answers to moves and standing answers, first and again, the same whichever way a move comes."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from events.errors import Conflict
from events.idempotency import KeyedResponse, move_summary
from events.log.read import MOST_PER_PAGE
from events.log.rows import caused_by
from events.models import Match, Player, Seat, StoredResponse
from events.play.moves import move_submit
from events.play.standing_answers import standing_json, standing_set_and_answer
from events.seats.access import match_get_for_viewer, viewer_of
from events.seats.standing_answers import Until
from events.selectors.match import feed_json, match_json, move_json
from games.contract import Move


def move_respond(
    match: Match,
    seats: list[Seat],
    player: Player,
    *,
    key: str,
    move: object,
    expected_version: int | None = None,
    expected_asked: int | None = None,
    sealed: dict[int, Move] | None = None,
    recap_language: str | None = None,
) -> KeyedResponse:
    """Play a move and return its answer with the writes to execute; or refuse and change nothing.

    `match`, `seats` and `sealed` are as for `move_submit`; with a language the answer has a recap.
    """
    accepted = move_submit(
        match=match,
        player=player,
        move=move,
        move_key=key,
        expected_version=expected_version,
        expected_asked=expected_asked,
        seats=seats,
        sealed=sealed,
    )
    body = msgspec.json.encode(move_json(match, seats, accepted, recap_language))
    return KeyedResponse(accepted.status, body, accepted.summary, match, accepted.writes)


@contextmanager
def add_missed_events(match: Match, player: Player, expected: int | None) -> Iterator[None]:
    """Add to the refusal of a stale version the events since then, as the player may read them."""
    before = match.version
    try:
        yield
    except Conflict as conflict:
        if expected is not None and conflict.code == "stale_version":
            after = min(expected, before)
            missed = feed_json(match, viewer_of(match, player), after=after, most=MOST_PER_PAGE)
            conflict.more["events"] = missed["events"]
        raise


def move_respond_again(player: Player, stored: StoredResponse) -> bytes:
    """Return the stored answer to a move; after the player's next one, with the current match.

    So an old answer does not show again what has faded since.
    """
    if body := _first_body(stored):
        return body
    summary = move_summary(stored)
    match, viewer = match_get_for_viewer(str(stored.match_id), player)
    events = []
    if summary.seqs:
        first, *_ = summary.seqs
        events = feed_json(match, viewer, after=first - 1, most=len(summary.seqs))["events"]
    answer = {"match": match_json(match, viewer), "events": events, "receipt": summary.receipt}
    return msgspec.json.encode(answer)


def _first_body(stored: StoredResponse) -> bytes | None:
    """Return the stored body; None once the player has made another move or left the match."""
    if stored.body is None:
        return None
    seat = Seat.objects.filter(match=stored.match_id, player=stored.player_id).first()
    if seat is None or seat.gone or _has_moved_since(seat, move_summary(stored).version):
        return None
    return bytes(stored.body)


def _has_moved_since(seat: Seat, version: int) -> bool:
    """Whether a seat's player has moved after a version: an answer sealed then may be used by now.

    Moves by the server do not count.
    """
    caused = caused_by(seat.match_id, seat.number, after=version)
    return any(not msgspec.json.decode(event)["automatic"] for event in caused)


def standing_respond(
    match: Match, seats: list[Seat], player: Player, *, key: str, move: object, until: Until
) -> KeyedResponse:
    """Set a standing answer, and return the answer to that, with a receipt if it was played."""
    accepted = standing_set_and_answer(
        match=match, seats=seats, player=player, move=move, until=until, key=key
    )
    shown = standing_json(next(seat for seat in seats if seat.player_id == player.id))
    if accepted is None:
        return KeyedResponse(200, msgspec.json.encode(shown))
    body = msgspec.json.encode(shown | {"receipt": accepted.receipt})
    return KeyedResponse(200, body, accepted.summary, match, accepted.writes)


def standing_respond_again(stored: StoredResponse) -> bytes:
    """Return the stored answer; after the player's next move, with what stands now."""
    if stored.body is not None:
        return bytes(stored.body)
    shown = standing_json(Seat.objects.get(match=stored.match_id, player=stored.player_id))
    return msgspec.json.encode(shown | {"receipt": move_summary(stored).receipt})
