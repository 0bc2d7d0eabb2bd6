"""Access to matches: a private match is visible to seated, expected and invited players only,
to the circle that it was opened to, and once it is over to whoever was given its share link."""

import hmac
import uuid
from collections.abc import Iterable
from hashlib import sha256

from events.database.queries import PreparedQuery
from events.errors import Conflict, NotFound
from events.mail.tokens import mac
from events.models import CircleTable, Invitation, Match, Player, RemovedPlayer, Seat
from games.contract import SPECTATOR, Viewer

_MATCH = PreparedQuery(Match, "id = %s")
_SEAT_OF = PreparedQuery(Seat, "match_id = %s AND player_id = %s")
_REMOVED = PreparedQuery(RemovedPlayer, "match_id = %s AND player_id = %s")
_SEATED_OR_EXPECTED = PreparedQuery(Seat, "match_id = %s AND (player_id = %s OR kept_for_id = %s)")


def may_see(match: Match, player: Player | None) -> bool:
    """Whether a player may see a match without the secret of an invitation."""
    if match.visibility != Match.Visibility.PRIVATE:
        return True
    if player is None:
        return False
    if _SEATED_OR_EXPECTED.first(match.id, player.id, player.id) is not None:
        return True
    return was_invited(match, player) or is_open_to_circle_of(match, player)


def is_open_to_circle_of(match: Match, player: Player) -> bool:
    """Whether the match was opened to a circle that the player is in now."""
    return CircleTable.objects.filter(match=match, circle__members__player=player).exists()


def was_invited(match: Match, player: Player) -> bool:
    """Whether an invitation to the match names this player."""
    return Invitation.objects.filter(match=match, invitee=player).exists()


def was_removed(match: Match, player: Player, invite: str | None) -> bool:
    """Whether the creator freed the player's seat, and the player was not invited again since.

    An invitation to the player's address counts (it deletes the row), and so does `invite`, if it
    is the secret of a later invitation by the creator.
    """
    removed = _REMOVED.first(match.id, player.id)
    if removed is None or not invite:
        return removed is not None
    since = Invitation.objects.filter(
        match=match, inviter=match.creator_id, created_at__gt=removed.at
    )
    return not since.filter(digest=invitation_digest(invite)).exists()


def inviters_of(player: Player, matches: Iterable[Match]) -> dict[str, Player]:
    """Return for each match the latest inviter who named this player, or else the creator."""
    inviters = {match.id: match.creator for match in matches}
    named = Invitation.objects.filter(invitee=player, match__in=inviters)
    for invitation in named.select_related("inviter").order_by("created_at"):
        if invitation.inviter is not None:
            inviters[invitation.match_id] = invitation.inviter
    return inviters


def is_valid_invite(match: Match, invite: str | None) -> bool:
    """Whether `invite` is the secret of an invitation to the match."""
    if not invite:
        return False
    return Invitation.objects.filter(digest=invitation_digest(invite), match=match).exists()


def invitation_digest(invite: str) -> str:
    """Return the digest under which the secret of an invitation is stored."""
    return sha256(invite.encode()).hexdigest()


def match_get_visible(match_id: str, player: Player | None) -> Match:
    """Return a match that the player may see; raises NotFound otherwise."""
    match = _MATCH.first(match_id)
    if match is None or not may_see(match, player):
        raise NotFound("match_not_found")
    return match


def match_get_for_viewer(
    match_id: str,
    player: Player | None,
    *,
    invite: str | None = None,
    share: str | None = None,
) -> tuple[Match, Viewer]:
    """Return a match that the player may see, and their viewer; raises NotFound otherwise.

    Until it starts, a bearer of an invitation's secret may see it too, as they could join; later
    they are told by Conflict that they come too late. Once it is over, a bearer of its share link
    may see it.
    """
    match = _MATCH.first(match_id)
    if match is None:
        raise NotFound("match_not_found")
    if not (may_see(match, player) or _is_valid_share(match, share)):
        _require_still_invited(match, invite)
    return match, viewer_of(match, player)


def _require_still_invited(match: Match, invite: str | None) -> None:
    if not is_valid_invite(match, invite):
        raise NotFound("match_not_found")
    if match.status != Match.Status.OPEN:
        raise Conflict("match_not_open")


def share_secret(match: Match) -> str:
    """Return the secret of a match's share link, which is computed again instead of stored."""
    return mac("share", uuid.UUID(match.id).bytes).hex()


def _is_valid_share(match: Match, share: str | None) -> bool:
    if not share or match.status not in Match.OVER:
        return False
    return hmac.compare_digest(share.encode(), share_secret(match).encode())


def viewer_of(match: Match, player: Player | None) -> Viewer:
    """Return the seat that a player views the match from, or SPECTATOR."""
    if player is None:
        return SPECTATOR
    seat = _SEAT_OF.first(match.id, player.id)
    return SPECTATOR if seat is None else seat.number
