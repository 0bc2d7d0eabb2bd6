"""A move that came by mail or by a link: played like any other, or refused in words."""

from typing import Any

from django.db import transaction

from events.answers import answer_begin, answer_keep
from events.mail.words import said
from events.models import Match, Player
from events.moves import Accepted, move_submit
from events.refusals import Conflict, Refusal
from events.tables import table_locked_for
from games.codec import Malformed
from games.contract import IllegalMove
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
) -> tuple[Match, Accepted]:
    """Play it as the answer to that question, in the caller's transaction, or NotPlayed."""
    language = player.locale
    try:
        with transaction.atomic():
            return _played(player, match_id, move, key, asked)
    except Conflict as conflict:
        if conflict.code == "question_closed":
            raise NotPlayed(said("closed", language), closed=True) from None
        raise NotPlayed(conflict.text.within(language)) from None
    except (Refusal, Malformed) as refusal:
        raise NotPlayed(refusal.text.within(language)) from None


def _played(
    player: Player, match_id: str, move: dict[str, Any], key: str, asked: int
) -> tuple[Match, Accepted]:
    # Kept like the answer to a request: it is the player's latest move, and no older answer is.
    kept = answer_begin(player=player, key=key, method="MAIL", path=match_id, body=move)
    if not isinstance(kept, int):
        raise NotPlayed(said("used", player.locale))
    match, seats = table_locked_for(match_id, player)
    try:
        accepted = move_submit(
            match=match,
            player=player,
            move=move,
            move_key=key,
            expected_asked=asked,
            seats=seats,
        )
    except IllegalMove as illegal:
        texts = errors_of(all_rulesets()[match.ruleset])
        raise NotPlayed(texts[illegal.code].within(player.locale)) from None
    answer_keep(kept, status=accepted.status, body=b"{}", match=match, writes=accepted.writes)
    return match, accepted
