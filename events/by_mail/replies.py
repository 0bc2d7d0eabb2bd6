"""Processes mails to reply addresses: each plays at most one move of its player."""

from datetime import timedelta
from enum import Enum
from functools import partial
from hashlib import sha256

import msgspec
from django.conf import settings
from django.utils import timezone

from events.by_mail.acknowledge import acknowledgement_enqueue
from events.by_mail.bounce_reports import bounce_report_take
from events.by_mail.commands import command_of, wants_receipt
from events.by_mail.inbox import IncomingMail
from events.by_mail.question import Question, question_of_mail
from events.by_mail.submit import NotPlayed, move_play, move_text, standing_play, standing_stop
from events.database.transactions import run_in_transaction
from events.errors import TooMany
from events.log.position import Position, position_at_head
from events.mail.reply_address import ReplyAddress, was_made_for
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
    """Sent by a program, a duplicate, or over the daily quota: no answer is sent."""
    STRANGE = "strange"
    """Not from the player for whom the address was made: refused, and no player is notified."""


def reply_take(mail: IncomingMail, address: ReplyAddress, player: Player) -> ReplyResult:
    """Process a mail to the address of a player, once; committed when this returns."""
    if mail.is_automatic:
        bounce_report_take(player, mail.failure())
        return ReplyResult.DROPPED
    if not player.email or mail.sender != player.email or not mail.is_authentic:
        return ReplyResult.STRANGE
    return run_in_transaction(partial(_process, mail, address, player))


def player_at(address: ReplyAddress) -> Player | None:
    """Return the player that the address of a seat was made for, or None."""
    if address.seat is None:
        return None
    seats = Seat.objects.filter(match=address.match, number=address.seat)
    seat = seats.select_related("player").first()
    if seat is None or seat.player is None or not was_made_for(address, seat.player.id):
        return None
    return seat.player


def is_first(digest: str) -> bool:
    """Record a mail, or what happens once only; False if it was recorded before."""
    _, new = ReceivedMail.objects.get_or_create(digest=digest, defaults={"at": timezone.now()})
    return new


def is_first_automatic(match: str, sender: str) -> bool:
    """Whether no mail of this sender about a match seemed automatic before; records that one did.

    Such a mail is answered once, as a person may have written it, and no more, as two programs may
    be answering each other.
    """
    return is_first(sha256(f"seems automatic {match} {sender}".encode()).hexdigest())


def replies_delete_expired() -> None:
    """Delete the records of mails so old that no server delivers them again."""
    ReceivedMail.objects.filter(at__lt=timezone.now() - RETENTION).delete()


def _process(mail: IncomingMail, address: ReplyAddress, player: Player) -> ReplyResult:
    """Execute an authentic mail, unless it is a duplicate or over the quota, and answer it."""
    if not is_first(mail.digest):
        return ReplyResult.DROPPED
    try:
        quota_use(player=player, kind="mail_replies", most=settings.MAIL_REPLIES_PER_DAY)
    except TooMany:
        return ReplyResult.DROPPED  # ends a loop of two programs that answer each other
    match = Match.objects.get(id=address.match)
    is_done, note = False, ""
    try:
        is_done, note = _execute(mail, match, address, player)
    except NotPlayed as refusal:
        key = "closed" if refusal.closed else "refused"
        note = mail_text(key, player.locale, why=refusal.why)
    if not is_done and mail.seems_automatic:
        if not is_first_automatic(match.id, mail.sender):
            return ReplyResult.DROPPED
        note = mail_text("seems_automatic", player.locale)
    acknowledgement_enqueue(player=player, match=match, note=note, answers=mail.message_id)
    return ReplyResult.ANSWERED


def _execute(
    mail: IncomingMail, match: Match, address: ReplyAddress, player: Player
) -> tuple[bool, str]:
    """Execute the mail's command; return whether it was done, and what to tell its sender.

    Nothing is told of a move that was played, unless a receipt is wanted.
    """
    language = player.locale
    lines = [] if mail.has_long_headers else mail.first_lines()
    if not lines:
        return False, mail_text("too_long" if mail.is_cut else "empty", language)
    position = position_at_head(match)
    line = command_of(position.game, lines)
    line, is_wanted = wants_receipt(line)
    if is_wanted and not line:
        return True, mail_text("receipt", language)
    question = question_of_mail(mail, address, position)
    meant = line_parse(position.game, moves_of(position, question.seat), line)
    if isinstance(meant, Withdrawn):
        standing_stop(player=player, match_id=match.id)
        return True, mail_text("withdrawn", language)
    if isinstance(meant, Said) and meant.until is not None:
        return True, _set_standing(match, meant.move, meant.until, mail, question, player)
    _require_open(question, position, language)
    if isinstance(meant, Unclear):
        return False, _unclear_text(position.game, meant, line, language)
    played = _play(match, meant.move, mail, question, player)
    return True, played if is_wanted or mail.wants_receipt else ""


def _require_open(question: Question, position: Position, language: str) -> None:
    open_now = question_open_to(position, question.seat)
    if open_now is not None and question.is_unknown:
        raise NotPlayed(mail_text("which", language))
    if question.asked is None or question.asked != open_now:
        raise NotPlayed(mail_text("closed", language), closed=True)


def _play(match: Match, move: Move, mail: IncomingMail, question: Question, player: Player) -> str:
    assert question.asked is not None
    accepted = move_play(
        player=player,
        match_id=match.id,
        move=msgspec.to_builtins(move),
        key=f"mail:{mail.digest}",
        asked=question.asked,
    )
    return move_text(accepted, move, player.locale)


def _set_standing(
    match: Match, move: Move, until: Until, mail: IncomingMail, question: Question, player: Player
) -> str:
    """Set a standing answer; return a text on what was played at once and whether it stands."""
    accepted, stands = standing_play(
        player=player,
        match_id=match.id,
        move=msgspec.to_builtins(move),
        until=until,
        key=f"mail:{mail.digest}",
        asked=question.asked,
    )
    notes = [] if accepted is None else [move_text(accepted, move, player.locale)]
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
