"""Invitations: a secret that lets its bearer into a match, told or mailed."""

import secrets

from django.conf import settings
from django.utils import timezone

from events.access import invitation_digest
from events.addresses import normalised
from events.announce import announce
from events.bounces import has_bounced
from events.letters import letter_write
from events.matches import seat_of
from events.models import Invitation, Match, Outbox, Player, Shunned
from events.rations import ration_use
from events.refusals import Conflict, Forbidden
from games.contract import Text
from games.registry import all_games

_SUBJECT = Text("{name} vous invite à jouer à {game}", "{name} invites you to play {game}")
_TEXT = Text(
    "{name} aimerait jouer avec vous à {game}.\n\n"
    "Pour prendre une place, ouvrez ce lien :\n{url}\n\n"
    "Il est secret : toute personne qui l’a peut prendre une place.\n",
    "{name} would like to play {game} with you.\n\n"
    "To take a seat, open this link:\n{url}\n\n"
    "It is a secret: whoever has it can take a seat.\n",
)


def invitation_create(*, match: Match, player: Player, email: str | None = None) -> str:
    """A new secret that lets its bearer join; anybody seated may invite.

    Whether the address is a player's, and what that player thinks of it, makes no difference that
    the inviter could see.
    """
    if seat_of(match, player) is None:
        raise Forbidden("not_seated")
    if match.status != Match.Status.OPEN:
        raise Conflict("match_not_open")
    ration_use(player=player, kind="invitation", most=settings.INVITATIONS_PER_DAY)
    invite = secrets.token_urlsafe(24)
    address = normalised(email) if email else None
    if address:
        ration_use(player=player, kind="mail", most=settings.MAILS_PER_DAY)
    invitee = Player.objects.filter(email=address, left_at=None).first() if address else None
    Invitation.objects.create(
        digest=invitation_digest(invite),
        match=match,
        inviter=player,
        invitee=invitee,
        created_at=timezone.now(),
    )
    if invitee is not None and _has_blocked(invitee, player):
        return invite
    if address and not has_bounced(address):
        _mail(match, player, invite, to=address, language=(invitee or player).locale)
    if invitee is not None:
        invitation_notify(match, [invitee], inviter=player)
    return invite


def invitation_url(match: Match, invite: str) -> str:
    """Where an invitation leads; what follows the # is not sent to any server."""
    return f"{settings.PUBLIC_URL}/join/{match.id}#{invite}"


def invitation_notify(match: Match, players: list[Player], *, inviter: Player) -> None:
    """Tell people that they are asked to a table, each once, and none who blocked the inviter."""
    now = timezone.now()
    told = [player for player in players if not _has_blocked(player, inviter)]
    Outbox.objects.bulk_create(
        [
            Outbox(recipient=player, match=match, seq=0, kind=Outbox.Kind.INVITED, at=now)
            for player in told
        ],
        ignore_conflicts=True,
    )
    announce(*(player.id for player in told))


def _mail(match: Match, inviter: Player, invite: str, *, to: str, language: str) -> None:
    words = {
        "name": inviter.name,
        "game": all_games()[match.game].words.title.within(language),
        "url": invitation_url(match, invite),
    }
    letter_write(
        to=to,
        subject=_SUBJECT.within(language).format(**words),
        text=_TEXT.within(language).format(**words),
    )


def _has_blocked(player: Player, other: Player) -> bool:
    blocks = Shunned.objects.filter(player=player, other=other, kind=Shunned.Kind.BLOCK)
    return blocks.exists()
