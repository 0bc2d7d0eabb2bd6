"""What came by mail or by a link: done like any other request, or refused in words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from events.answers import answer_begin, answer_keep
from events.feed import read
from events.mail.words import said
from events.models import Match, Player, Seat
from events.moves import (
    Accepted,
    match_awaited,
    match_locked_for,
    move_submit,
    question_open_to,
    seat_played_by,
)
from events.position import position_at_head
from events.recap import names_at, sentence
from events.refusals import Conflict, Refusal
from events.standing.kept import Until
from events.standing.services import standing_say, standing_withdraw
from events.tables import table_locked_for
from games.codec import Malformed
from games.contract import IllegalMove, Move
from games.registry import all_rulesets
from games.words import errors_of


class NotPlayed(Exception):
    """Why a move was not played, to be told to its player; nothing has changed."""

    def __init__(self, why: str, *, closed: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.closed = closed


def move_play(
    *, player: Player, match_id: str, move: dict[str, Any], key: str, asked: int
) -> Accepted:
    """Play it as the answer to that question, in the caller's transaction, or NotPlayed."""
    with _told_why_not(player, match_id):
        match_awaited(match_id)
        kept = _begun(player, match_id, move, key)
        match, seats = table_locked_for(match_id, player)
        accepted = move_submit(
            match=match,
            player=player,
            move=move,
            move_key=key,
            expected_asked=asked,
            seats=seats,
        )
        answer_keep(kept, status=accepted.status, body=b"{}", match=match, writes=accepted.writes)
    return accepted


def standing_play(
    *,
    player: Player,
    match_id: str,
    move: dict[str, Any],
    until: Until,
    key: str,
    asked: int | None,
) -> tuple[Accepted | None, bool]:
    """Let it stand, and answer with it what is open now, in the caller's transaction, or NotPlayed;
    what was played, and whether anything stands after that."""
    with _told_why_not(player, match_id):
        match_awaited(match_id)
        kept = _begun(player, match_id, [move, until], key)
        match, seats = table_locked_for(match_id, player)
        position = position_at_head(match)
        seat = seat_played_by(match, position, player)
        if until == "turn" and question_open_to(position, seat) != asked:
            raise Conflict("question_closed")  # the turn that was meant may have come since
        accepted = standing_say(
            match=match, seats=seats, player=player, move=move, until=until, key=key
        )
        if accepted is None:
            answer_keep(kept, status=200, body=b"{}")
            return None, True
        answer_keep(kept, status=200, body=b"{}", match=match, writes=accepted.writes)
        held = Seat.objects.filter(match=match, number=seat).exclude(standing="")
        return accepted, not accepted.position.over and held.exists()


def standing_stop(*, player: Player, match_id: str) -> None:
    """Nothing stands any more, or NotPlayed."""
    with _told_why_not(player, match_id):
        standing_withdraw(match=match_locked_for(match_id, player), player=player)


def said_of(accepted: Accepted, move: Move, language: str) -> str:
    """That a move was played, or sealed."""
    label = accepted.position.game.words.move(move).within(language)
    return said("sealed_now" if accepted.sealed else "played", language, move=label)


def told_of(accepted: Accepted, match: Match, move: Move, language: str) -> str:
    """The same with what came of it at once, as its player may know it: no news tell that."""
    position, names = accepted.position, names_at(match)
    own = [entry for entry in accepted.entries if entry.actor == accepted.seat]
    told = [
        sentence(position, event, names, language)["text"]
        for _, event, _ in read(match, position, accepted.seat, own)
    ]
    return " ".join([said_of(accepted, move, language), *told])


@contextmanager
def _told_why_not(player: Player, match_id: str) -> Iterator[None]:
    """All of it or, where any of it is refused, nothing but the reason in the player's language."""
    language = player.locale
    try:
        with transaction.atomic():
            yield
    except IllegalMove as illegal:
        texts = errors_of(all_rulesets()[Match.objects.get(id=match_id).ruleset])
        raise NotPlayed(texts[illegal.code].within(language)) from None
    except (Refusal, Malformed) as refusal:
        if isinstance(refusal, Conflict) and refusal.code == "question_closed":
            raise NotPlayed(said("closed", language), closed=True) from None
        raise NotPlayed(refusal.text.within(language)) from None


def _begun(player: Player, match_id: str, body: object, key: str) -> int:
    # Kept like the answer to a request: it is the player's latest move, and no older answer is.
    kept = answer_begin(player=player, key=key, method="MAIL", path=match_id, body=body)
    if not isinstance(kept, int):
        raise NotPlayed(said("used", player.locale))
    return kept
