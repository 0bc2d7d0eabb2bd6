"""Invitations: a secret that lets its bearer into a match, told or mailed."""

import secrets
import uuid

from django.conf import settings
from django.utils import timezone

from events.access import invitation_digest
from events.addresses import normalised
from events.announce import announce
from events.bounces import has_bounced
from events.letters import letter_write
from events.mail.signed import mac, token
from events.mail.stopping import stranger_stop_url
from events.matches import seat_of
from events.models import Invitation, Match, Outbox, Player, Removed, Shunned
from events.rations import ration_use
from events.refusals import Conflict, Forbidden
from games.contract import Text
from games.registry import all_games

_SUBJECT = Text("{name} vous invite à jouer à {game}", "{name} invites you to play {game}")
_TEXT = Text(
    "{name} aimerait jouer avec vous à {game}.\n\n"
    "Pour prendre une place, ouvrez ce lien :\n{url}\n\n"
    "Il est secret : toute personne qui l’a peut prendre une place.\n\n"
    "-- \nNe plus recevoir d’invitations à cette adresse : {stop}\n",
    "{name} would like to play {game} with you.\n\n"
    "To take a seat, open this link:\n{url}\n\n"
    "It is a secret: whoever has it can take a seat.\n\n"
    "-- \nNo more invitations to this address: {stop}\n",
)


def invitation_create(*, match: Match, player: Player, email: str | None = None) -> str:
    """A new secret that lets its bearer join; anybody seated may invite.

    A player who has the address is told as they want to be, anybody else by one mail a match.
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
    stranger = address if address and invitee is None else ""
    is_new = bool(stranger) and not was_mailed(match.id, stranger) and not has_bounced(stranger)
    Invitation.objects.create(
        digest=invitation_digest(invite),
        match=match,
        inviter=player,
        invitee=invitee,
        mailed=_digest_of(stranger) if is_new else "",
        created_at=timezone.now(),
    )
    if is_new:
        _mail(match, player, invite, to=stranger)
    if invitee is not None:
        Removed.objects.filter(match=match, player=invitee).delete()
        _link_make(match, invitee, inviter=player)
        invitation_notify(match, [invitee], inviter=player)
    return invite


def invitation_withdraw(*, match: Match, player: Player) -> bool:
    """Nobody has asked this player by name to this table any more; whether somebody had."""
    Outbox.objects.filter(match=match, recipient=player, kind=Outbox.Kind.INVITED).delete()
    deleted, _ = Invitation.objects.filter(match=match, invitee=player).delete()
    return deleted > 0


def invitations_claim(player: Player) -> None:
    """What was mailed to an address before anybody had proved it is its player's from now on."""
    assert player.email
    mailed = Invitation.objects.filter(mailed=_digest_of(player.email), invitee=None)
    mailed.filter(match__status=Match.Status.OPEN).update(invitee=player)


def invitation_link(match_id: str, player: Player) -> str | None:
    """Where a player's own invitation to a match leads, if they have one; only for them to see."""
    secret = _own_secret(match_id, player)
    known = Invitation.objects.filter(digest=invitation_digest(secret)).exists()
    return f"{settings.PUBLIC_URL}/join/{match_id}#{secret}" if known else None


def was_mailed(match_id: str, address: str) -> bool:
    """Whether an invitation to a match came to this address by a mail of its own."""
    return Invitation.objects.filter(match=match_id, mailed=_digest_of(address)).exists()


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


def _link_make(match: Match, invitee: Player, *, inviter: Player) -> None:
    """Make a secret that can be told to the invitee later, without being kept until then."""
    Invitation.objects.get_or_create(
        digest=invitation_digest(_own_secret(match.id, invitee)),
        defaults={
            "match": match,
            "inviter": inviter,
            "invitee": invitee,
            "created_at": timezone.now(),
        },
    )


def _own_secret(match_id: str, player: Player) -> str:
    return token("invitation", uuid.UUID(match_id).bytes + uuid.UUID(player.id).bytes)


def _digest_of(address: str) -> str:
    return mac("invited", address.encode()).hex()


def _mail(match: Match, inviter: Player, invite: str, *, to: str) -> None:
    """To somebody of whom we know but an address, in the language of who knows them."""
    language, stop = inviter.locale, stranger_stop_url(to, inviter.locale)
    words = {
        "name": inviter.name,
        "game": all_games()[match.game].words.title.within(language),
        "url": invitation_url(match, invite),
        "stop": stop,
    }
    letter_write(
        to=to,
        subject=_SUBJECT.within(language).format(**words),
        text=_TEXT.within(language).format(**words),
        stop=stop,
    )


def _has_blocked(player: Player, other: Player) -> bool:
    blocks = Shunned.objects.filter(player=player, other=other, kind=Shunned.Kind.BLOCK)
    return blocks.exists()
