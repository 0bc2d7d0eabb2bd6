"""What an answered mail does: one move, or nothing, and always an answer to who may have one."""

from datetime import timedelta
from enum import Enum
from functools import partial

import msgspec
from django.conf import settings
from django.utils import timezone

from events.commit import committed
from events.mail.addresses import Question, question_of, was_made_for
from events.mail.answers import answer_write
from events.mail.letterbox import Received
from events.mail.play import NotPlayed, move_play, standing_play, standing_stop, told_of
from events.mail.returned import return_note
from events.mail.sheet import moves_of
from events.mail.words import said
from events.models import Match, Player, Seat, TakenMail
from events.moves import question_open_to
from events.position import position_at_head
from events.rations import ration_use
from events.refusals import TooMany
from events.standing.kept import Until
from games.contract import AnyGame, Move
from games.registry import all_rulesets
from games.say import Said, Unclear, Withdrawn, understood
from games.words import listed

KEPT = timedelta(days=90)


class Fate(Enum):
    """What became of a mail."""

    ANSWERED = "answered"
    DROPPED = "dropped"
    """A machine wrote it, or it came before, or too many came: it is let go without a word."""
    STRANGE = "strange"
    """It is not from whom the address was given to; nobody is told but who sent it, by refusal."""


def reply_take(mail: Received) -> Fate:
    """Deal with a mail once, however often it comes; committed when this returns."""
    found = question_of(mail.recipient)
    if found is None:
        return Fate.STRANGE
    if mail.is_automatic:
        return_note(*found, mail.failure)
        return Fate.DROPPED
    question, proof = found
    player = _player_at(question)
    if player is None or not was_made_for(question, proof, player.id):
        return Fate.STRANGE
    if not player.email or mail.sender != player.email or not mail.is_authentic:
        return Fate.STRANGE
    return committed(partial(_taken, mail, question, player))


def replies_forget() -> None:
    """Forget mails that came so long ago that no server sends them once more."""
    TakenMail.objects.filter(at__lt=timezone.now() - KEPT).delete()


def _player_at(question: Question) -> Player | None:
    seats = Seat.objects.filter(match=question.match, number=question.seat)
    seat = seats.select_related("player").first()
    return seat.player if seat else None


def _taken(mail: Received, question: Question, player: Player) -> Fate:
    _, new = TakenMail.objects.get_or_create(digest=mail.digest, defaults={"at": timezone.now()})
    if not new:
        return Fate.DROPPED
    try:
        ration_use(player=player, kind="mail_replies", most=settings.MAIL_REPLIES_PER_DAY)
    except TooMany:
        return Fate.DROPPED  # two machines that answer each other end here
    try:
        note = _note(mail, question, player)
    except NotPlayed as refusal:
        key = "closed" if refusal.closed else "refused"
        note = said(key, player.locale, why=refusal.why)
    match = Match.objects.get(id=question.match)
    answer_write(player=player, match=match, note=note, answers=mail.message_id)
    return Fate.ANSWERED


def _note(mail: Received, question: Question, player: Player) -> str:
    """Do what the line says; what to answer."""
    language, match = player.locale, Match.objects.get(id=question.match)
    if not mail.line:
        return said("empty", language)
    position = position_at_head(match)
    open_now = question_open_to(position, question.seat)
    moves = moves_of(position, question.seat)
    meant = understood(position.game, moves, mail.line)
    if isinstance(meant, Withdrawn):
        standing_stop(player=player, match_id=match.id)
        return said("withdrawn", language)
    if isinstance(meant, Said) and meant.until is not None:
        return _stand(match, meant.move, meant.until, mail, question, player)
    if question.asked is None or question.asked != open_now:
        raise NotPlayed(said("closed", language), closed=True)
    if isinstance(meant, Unclear):
        return _unclear(position.game, meant, mail.line, language)
    return _play(match, meant.move, mail, question, player)


def _play(match: Match, move: Move, mail: Received, question: Question, player: Player) -> str:
    assert question.asked is not None
    accepted = move_play(
        player=player,
        match_id=question.match,
        move=msgspec.to_builtins(move),
        key=f"mail:{mail.digest}",
        asked=question.asked,
    )
    return told_of(accepted, match, move, player.locale)


def _stand(
    match: Match, move: Move, until: Until, mail: Received, question: Question, player: Player
) -> str:
    """What was answered with it at once, and whether it stands from now on."""
    accepted, stands = standing_play(
        player=player,
        match_id=question.match,
        move=msgspec.to_builtins(move),
        until=until,
        key=f"mail:{mail.digest}",
        asked=question.asked,
    )
    notes = [] if accepted is None else [told_of(accepted, match, move, player.locale)]
    if stands:
        game = all_rulesets()[match.ruleset]
        label = game.words.move(move).within(player.locale)
        key = "stands" if until == "changed" else "stands_turn"
        notes.append(said(key, player.locale, move=label))
    return " ".join(notes)


def _unclear(game: AnyGame, unclear: Unclear, line: str, language: str) -> str:
    shown = line if len(line) <= 80 else f"{line[:79]}…"
    if len(unclear.between) > 1:
        moves = [game.words.move(move).within(language) for move in unclear.between[:5]]
        return said("between", language, line=shown, moves=listed(moves).within(language))
    return said("unclear", language, line=shown)
