"""The share link of a finished match: a private one is shown to whoever has it."""

from django.conf import settings

from events.errors import Forbidden
from events.log.read import require_over
from events.matches.opening import seat_of
from events.models import Match, Player
from events.seats.access import share_secret


def share_link(*, match: Match, player: Player) -> dict[str, str]:
    """Return the secret of the link and the link; each player of the match may give it away."""
    if seat_of(match, player) is None:
        raise Forbidden("not_seated")
    require_over(match)
    secret = share_secret(match)
    return {"share": secret, "url": f"{settings.PUBLIC_URL}/matches/{match.id}/replay#{secret}"}
