"""Invitations: a secret that lets its bearer into a match, returned to the inviter or mailed."""

import secrets
import uuid

from django.conf import settings
from django.utils import timezone

from events.errors import Conflict, Forbidden
from events.mail.address import address_normalise
from events.mail.bounces import has_bounced
from events.mail.consent import Kind, is_stopped, mail_count
from events.mail.queue import mail_enqueue
from events.mail.reply_address import invitee_digest
from events.mail.tokens import address_stop_url, token
from events.matches.opening import seat_of
from events.models import Block, Invitation, Match, Outbox, Player, RemovedPlayer
from events.players.quotas import quota_use
from events.seats.access import invitation_digest
from events.work.publish import publish
from games.contract import Text
from games.registry import all_games

_SUBJECT = Text("{name} vous invite à jouer à {game}", "{name} invites you to play {game}")
_TEXT = Text(
    "{name} aimerait jouer avec vous à {game}.\n\n"
    "Pour prendre une place, ouvrez ce lien :\n{url}\n\n"
    "Il est secret : toute personne qui l’a peut prendre une place.\n\n{hint}"
    "-- \nNe plus recevoir d’invitations à cette adresse : {stop}\n",
    "{name} would like to play {game} with you.\n\n"
    "To take a seat, open this link:\n{url}\n\n"
    "It is a secret: whoever has it can take a seat.\n\n{hint}"
    "-- \nNo more invitations to this address: {stop}\n",
)


MAIL_HINT = Text(
    "Ou répondez « oui » à ce courriel pour accepter, « non » pour refuser.",
    "Or answer this mail with “yes” to accept, or with “no”.",
)


def invitation_create(*, match: Match, player: Player, email: str | None = None) -> str:
    """Create and return a secret that lets its bearer join; every seated player may invite.

    Only a player with an address may invite another: if it is a player's, that player is notified
    by their preferences, otherwise one mail per match is sent to it; neither more often a day than
    the settings allow for all inviters together. The inviter cannot tell whether the address is a
    player's, whether that player has blocked them, nor whether a mail was sent.
    """
    if seat_of(match, player) is None:
        raise Forbidden("not_seated")
    if email and player.email is None:
        raise Forbidden("address_required")
    if match.status != Match.Status.OPEN:
        raise Conflict("match_not_open")
    quota_use(player=player, kind="invitation", most=settings.INVITATIONS_PER_DAY)
    invite = secrets.token_urlsafe(24)
    address = address_normalise(email) if email else None
    if address:
        quota_use(player=player, kind="mail", most=settings.MAILS_PER_DAY)
    invitee = Player.objects.filter(email=address, left_at=None).first() if address else None
    stranger = address if address and invitee is None else ""
    is_new = bool(stranger) and _may_mail(match, stranger)
    Invitation.objects.create(
        digest=invitation_digest(invite),
        match=match,
        inviter=player,
        invitee=invitee,
        mailed=invitee_digest(stranger) if is_new else "",
        created_at=timezone.now(),
    )
    if is_new:
        _invitation_mail(match, player, invite, to=stranger)
    if invitee is not None:
        RemovedPlayer.objects.filter(match=match, player=invitee).delete()
        _own_invitation_create(match, invitee, inviter=player)
        if may_be_mailed(invitee):
            invitation_notify(match, [invitee], inviter=player)
    return invite


def invitation_withdraw(*, match: Match, player: Player) -> bool:
    """Delete invitations that name this player, and their notice; returns whether any did."""
    Outbox.objects.filter(match=match, recipient=player, kind=Outbox.Kind.INVITED).delete()
    deleted, _ = Invitation.objects.filter(match=match, invitee=player).delete()
    return deleted > 0


def invitations_claim(player: Player) -> None:
    """Assign invitations mailed to an unknown address to the player who has now proved it."""
    assert player.email
    mailed = Invitation.objects.filter(mailed=invitee_digest(player.email), invitee=None)
    mailed.filter(match__status=Match.Status.OPEN).update(invitee=player)


def invitation_link(match_id: str, player: Player) -> str | None:
    """Return the link of a player's own invitation to a match, if any; for that player alone."""
    secret = _own_secret(match_id, player)
    known = Invitation.objects.filter(digest=invitation_digest(secret)).exists()
    return f"{settings.PUBLIC_URL}/join/{match_id}#{secret}" if known else None


def was_mailed(match_id: str, address: str) -> bool:
    """Whether an invitation to the match was mailed to this address while it was no player's."""
    return Invitation.objects.filter(match=match_id, mailed=invitee_digest(address)).exists()


def invitation_url(match: Match, invite: str) -> str:
    """Return the link of an invitation; browsers send the part after # to no server."""
    return f"{settings.PUBLIC_URL}/join/{match.id}#{invite}"


def invitation_notify(match: Match, players: list[Player], *, inviter: Player) -> None:
    """Notify players of an invitation, each once, except those who muted or blocked the inviter:
    a notice names the inviter, and a name can be used to say something."""
    now = timezone.now()
    unheard = Block.objects.filter(player__in=players, other=inviter)
    unwilling = set(unheard.values_list("player_id", flat=True))
    recipients = [player for player in players if player.id not in unwilling]
    Outbox.objects.bulk_create(
        [
            Outbox(recipient=player, match=match, seq=0, kind=Outbox.Kind.INVITED, at=now)
            for player in recipients
        ],
        ignore_conflicts=True,
    )
    publish(*(player.id for player in recipients))


def _own_invitation_create(match: Match, invitee: Player, *, inviter: Player) -> None:
    """Create an invitation whose secret is computed again when needed, instead of stored."""
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


def _may_mail(match: Match, stranger: str) -> bool:
    """Whether to mail an invitation to an address that is no player's; counts the mail."""
    if was_mailed(match.id, stranger) or has_bounced(stranger):
        return False
    return not is_stopped(stranger, Kind.INVITATION) and _count_mail(stranger)


def may_be_mailed(invitee: Player) -> bool:
    """Whether a player may be sent one more invitation today; counts it. A guest gets no mail."""
    return invitee.email is None or _count_mail(invitee.email)


def _count_mail(address: str) -> bool:
    return mail_count(address, Kind.INVITATION, most=settings.INVITATIONS_PER_ADDRESS)


def _invitation_mail(match: Match, inviter: Player, invite: str, *, to: str) -> None:
    """Mail an invitation to an address that is no player's, in the inviter's language."""
    language, stop = inviter.locale, address_stop_url(Kind.INVITATION, to, inviter.locale)
    words = {
        "name": inviter.name,
        "game": all_games()[match.game].words.title.within(language),
        "url": invitation_url(match, invite),
        "stop": stop,
    }
    hint = f"{MAIL_HINT.within(language)}\n\n" if settings.MAIL_IS_READ else ""
    mail_enqueue(
        to=to,
        invited_to=match,
        subject=_SUBJECT.within(language).format(**words),
        text=_TEXT.within(language).format(**words, hint=hint),
        stop=stop,
    )
