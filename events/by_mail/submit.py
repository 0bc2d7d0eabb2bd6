"""Executes moves from mails and links like any other request, or refuses with a text."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import transaction

from events.errors import Conflict, DomainError
from events.idempotency import KeyedResponse, request_digest, run_once
from events.log.position import position_at_head
from events.models import Match, Player, StoredResponse
from events.notifications.email.words import mail_text
from events.play.moves import Accepted, move_submit, question_open_to, seat_played_by
from events.play.ready_table import table_lock_for
from events.play.standing_answers import standing_set_and_answer, standing_withdraw
from events.seats.locks import match_lock_for
from events.seats.standing_answers import Until
from games.codec import Malformed
from games.contract import IllegalMove, Move
from games.registry import all_rulesets
from games.words import errors_of

T = TypeVar("T")

_NO_BODY = b"{}"


class NotPlayed(Exception):
    """A move was refused, for a reason in the player's language; nothing has changed."""

    def __init__(self, why: str, *, closed: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.closed = closed


def move_play(
    *, player: Player, match_id: str, move: dict[str, Any], key: str, asked: int
) -> Accepted:
    """Play a move as the answer to a question, in the caller's transaction, or raise NotPlayed."""

    def work() -> tuple[KeyedResponse, Accepted]:
        match, seats = table_lock_for(match_id, player)
        accepted = move_submit(
            match=match,
            player=player,
            move=move,
            move_key=key,
            expected_asked=asked,
            seats=seats,
        )
        return _answer(match, accepted), accepted

    return _run_once(work, player, match_id, move, key)


def standing_play(
    *,
    player: Player,
    match_id: str,
    move: dict[str, Any],
    until: Until,
    key: str,
    asked: int | None,
) -> tuple[Accepted | None, bool]:
    """Set a standing answer and answer an open question with it, or raise NotPlayed.

    Runs in the caller's transaction. Returns what was played, and whether an answer still stands.
    """

    def work() -> tuple[KeyedResponse, tuple[Accepted | None, bool]]:
        match, seats = table_lock_for(match_id, player)
        position = position_at_head(match)
        seat = seat_played_by(match, position, player)
        if until == "turn" and question_open_to(position, seat) != asked:
            raise Conflict("question_closed")  # the turn that was meant may have come already
        accepted = standing_set_and_answer(
            match=match, seats=seats, player=player, move=move, until=until, key=key
        )
        if accepted is None:
            return KeyedResponse(200, _NO_BODY), (None, True)
        held = not accepted.position.over and bool(seats[seat].standing)
        return _answer(match, accepted), (accepted, held)

    return _run_once(work, player, match_id, [move, until], key)


def standing_stop(*, player: Player, match_id: str) -> None:
    """Withdraw the standing answer, or raise NotPlayed."""
    with _refusals_as_texts(player, match_id):
        standing_withdraw(match=match_lock_for(match_id, player), player=player)


def move_text(accepted: Accepted, move: Move, language: str) -> str:
    """Return the text that a move was played, or sealed."""
    label = accepted.position.game.words.move(move).within(language)
    return mail_text("sealed_now" if accepted.sealed else "played", language, move=label)


@contextmanager
def _refusals_as_texts(player: Player, match_id: str) -> Iterator[None]:
    """Run a savepoint; turn any refusal within into NotPlayed in the player's language."""
    language = player.locale
    try:
        with transaction.atomic():
            yield
    except IllegalMove as illegal:
        texts = errors_of(all_rulesets()[Match.objects.get(id=match_id).ruleset])
        raise NotPlayed(texts[illegal.code].within(language)) from None
    except (DomainError, Malformed) as refusal:
        if isinstance(refusal, Conflict) and refusal.code == "question_closed":
            raise NotPlayed(mail_text("closed", language), closed=True) from None
        raise NotPlayed(refusal.text.within(language)) from None


def _answer(match: Match, accepted: Accepted) -> KeyedResponse:
    """Return what is stored of a move by mail.

    It is stored like the answer to a request, so that the body of the player's previous one goes.
    """
    return KeyedResponse(accepted.status, _NO_BODY, accepted.summary, match, accepted.writes)


def _run_once(
    work: Callable[[], tuple[KeyedResponse, T]],
    player: Player,
    match_id: str,
    body: object,
    key: str,
) -> T:
    request = request_digest("MAIL", match_id, body)
    with _refusals_as_texts(player, match_id):
        result = run_once(work, player=player, key=key, request=request, match_id=match_id)
    if isinstance(result, StoredResponse):
        raise NotPlayed(mail_text("used", player.locale))
    return result
