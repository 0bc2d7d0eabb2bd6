"""Replies to invitations: a yes takes a seat, a no withdraws the invitation."""

import re
import unicodedata
from functools import partial

from django.conf import settings
from django.db import transaction
from msgspec import Struct

from events.by_mail.inbox import IncomingMail
from events.by_mail.replies import ReplyResult, is_first, is_first_automatic
from events.database.transactions import run_in_transaction
from events.errors import DomainError
from events.mail.consent import Kind, mail_count
from events.mail.queue import mail_enqueue
from events.mail.reply_address import ReplyAddress, invitee_digest, was_made_for
from events.matches.invitations import (
    invitation_withdraw,
    invitations_claim,
)
from events.matches.opening import match_join
from events.models import Invitation, Match, Player
from events.notifications.email.words import mail_text
from events.players.identity import player_create
from events.seats.locks import match_lock, table_lock
from events.seats.rows import is_free
from games.registry import all_games

_YES = frozenset(
    ("oui", "yes", "ok", "okay", "accepte", "accept", "volontiers", "d accord", "avec plaisir")
)
_NO = frozenset(("non", "no", "refuse", "decline"))
_SMALL = (
    "bonjour",
    "bonsoir",
    "salut",
    "hello",
    "hi",
    "merci",
    "thanks",
    "thank",
    "you",
    "je",
    "j",
    "i",
)


class Invitee(Struct, frozen=True):
    """The person whom an invitation was mailed to, and its match."""

    match: str
    digest: str
    """Keyed digest of the address, if it belonged to no player; empty otherwise."""
    player: Player | None
    language: str
    """Of the invitation."""


def invitee_of(address: ReplyAddress) -> Invitee | None:
    """Return the invitee for whom the address of an invitation was made, or None."""
    found = Invitation.objects.filter(match=address.match).select_related("invitee", "inviter")
    for row in found:
        player, inviter = row.invitee, row.inviter
        language = player.locale if player else inviter.locale if inviter else "en"
        if row.mailed and was_made_for(address, row.mailed):
            return Invitee(address.match, row.mailed, player, language)
        if player and was_made_for(address, player.id):
            return Invitee(address.match, "", player, language)
    return None


def invitation_reply_take(mail: IncomingMail, invitee: Invitee) -> ReplyResult:
    """Process a reply to an invitation, once; committed when this returns."""
    if mail.is_automatic:
        return ReplyResult.DROPPED
    known = invitee.player.email if invitee.player else mail.sender
    is_theirs = not invitee.digest or invitee_digest(mail.sender) == invitee.digest
    if not mail.sender or mail.sender != known or not is_theirs or not mail.is_authentic:
        return ReplyResult.STRANGE
    return run_in_transaction(partial(_process, mail, invitee))


def _process(mail: IncomingMail, invitee: Invitee) -> ReplyResult:
    if not is_first(mail.digest):
        return ReplyResult.DROPPED
    means_yes = _meaning([] if mail.has_long_headers else mail.first_lines())
    if (
        means_yes is None
        and mail.seems_automatic
        and not is_first_automatic(invitee.match, mail.sender)
    ):
        return ReplyResult.DROPPED
    match = match_lock(invitee.match)  # before the count, as for the invitation itself
    if not mail_count(mail.sender, Kind.INVITATION, most=2 * settings.INVITATIONS_PER_ADDRESS):
        return ReplyResult.DROPPED  # ends a loop of two programs that answer each other
    if means_yes is None:
        said = mail_text("yes_or_no", invitee.language)
    elif means_yes:
        said = _accept(match, mail.sender, invitee)
    else:
        said = _decline(match, invitee)
    title = all_games()[match.game].words.title.within(invitee.language)
    url = f"{settings.PUBLIC_URL}/matches/{match.id}"
    mail_enqueue(to=mail.sender, subject=f"Re: {title}", text=f"{said}\n\n{url}\n")
    return ReplyResult.ANSWERED


def _meaning(lines: list[str]) -> bool | None:
    """Return whether a mail's first line, or the one below a greeting, says yes or no."""
    for line in lines:
        plain = unicodedata.normalize("NFKD", line.casefold())
        words = [word for word in re.findall("[a-z]+", plain) if word not in _SMALL]
        for meaning, said in ((True, _YES), (False, _NO)):
            if " ".join(words) in said:
                return meaning
        if words:
            return None
    return None


def _accept(match: Match, address: str, invitee: Invitee) -> str:
    """Seat the invitee; an address that has no account gets one, as it is proved."""
    player, language = invitee.player, invitee.language
    try:
        with transaction.atomic():
            if player is None:
                known = Player.objects.filter(email=address, left_at=None).first()
                player = known or player_create(locale=language, email=address)
                invitations_claim(player)
            seats = match_join(
                seats=table_lock(match.id), player=player, invite=None, seed_commitment=None
            )
    except DomainError as refusal:
        return mail_text("not_joined", language, why=refusal.text.within(language))
    free = sum(map(is_free, seats))
    return mail_text("joined_waiting" if free else "joined", language, count=free)


def _decline(match: Match, invitee: Invitee) -> str:
    if invitee.player is not None:
        invitation_withdraw(match=match, player=invitee.player)
    else:
        Invitation.objects.filter(match=match, mailed=invitee.digest).delete()
    return mail_text("declined", invitee.language)
