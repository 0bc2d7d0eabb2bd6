"""Processes replies by mail: each plays at most one move and is acknowledged to its player."""

from datetime import timedelta
from enum import Enum
from functools import partial

import msgspec
from django.conf import settings
from django.utils import timezone

from events.by_mail.acknowledge import acknowledgement_enqueue
from events.by_mail.bounce_reports import bounce_report_take
from events.by_mail.inbox import IncomingMail, mail_read
from events.by_mail.submit import (
    NotPlayed,
    move_and_events_text,
    move_play,
    standing_play,
    standing_stop,
)
from events.database.transactions import run_in_transaction
from events.errors import TooMany
from events.log.position import position_at_head
from events.mail.reply_address import Question, question_of, was_made_for
from events.models import Match, Player, ReceivedMail, Seat
from events.notifications.email.sheet import moves_of
from events.notifications.email.words import mail_text
from events.play.moves import question_open_to
from events.players.quotas import quota_use
from events.seats.standing_answers import Until
from games.contract import AnyGame, Move
from games.move_parser import Said, Unclear, Withdrawn, line_parse
from games.registry import all_rulesets
from games.words import listed

RETENTION = timedelta(days=90)


class ReplyResult(Enum):
    """The result of processing a mail."""

    ANSWERED = "answered"
    DROPPED = "dropped"
    """Automatic, a duplicate, or over the daily quota: no acknowledgement is sent."""
    STRANGE = "strange"
    """Not from the player for whom the address was made: refused, and no player is notified."""


def reply_take(content: bytes, recipient: str, envelope_sender: str | None) -> ReplyResult:
    """Process a mail once, however often it arrives; committed when this returns.

    Its address is checked before its headers are read, and its sender before its body is.
    """
    addressee = addressee_of(recipient)
    if addressee is None:
        return ReplyResult.STRANGE
    question, player = addressee
    mail = mail_read(content, envelope_sender)
    if mail.is_automatic:
        bounce_report_take(player, mail.failure())
        return ReplyResult.DROPPED
    if not player.email or mail.sender != player.email or not mail.is_authentic:
        return ReplyResult.STRANGE
    return run_in_transaction(partial(_process, mail, question, player))


def addressee_of(address: str) -> tuple[Question, Player] | None:
    """Return the question and the player that a reply address was made for, or None."""
    found = question_of(address)
    if found is None:
        return None
    question, proof = found
    seats = Seat.objects.filter(match=question.match, number=question.seat)
    seat = seats.select_related("player").first()
    if seat is None or seat.player is None or not was_made_for(question, proof, seat.player.id):
        return None
    return question, seat.player


def replies_delete_expired() -> None:
    """Delete the records of mails so old that no server delivers them again."""
    ReceivedMail.objects.filter(at__lt=timezone.now() - RETENTION).delete()


def _process(mail: IncomingMail, question: Question, player: Player) -> ReplyResult:
    """Execute an authentic mail, unless it is a duplicate or over the quota; acknowledge it."""
    _, new = ReceivedMail.objects.get_or_create(digest=mail.digest, defaults={"at": timezone.now()})
    if not new:
        return ReplyResult.DROPPED
    try:
        quota_use(player=player, kind="mail_replies", most=settings.MAIL_REPLIES_PER_DAY)
    except TooMany:
        return ReplyResult.DROPPED  # ends a loop of two programs that answer each other
    try:
        note = _execute(mail, question, player)
    except NotPlayed as refusal:
        key = "closed" if refusal.closed else "refused"
        note = mail_text(key, player.locale, why=refusal.why)
    match = Match.objects.get(id=question.match)
    acknowledgement_enqueue(player=player, match=match, note=note, answers=mail.message_id)
    return ReplyResult.ANSWERED


def _execute(mail: IncomingMail, question: Question, player: Player) -> str:
    """Execute the mail's line and return the text to acknowledge it with."""
    language, match = player.locale, Match.objects.get(id=question.match)
    line = "" if mail.has_long_headers else mail.first_line()
    if not line:
        return mail_text("too_long" if mail.is_cut else "empty", language)
    position = position_at_head(match)
    open_now = question_open_to(position, question.seat)
    moves = moves_of(position, question.seat)
    meant = line_parse(position.game, moves, line)
    if isinstance(meant, Withdrawn):
        standing_stop(player=player, match_id=match.id)
        return mail_text("withdrawn", language)
    if isinstance(meant, Said) and meant.until is not None:
        return _set_standing(match, meant.move, meant.until, mail, question, player)
    if question.asked is None or question.asked != open_now:
        raise NotPlayed(mail_text("closed", language), closed=True)
    if isinstance(meant, Unclear):
        return _unclear_text(position.game, meant, line, language)
    return _play(match, meant.move, mail, question, player)


def _play(match: Match, move: Move, mail: IncomingMail, question: Question, player: Player) -> str:
    assert question.asked is not None
    accepted = move_play(
        player=player,
        match_id=question.match,
        move=msgspec.to_builtins(move),
        key=f"mail:{mail.digest}",
        asked=question.asked,
    )
    return move_and_events_text(accepted, match, move, player.locale)


def _set_standing(
    match: Match, move: Move, until: Until, mail: IncomingMail, question: Question, player: Player
) -> str:
    """Set a standing answer; return a text on what was played at once and whether it stands."""
    accepted, stands = standing_play(
        player=player,
        match_id=question.match,
        move=msgspec.to_builtins(move),
        until=until,
        key=f"mail:{mail.digest}",
        asked=question.asked,
    )
    notes = [] if accepted is None else [move_and_events_text(accepted, match, move, player.locale)]
    if stands:
        game = all_rulesets()[match.ruleset]
        label = game.words.move(move).within(player.locale)
        key = "stands" if until == "changed" else "stands_turn"
        notes.append(mail_text(key, player.locale, move=label))
    return " ".join(notes)


def _unclear_text(game: AnyGame, unclear: Unclear, line: str, language: str) -> str:
    shown = line if len(line) <= 80 else f"{line[:79]}…"
    if len(unclear.between) > 1:
        moves = [game.words.move(move).within(language) for move in unclear.between[:5]]
        return mail_text("between", language, line=shown, moves=listed(moves).within(language))
    return mail_text("unclear", language, line=shown)
