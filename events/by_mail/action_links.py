"""Play links in mails: show what a link offers, and play it."""

from typing import Any

import msgspec
from msgspec import Struct

from events.by_mail.acknowledge import acknowledgement_enqueue
from events.by_mail.submit import NotPlayed, move_play, move_text
from events.log.position import position_at_head
from events.mail.tokens import PlayLink, link_is_spent, link_spend, play_link
from events.models import Match, Player, Seat
from events.notifications.email.words import mail_text
from events.play.moves import question_open_to
from events.selectors.match import open_choices
from events.selectors.recap import names_at
from games.codec import canonical, decode_move, legal_moves
from games.words import listed


class Offer(Struct, frozen=True):
    """What a link offers to play: one move, or one of several.

    It shows nothing else of the match, as anyone who has the link can read it.
    """

    player: Player
    url: str
    title: str
    others: str
    moves: tuple[tuple[str, str], ...]
    """Pairs of a move's JSON and its label; none if the link can no longer be used."""
    why_not: str = ""

    @property
    def language(self) -> str:
        return self.player.locale


def offer_of(token: str) -> Offer | None:
    """Return what a token offers now, or None if it was not signed here or its player has left."""
    link = play_link(token)
    found = _parties(link) if link else None
    if link is None or found is None:
        return None
    match, player, seat = found
    position = position_at_head(match)
    why_not = _why_not(token, link, player)
    if not why_not and question_open_to(position, seat) != link.asked:
        why_not = mail_text("closed", player.locale)
    names = [name for number, name in enumerate(names_at(match)) if number != seat]
    game = position.game
    moves = () if why_not else _moves(link, match, seat)
    return Offer(
        player=player,
        url=f"/matches/{match.id}",
        title=game.words.title.within(player.locale),
        others=listed(names).within(player.locale),
        moves=tuple(
            (
                canonical(move).decode(),
                game.words.move(decode_move(game, move)).within(player.locale),
            )
            for move in moves
        ),
        why_not=why_not,
    )


def offer_take(token: str, sent: str) -> str:
    """Play the move that a link offers, or the `sent` one of several; return the text to show.

    Runs in the caller's transaction, which NotPlayed must roll back. An acknowledgement is queued
    that asks the next question, if there is one.
    """
    link = play_link(token)
    found = _parties(link) if link else None
    if link is None or found is None:
        raise NotPlayed(mail_text("no_link", "en"))
    match, player, seat = found
    if why_not := _why_not(token, link, player):
        raise NotPlayed(why_not)
    link_spend(token)
    move = link.move
    if link.entry is not None:
        offered = {canonical(one).decode(): one for one in _moves(link, match, seat)}
        if sent not in offered:
            raise NotPlayed(mail_text("closed", player.locale), closed=True)
        move = offered[sent]
    key = f"link:{token[-40:]}"
    accepted = move_play(player=player, match_id=match.id, move=move, key=key, asked=link.asked)
    played, language = decode_move(accepted.position.game, move), player.locale
    done = move_text(accepted, played, language)
    if player.email is None:
        return done
    acknowledgement_enqueue(player=player, match=match, note="", answers="")
    return f"{done} {mail_text('mailed', language)}"


def _parties(link: PlayLink) -> tuple[Match, Player, int] | None:
    seats = Seat.objects.select_related("match", "player")
    seat = seats.filter(match=link.match, player=link.player).first()
    if seat is None or seat.player is None or seat.player.left_at is not None:
        return None
    return seat.match, seat.player, seat.number


def _why_not(token: str, link: PlayLink, player: Player) -> str:
    if link_is_spent(token):
        return mail_text("used", player.locale)
    return mail_text("expired", player.locale) if link.is_past else ""


def _moves(link: PlayLink, match: Match, seat: int) -> list[dict[str, Any]]:
    if link.entry is None:
        return [link.move]
    position = position_at_head(match)
    choices = open_choices(position, seat)
    if not 0 <= link.entry < len(choices) or choices[link.entry].type != link.move["type"]:
        return []
    return [msgspec.to_builtins(m) for m in legal_moves(position.game, (choices[link.entry],))]
