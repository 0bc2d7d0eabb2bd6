"""Who may know of a match: of a private one only who sits there or was asked to."""

from hashlib import sha256

from events.models import Invitation, Match, Player, Seat
from events.rows import Rows

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


def invited(match: Match, invite: str | None) -> bool:
    """Whether this is the secret of an invitation to that match."""
    if not invite:
        return False
    return Invitation.objects.filter(digest=invitation_digest(invite), match=match).exists()


def invitation_digest(invite: str) -> str:
    """What is kept of an invitation's secret."""
    return sha256(invite.encode()).hexdigest()
