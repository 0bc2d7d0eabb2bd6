"""A guest whose address belongs to an account: everything of theirs becomes the account's.

The log keeps the id that the guest had when a match began, so who sits where is asked of the seats'
rows and never of the log.
"""

from typing import Any

from django.db import models
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from events.models import Match, Player, Seat, Shunned
from events.refusals import Conflict
from events.standings import standings_merge


def guest_merge(*, guest: Player, into: Player) -> None:
    """Hand all rows of a guest over to an account, or refuse and change nothing.

    Where both have what only one may have, the account's stays.
    """
    _lock(guest, into)
    if Seat.objects.filter(player=guest, match__seats__player=into).exists():
        raise Conflict("already_seated")
    standings_merge(guest=guest, into=into)
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel):
            _hand_over(relation.related_model, relation.field.name, guest, into)
    Shunned.objects.filter(player=F("other")).delete()
    Seat.objects.filter(kept_for=into, match__seats__player=into).update(kept_for=None)
    Player.objects.filter(id=guest.id).update(name="", left_at=timezone.now())


def _lock(guest: Player, account: Player) -> None:
    """First the matches and then the people, as moves do, so that none waits in a circle."""
    seated = Seat.objects.filter(player=guest).values("match")
    list(Match.objects.select_for_update().filter(id__in=seated).order_by("id").values("id"))
    both = Player.objects.select_for_update().filter(id__in=[guest.id, account.id])
    list(both.order_by("id").values("id"))


def _hand_over(model: type[models.Model], name: str, guest: Player, account: Player) -> None:
    rows: models.QuerySet[Any] = model._default_manager.filter(**{name: guest})
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and name in constraint.fields:
            rest = {field: OuterRef(field) for field in constraint.fields if field != name}
            same = model._default_manager.filter(**{name: account}, **rest)
            rows.filter(Exists(same)).delete()
    rows.update(**{name: account})
