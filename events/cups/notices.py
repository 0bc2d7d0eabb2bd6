"""Notices to the entrants of a cup: that it has begun, that it has ended.

Who is seated at once is told so by the table's match; see `events.notifications` for the rest.
"""

from collections.abc import Collection, Sequence

from django.utils import timezone

from events.leagues import cup as rules
from events.leagues.cup_log import AnyCupEvent, CupCancelled, CupEnded, Entrant, RoundPaired
from events.models import Cup, CupEntrant, Outbox
from events.work.publish import publish


def cup_notify(cup: Cup, state: rules.Cup, events: Sequence[AnyCupEvent]) -> None:
    """Notify the entrants of a cup of what these events begin or end.

    The end of a division is told by its league, once that knows what follows.
    """
    for event in events:
        match event:
            case RoundPaired(round=1):
                seated = {entrant for table in event.tables for entrant in table.entrants}
                entrants_notify(cup, state, Outbox.Kind.CUP_STARTED, but=seated)
            case CupCancelled() | CupEnded() if cup.league_id is None:
                entrants_notify(cup, state, Outbox.Kind.CUP_ENDED)


def entrants_notify(
    cup: Cup, state: rules.Cup, kind: Outbox.Kind, *, but: Collection[Entrant] = ()
) -> None:
    """Notify the entrants who have not left, each once."""
    rows = CupEntrant.objects.filter(cup=cup).exclude(number__in=state.left.union(but))
    players, now = list(rows.values_list("player_id", flat=True)), timezone.now()
    Outbox.objects.bulk_create(
        (
            Outbox(recipient_id=player, cup=cup, seq=cup.version, kind=kind, at=now)
            for player in players
        ),
        ignore_conflicts=True,
    )
    publish(*players)
