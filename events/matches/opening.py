"""Opening a match and starting it: seats, the players' seeds, the first events."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils import timezone
from msgspec import UNSET

from events.clocks.kinds import FAST, Clock, NoClock, clock_data, clock_of, clock_text
from events.database.statements import Statement, insert_write, write_all
from events.errors import Conflict, Forbidden, NotFound, Unprocessable
from events.log import fairness, receipts
from events.log.append import Draft, Recipient, append_write
from events.log.envelope import MatchStarted, SeatedPlayer, timestamp
from events.log.position import blank_position, position_at_head, position_cache, position_remember
from events.models import Due, Match, Outbox, Player, Seat, Secrets
from events.play.decide import Turn
from events.play.expiry import IDLE_FOR, has_expired, open_until
from events.play.turn_log import status_write, turn_log_write
from events.players.blocks import has_block_with
from events.players.quotas import bot_match_count, match_count, match_room_require
from events.projections.reliability import reliability_require
from events.seats.access import is_valid_invite, may_see, was_removed
from events.seats.rows import is_free, seat_player_id, seats_of
from events.work.due import due_clear_write, due_set, due_set_write
from events.work.publish import match_touch, match_touch_write
from games.bots import version_of
from games.codec import canonical, decode_options
from games.contract import BEST, STAND_IN, AnyGame, Level, table_options
from games.registry import all_games

SEEDS_WAIT = timedelta(hours=24)
SEEDS_WAIT_WHEN_PRESENT = timedelta(minutes=10)
PRESENT = timedelta(minutes=5)

_TAKE_SEAT = Statement(
    (("player_id", "text"), ("joined_at", "timestamptz"), ("commitment", "text"), ("id", "bigint")),
    each="UPDATE events_seat SET player_id = %s, joined_at = %s, seed_commitment = %s,"
    " kept_for_id = NULL WHERE id = %s",
    together="UPDATE events_seat s SET player_id = r.player_id, joined_at = r.joined_at,"
    " seed_commitment = r.commitment, kept_for_id = NULL FROM {rows} WHERE s.id = r.id",
)


def match_create(
    *,
    creator: Player,
    game: str,
    seats: int,
    options: object,
    visibility: str,
    bots: Sequence[Level] = (),
    seed_commitment: str | None = None,
    clock: Clock = FAST,
    minimum_reliability: int | None = None,
    rated: bool = True,
) -> list[Seat]:
    """Open a match with its creator in seat 0 and bots of these levels in the last seats.

    It starts at once if no seat is free and no seed is awaited. Returns its seats.
    """
    rules = all_games().get(game)
    if rules is None:
        raise NotFound("game_not_found")
    fitting = table_options(rules, seats, decode_options(rules, options))
    if len(bots) >= seats:
        raise Unprocessable("too_many_bots")
    match_room_require(creator)
    match_count(creator, with_bots=bool(bots))
    levels = [*[None] * (seats - len(bots)), *bots]
    places = [Seat(number=number, level=level) for number, level in enumerate(levels)]
    places[0].player, places[0].joined_at = creator, timezone.now()
    places[0].seed_commitment = seed_commitment
    match = match_insert(
        creator,
        rules,
        fitting,
        visibility,
        clock,
        places,
        minimum_reliability=minimum_reliability,
        rated=rated,
    )
    return start_if_complete(match, places)


def match_join(
    *, seats: list[Seat], player: Player, invite: str | None, seed_commitment: str | None
) -> list[Seat]:
    """Seat a player in an open match that the caller has locked with its seats; returns these.

    The player gets the seat reserved for them, or else the first free one that is not reserved.
    """
    if not seats:
        raise NotFound("match_not_found")
    match = seats[0].match
    if any(seat.player_id == player.id for seat in seats):
        raise Conflict("already_seated")
    if not (may_see(match, player) or is_valid_invite(match, invite)):
        raise NotFound("match_not_found")
    if match.status != Match.Status.OPEN or has_expired(match):
        raise Conflict("match_not_open")
    if was_removed(match, player, invite):
        raise Forbidden("was_removed")
    match_room_require(player)
    reliability_require(match, player, invite)
    if has_block_with(player, [seat.player_id for seat in seats if seat.player_id]):
        raise Forbidden("not_welcome")
    free = [seat for seat in seats if is_free(seat) and seat.kept_for_id in (player.id, None)]
    if not free:
        raise Conflict("match_full")
    if seed_commitment and any(seat.seed for seat in seats):
        raise Conflict("seeds_already_revealed")  # a seed could be chosen to fit those
    seat = next((seat for seat in free if seat.kept_for_id), free[0])
    seat.player, seat.joined_at, seat.seed_commitment = player, timezone.now(), seed_commitment
    seat.kept_for = None
    taken = _TAKE_SEAT.of([(player.id, seat.joined_at, seed_commitment, seat.id)])
    write_all([taken, match_touch_write(match)])
    return start_if_complete(match, seats)


def match_start(*, match: Match, player: Player, bots: bool | Sequence[Level]) -> Match:
    """Start without waiting, as the creator: bots take the free seats, reserved ones too.

    `bots` has the level of each in the order of the seats, or is True for the best.
    """
    if match.creator_id != player.id:
        raise Forbidden("not_creator")
    if match.status != Match.Status.OPEN or has_expired(match):
        raise Conflict("match_not_open")
    if not bots:
        raise Unprocessable("bots_not_wanted")
    bot_match_count(player)
    seats = seats_of(match)
    empty = list(filter(is_free, seats))
    if not empty:
        raise Conflict("no_empty_seat")
    levels = [BEST] * len(empty) if bots is True else list(bots)
    if len(levels) != len(empty):
        raise Unprocessable("one_level_for_each_seat")
    for seat, level in zip(empty, levels, strict=True):
        seat.level, seat.kept_for = level, None
        seat.save(update_fields=["level", "kept_for"])
    match_touch(match)
    start_if_complete(match, seats)
    return match


def seed_reveal(*, match: Match, player: Player, seed: str) -> dict[str, Any]:
    """Store a player's seed, or its waiver if empty; returns a signed receipt."""
    seats = seats_of(match)
    seat = next((seat for seat in seats if seat.player_id == player.id), None)
    if seat is None:
        raise Forbidden("not_seated")
    if match.status != Match.Status.OPEN or seat.seed_commitment is None:
        raise Conflict("seed_not_expected")
    if any(map(is_free, seats)):
        raise Conflict("seed_not_expected")
    if seat.seed is not None:
        raise Conflict("seed_already_revealed")
    if Due.objects.filter(match=match, kind=Due.Kind.SEEDS, at__lte=timezone.now()).exists():
        raise Conflict("seed_not_expected")  # too late, even if no sweep has run since
    revealed = bytes.fromhex(seed)
    if revealed and fairness.client_commitment(revealed).hex() != seat.seed_commitment:
        raise Unprocessable("seed_mismatch")
    seat.seed = seed
    seat.save(update_fields=["seed"])
    match_touch(match)
    start_if_complete(match, seats)
    return receipts.seed_receipt_json(match, seat.number, seed)


def seeds_settle(match: Match) -> None:
    """Start the match after the wait for seeds; a seed not revealed contributes nothing."""
    seats = seats_of(match)
    if match.status == Match.Status.OPEN and not any(map(is_free, seats)):
        _start(match)


def seat_of(match: Match, player: Player | None) -> Seat | None:
    """Return the player's seat in a match, if any."""
    return Seat.objects.filter(match=match, player=player).first() if player else None


def seats_owing_seeds(seats: Iterable[Seat]) -> list[int]:
    """Return the seats that have committed to a seed and not revealed it."""
    return [seat.number for seat in seats if seat.seed_commitment and seat.seed is None]


def match_insert(
    creator: Player,
    game: AnyGame,
    options: Any,
    visibility: str,
    clock: Clock,
    seats: Sequence[Seat],
    *,
    minimum_reliability: int | None = None,
    rated: bool = True,
    rematch_of: Match | None = None,
    ends_at: datetime | None = None,
) -> Match:
    """Create an open match with these new seats."""
    match = Match(
        game=game.key,
        ruleset=game.ruleset,
        options=canonical(options).decode(),
        visibility=visibility,
        creator=creator,
        created_at=timezone.now(),
        clock=clock_text(clock),
        minimum_reliability=minimum_reliability,
        rated=rated,
        rematch_of=rematch_of,
        ends_at=ends_at,
    )
    server_seed = secrets.token_bytes(fairness.SEED_BYTES)
    commitment = fairness.commitment(match.id, match.ruleset, server_seed)
    match.commitment = commitment.hex()
    match.head = fairness.first_head(match.id, match.ruleset, commitment).hex()
    for seat in seats:
        seat.match = match
    write_all(
        [
            insert_write(match),
            insert_write(Secrets(match=match, server_seed=server_seed.hex())),
            insert_write(*seats),
            due_set_write(match, Due.Kind.OPEN, open_until(match)),
        ]
    )
    position_remember(match, blank_position(match, server_seed))
    return match


def start_if_complete(match: Match, seats: list[Seat]) -> list[Seat]:
    """Start the match, or wait for seeds, if none of its seats is free; returns the seats."""
    if any(map(is_free, seats)):
        return seats
    if not seats_owing_seeds(seats):
        return _start(match)
    if not Due.objects.filter(match=match, kind=Due.Kind.SEEDS).exists():
        due_set(match, Due.Kind.SEEDS, timezone.now() + _seeds_wait(match))
    return seats


def _seeds_wait(match: Match) -> timedelta:
    """Return how long to wait for seeds: short if all players who committed were seen recently."""
    committed = Seat.objects.filter(match=match, seed_commitment__isnull=False)
    absent = committed.filter(player__seen_at__lt=timezone.now() - PRESENT)
    return SEEDS_WAIT if absent.exists() else SEEDS_WAIT_WHEN_PRESENT


def _start(match: Match) -> list[Seat]:
    seats = seats_of(match)  # read again: calendars as they are now, under the match's lock
    match.status, match.started_at = Match.Status.RUNNING, timezone.now()
    write_all([status_write(match), due_clear_write(match, Due.Kind.SEEDS, Due.Kind.OPEN)])
    options, clock = msgspec.json.decode(match.options), clock_of(match.clock)
    position = position_at_head(match)
    started = MatchStarted(
        options=options,
        clock=clock_data(clock),
        seats=tuple(
            SeatedPlayer(seat.number, seat_player_id(seat), "bot", seat.level)
            if seat.level
            else SeatedPlayer(seat.number, seat_player_id(seat), "human")
            for seat in seats
        ),
        seed_commitments=tuple(seat.seed_commitment for seat in seats),
        seeds=tuple(seat.seed or "" for seat in seats),
        bot_version=version_of(position.game),
        ends_at=timestamp(match.ends_at) if match.ends_at else UNSET,
        stand_in=STAND_IN,
    )
    notices = [Recipient(seat.number, Outbox.Kind.STARTED) for seat in seats if seat.player_id]
    first = append_write(match, position, [Draft(started)], at=match.started_at, notices=notices)
    if match.ends_at:
        due_set(match, Due.Kind.LAST, match.ends_at)
    if isinstance(clock, NoClock):
        due_set(match, Due.Kind.IDLE, match.started_at + IDLE_FOR)
    play = Turn(first.position, {})
    play.set_up(len(seats), decode_options(first.position.game, options))
    play.follow()
    deal = turn_log_write(match, first.position, play, seats=seats)
    write_all([*first.writes, *deal.writes])
    position_cache.put(match.id, deal.position)  # the response shows it before the commit
    return seats
