"""Merge a guest into the account that their e-mail address belongs to.

The log keeps the id that the guest had when a match began, so the current player of a seat is read
from the seat's row, never from the log.
"""

from typing import Any

import msgspec
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from msgspec.structs import replace

from events.circles.friends import friendships_tidy
from events.clocks.calendar import EMPTY_CALENDAR, calendar_of, calendar_text, calendars_merge
from events.errors import Conflict
from events.models import Block, OAuthGrant, Player, Seat
from events.oauth.apps import grants_delete
from events.play.vacation import deadlines_recount
from events.players.profile import preferences_of
from events.projections.reliability import reliability_recount
from events.projections.results import results_merge
from events.seats.locks import matches_lock, players_lock
from games.contract import Text


def guest_merge(*, guest: Player, into: Player) -> None:
    """Transfer all rows of a guest to an account, or raise Conflict and change nothing.

    Where a unique constraint allows only one of two rows, the account's row stays. Apps that the
    guest has authorised are not authorised for the account, which was never asked.
    """
    matches = _lock(guest, into)
    both = Seat.objects.filter(player=guest, match__seats__player=into).order_by("match_id").first()
    if both is not None:
        text = _both_seated(both.match_id)
        raise Conflict("already_seated", text=text, match=both.match_id)
    results_merge(guest=guest, into=into)
    grants_delete(OAuthGrant.objects.filter(player=guest))
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel):
            _transfer(relation.related_model, relation.field.name, guest, into)
    Block.objects.filter(player=F("other")).delete()
    friendships_tidy(into)
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
    """Lock the matches and then the players, in the order of moves, to avoid deadlock."""
    own = Q(player=guest) | Q(player=account, deadline__isnull=False)
    seated = Seat.objects.filter(own).values("match")
    locked = matches_lock(seated)
    players_lock([guest.id, account.id])
    return locked


def _join_calendars(guest: Player, account: Player, matches: list[str]) -> None:
    """Merge both calendars into the account's.

    All time off counts in all matches from now on, and so do the vacation hours used by either.
    """
    theirs = calendar_of(Player.objects.get(id=guest.id).calendar)
    if theirs == EMPTY_CALENDAR:
        return
    account.refresh_from_db()
    account.calendar = calendar_text(calendars_merge(calendar_of(account.calendar), theirs))
    choices = preferences_of(account)
    if choices.vacation is None:
        days = preferences_of(guest).vacation
        account.choices = msgspec.json.encode(replace(choices, vacation=days)).decode()
    account.save(update_fields=["calendar", "choices"])
    deadlines_recount(account, matches, timezone.now())


def _transfer(model: type[models.Model], name: str, guest: Player, account: Player) -> None:
    rows: models.QuerySet[Any] = model._default_manager.filter(**{name: guest})
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and name in constraint.fields:
            rest = {field: OuterRef(field) for field in constraint.fields if field != name}
            same = model._default_manager.filter(**{name: account}, **rest)
            rows.filter(Exists(same)).delete()
    rows.update(**{name: account})
