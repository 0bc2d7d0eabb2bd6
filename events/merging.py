"""A guest whose address belongs to an account: everything of theirs becomes the account's.

The log keeps the id that the guest had when a match began, so who sits where is asked of the seats'
rows and never of the log.
"""

from typing import Any

import msgspec
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from msgspec.structs import replace

from events.clocks.calendar import NOTHING, calendar_of, calendar_text, joined
from events.clocks.reliability import reliability_recount
from events.clocks.vacation import deadlines_recount
from events.models import Match, Player, Seat, Shunned
from events.profile import choices_of
from events.refusals import Conflict
from events.standings import standings_merge
from games.contract import Text


def guest_merge(*, guest: Player, into: Player) -> None:
    """Hand all rows of a guest over to an account, or refuse and change nothing.

    Where both have what only one may have, the account's stays.
    """
    matches = _lock(guest, into)
    both = Seat.objects.filter(player=guest, match__seats__player=into).order_by("match_id").first()
    if both is not None:
        text = _both_seated(both.match_id)
        raise Conflict("already_seated", text=text, match=both.match_id)
    standings_merge(guest=guest, into=into)
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel):
            _hand_over(relation.related_model, relation.field.name, guest, into)
    Shunned.objects.filter(player=F("other")).delete()
    Seat.objects.filter(kept_for=into, match__seats__player=into).update(kept_for=None)
    _join_calendars(guest, into, matches)
    reliability_recount(into.id)
    Player.objects.filter(id=guest.id).update(name="", left_at=timezone.now(), calendar="")


def _both_seated(match: str) -> Text:
    return Text(
        f"L’invité et votre compte ont chacun une place dans la partie {match}. Si elle n’a pas "
        "commencé, quittez-la avec l’un des deux ; sinon identifiez-vous sans le jeton de "
        "l’invité, qui reste alors à part.",
        f"The guest and your account each have a seat in the match {match}. If it has not begun, "
        "leave it with one of the two; otherwise sign in without the guest's token, and the guest "
        "stays separate.",
    )


def _lock(guest: Player, account: Player) -> list[str]:
    """First the matches and then the people, as moves do, so that none waits in a circle."""
    own = Q(player=guest) | Q(player=account, deadline__isnull=False)
    seated = Seat.objects.filter(own).values("match")
    matches = Match.objects.select_for_update().filter(id__in=seated).order_by("id")
    locked = list(matches.values_list("id", flat=True))
    both = Player.objects.select_for_update().filter(id__in=[guest.id, account.id])
    list(both.order_by("id").values("id"))
    return locked


def _join_calendars(guest: Player, account: Player, matches: list[str]) -> None:
    """Time off counts in all matches from now on, and the vacation of both is used up by both."""
    theirs = calendar_of(Player.objects.get(id=guest.id).calendar)
    if theirs == NOTHING:
        return
    account.refresh_from_db()
    account.calendar = calendar_text(joined(calendar_of(account.calendar), theirs))
    choices = choices_of(account)
    if choices.vacation is None:
        days = choices_of(guest).vacation
        account.choices = msgspec.json.encode(replace(choices, vacation=days)).decode()
    account.save(update_fields=["calendar", "choices"])
    deadlines_recount(account, matches, timezone.now())


def _hand_over(model: type[models.Model], name: str, guest: Player, account: Player) -> None:
    rows: models.QuerySet[Any] = model._default_manager.filter(**{name: guest})
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and name in constraint.fields:
            rest = {field: OuterRef(field) for field in constraint.fields if field != name}
            same = model._default_manager.filter(**{name: account}, **rest)
            rows.filter(Exists(same)).delete()
    rows.update(**{name: account})
