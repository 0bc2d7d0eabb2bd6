"""A circle's cup: opened, joined, left, started and called off."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from django.conf import settings
from django.utils import timezone

from events.cups.log import cup_append, cup_state
from events.errors import Conflict, Forbidden, NotFound, Unprocessable
from events.leagues import decide
from events.leagues.cup_log import CupOpened
from events.models import Circle, CircleMember, Cup, CupEntrant, Player
from events.players.names import name_require_no_link
from events.players.quotas import quota_use
from events.seats.locks import circle_lock, cup_lock
from games.codec import decode_options
from games.contract import table_options
from games.registry import all_games

ROUND_MOST = timedelta(days=28)
CUPS_IN_A_CIRCLE = 5
"""How many cups of a circle may be under way."""

ClockPreset = Literal["blitz", "fast", "slow"]


def cup_open(
    *,
    player: Player,
    circle: Circle,
    name: str,
    game: str,
    seats: int,
    sizes: tuple[int, ...],
    rounds: int,
    places: int,
    starts_at: datetime,
    ends_at: datetime,
    rolling: bool,
    options: dict[str, Any],
    clock: ClockPreset,
) -> Cup:
    """Open a cup for a circle that the player is in."""
    account_require(player)
    name_require_no_link(name)
    require_sizes(game, seats, sizes, options)
    if not rolling and (ends_at - starts_at) / rounds > ROUND_MOST:
        raise Unprocessable("round_too_long")
    quota_use(player=player, kind="cup", most=settings.CUPS_PER_DAY)
    circle_lock(circle.id)  # so that concurrent requests count each other's cups
    under_way = Cup.objects.filter(circle=circle, due_at__isnull=False)
    if under_way.count() >= CUPS_IN_A_CIRCLE:
        raise Conflict("too_many_cups")
    opened = CupOpened(
        game=game,
        sizes=sizes,
        seats=seats,
        rounds=rounds,
        starts_at=starts_at.isoformat(),
        ends_at=ends_at.isoformat(),
        places=places,
        rolling=rolling,
        options=options,
        clock=clock,
    )
    return cup_create(Cup(name=name, organiser=player, circle=circle), opened)


def cup_create(cup: Cup, opened: CupOpened) -> Cup:
    """Create a cup with the first event of its log."""
    cup.game = opened.game
    cup.starts_at, cup.ends_at = map(datetime.fromisoformat, (opened.starts_at, opened.ends_at))
    cup.created_at = timezone.now()
    cup.save(force_insert=True)
    cup_append(cup, [opened])
    return cup


def cup_get(cup_id: str, player: Player | None) -> Cup:
    """Return a cup that the player may see: a league's, or one of their circles or with them;
    raises NotFound otherwise."""
    found = Cup.objects.filter(id=cup_id).select_related("organiser", "circle", "league").first()
    if found is None or not may_see_cup(found, player):
        raise NotFound("cup_not_found")
    return found


def may_see_cup(cup: Cup, player: Player | None) -> bool:
    """Whether a player may see a cup and its tables."""
    if cup.league_id is not None:
        return True
    if player is None:
        return False
    if CupEntrant.objects.filter(cup=cup, player=player).exists():
        return True
    return is_of_circle(cup, player) or cup.organiser_id == player.id


def is_of_circle(cup: Cup, player: Player) -> bool:
    """Whether a player is in the circle of a cup now."""
    return CircleMember.objects.filter(circle=cup.circle_id, player=player).exists()


def cup_join(*, cup_id: str, player: Player) -> Cup:
    """Enter a cup of one's circle, at the end of its waiting list if it is full."""
    cup_get(cup_id, player)
    account_require(player)
    quota_use(player=player, kind="cup_entry", most=settings.CUP_ENTRIES_PER_DAY)
    cup = cup_lock(cup_id)
    if not is_of_circle(cup, player):
        raise NotFound("cup_not_found")
    entrant_add(cup, player)
    return cup


def entrant_add(cup: Cup, player: Player) -> None:
    """Enter a player in a cup locked by the caller; each player enters a cup once."""
    if CupEntrant.objects.filter(cup=cup, player=player).exists():
        raise Conflict("already_entered")
    event = decide.join(cup_state(cup))
    CupEntrant.objects.create(cup=cup, number=event.entrant, player=player)
    cup_append(cup, [event])


def cup_leave(*, cup_id: str, player: Player) -> Cup:
    """Leave a cup: bots play on at the player's tables, and no other table begins."""
    cup_get(cup_id, player)
    cup = cup_lock(cup_id)
    own = CupEntrant.objects.filter(cup=cup, player=player, left=False).first()
    if own is None or cup.due_at is None:
        raise Conflict("not_entered")
    cup_append(cup, decide.leave(cup_state(cup), own.number))
    cup_look_now(cup)
    return cup


def cup_start(*, cup_id: str, player: Player) -> Cup:
    """Start a cup before its time, as its organiser."""
    cup = _lock_as_organiser(cup_id, player)
    cup_append(cup, decide.start(cup_state(cup), timezone.now()))
    return cup


def cup_cancel(*, cup_id: str, player: Player) -> None:
    """Call off a cup that has not begun, as its organiser."""
    cup = _lock_as_organiser(cup_id, player)
    cup_append(cup, decide.cancel(cup_state(cup)))


def cups_leave_all(*, player: Player) -> None:
    """Leave every cup; the player's matches have been left before."""
    own = CupEntrant.objects.filter(player=player, left=False, cup__due_at__isnull=False)
    for cup_id, number in list(own.order_by("cup_id").values_list("cup_id", "number")):
        cup = cup_lock(cup_id)
        cup_append(cup, decide.leave(cup_state(cup), number))


def cup_look_now(cup: Cup) -> None:
    """Have the next sweep look at a cup."""
    Cup.objects.filter(id=cup.id, due_at__isnull=False).update(due_at=timezone.now())


def account_require(player: Player) -> None:
    """Refuse a guest: results of competitions belong to accounts."""
    if player.guest:
        raise Forbidden("account_required")


def require_sizes(
    game: str, seats: int, sizes: tuple[int, ...], options: Mapping[str, Any] = {}
) -> None:
    """Refuse a game that does not exist, and tables that it does not have."""
    rules = all_games().get(game)
    if rules is None:
        raise NotFound("game_not_found")
    if seats not in sizes or not set(sizes) <= set(rules.seats):
        raise Unprocessable("no_such_size")
    for size in sizes:
        table_options(rules, size, decode_options(rules, options))


def _lock_as_organiser(cup_id: str, player: Player) -> Cup:
    if cup_get(cup_id, player).organiser_id != player.id:
        raise Forbidden("not_organiser")
    return cup_lock(cup_id)
