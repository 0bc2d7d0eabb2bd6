"""Who may know of a match: of a private one only who sits there or was asked to."""

from collections.abc import Iterable
from hashlib import sha256

from events.models import Invitation, Match, Player, Removed, Seat
from events.rows import Rows

_REMOVED = Rows(Removed, "match_id = %s AND player_id = %s")
_AT_THE_TABLE = Rows(Seat, "match_id = %s AND (player_id = %s OR kept_for_id = %s)")


def knows_of(match: Match, player: Player | None) -> bool:
    """Whether somebody may know of a match by who they are, that is without a secret."""
    if match.visibility != Match.Visibility.PRIVATE:
        return True
    if player is None:
        return False
    if _AT_THE_TABLE.first(match.id, player.id, player.id) is not None:
        return True
    return was_invited(match, player)


def was_invited(match: Match, player: Player) -> bool:
    """Whether an invitation to that match was mailed to somebody."""
    return Invitation.objects.filter(match=match, invitee=player).exists()


def was_removed(match: Match, player: Player, invite: str | None) -> bool:
    """Whether somebody's seat there was freed by the creator, and nobody has invited them since:
    by their address, or the creator by this secret."""
    removed = _REMOVED.first(match.id, player.id)
    if removed is None or not invite:
        return removed is not None
    since = Invitation.objects.filter(
        match=match, inviter=match.creator_id, created_at__gt=removed.at
    )
    return not since.filter(digest=invitation_digest(invite)).exists()


def inviters_of(player: Player, matches: Iterable[Match]) -> dict[str, Player]:
    """For each match that somebody was asked to by whom: by the latest who named them, or else by
    who made the table."""
    inviters = {match.id: match.creator for match in matches}
    named = Invitation.objects.filter(invitee=player, match__in=inviters)
    for invitation in named.select_related("inviter").order_by("created_at"):
        if invitation.inviter is not None:
            inviters[invitation.match_id] = invitation.inviter
    return inviters


def invited(match: Match, invite: str | None) -> bool:
    """Whether this is the secret of an invitation to that match."""
    if not invite:
        return False
    return Invitation.objects.filter(digest=invitation_digest(invite), match=match).exists()


def invitation_digest(invite: str) -> str:
    """What is kept of an invitation's secret."""
    return sha256(invite.encode()).hexdigest()
