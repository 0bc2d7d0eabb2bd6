"""Opening a match and getting it going: seats, everybody's seeds, the start."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from events import fairness, signing
from events.access import invited, knows_of, was_removed
from events.announce import match_touched, match_touching
from events.append import Draft, Notice, appending
from events.clocks.endings import IDLE_FOR, has_expired, open_until
from events.clocks.kinds import FAST, Clock, NoClock, clock_data, clock_of, clock_text
from events.clocks.reliability import reliability_require
from events.due import due_clearing, due_set, due_setting
from events.models import Due, Match, Outbox, Player, Seat, Secrets
from events.moves import play_logging, status_writing
from events.play import Play
from events.position import before_the_log, position_at_head, position_keep
from events.rations import match_room_require
from events.record import MatchStarted, SeatedPlayer
from events.refusals import Conflict, Forbidden, Impossible, Unknown
from events.seating import seats_of
from events.shunning import is_estranged
from events.writes import Statement, creation, send
from games.codec import canonical, decode_options
from games.contract import AnyGame, table_options
from games.registry import all_games

SEEDS_WAIT = timedelta(hours=24)
SEEDS_WAIT_WHEN_PRESENT = timedelta(minutes=10)
PRESENT = timedelta(minutes=5)

_SIT = Statement(
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
    bots: int = 0,
    seed_commitment: str | None = None,
    clock: Clock = FAST,
    minimum_reliability: int | None = None,
) -> list[Seat]:
    """The seats of an open match, its creator in seat 0 and bots in the last seats; it may start at
    once."""
    rules = all_games().get(game)
    if rules is None:
        raise Unknown("game_not_found")
    fitting = table_options(rules, seats, decode_options(rules, options))
    if bots >= seats:
        raise Impossible("too_many_bots")
    match_room_require(creator)
    places = [Seat(number=number, bot=number >= seats - bots) for number in range(seats)]
    places[0].player, places[0].joined_at = creator, timezone.now()
    places[0].seed_commitment = seed_commitment
    match = match_opened(
        creator, rules, fitting, visibility, clock, places, minimum_reliability=minimum_reliability
    )
    return start_if_complete(match, places)


def match_join(
    *, seats: list[Seat], player: Player, invite: str | None, seed_commitment: str | None
) -> list[Seat]:
    """Take the seat kept for this player, or else the first that is kept for nobody, of an open
    match whose table the caller has locked; the seats then."""
    if not seats:
        raise Unknown("match_not_found")
    match = seats[0].match
    if any(seat.player_id == player.id for seat in seats):
        raise Conflict("already_seated")
    if not (knows_of(match, player) or invited(match, invite)):
        raise Unknown("match_not_found")
    if match.status != Match.Status.OPEN or has_expired(match):
        raise Conflict("match_not_open")
    if was_removed(match, player, invite):
        raise Forbidden("was_removed")
    match_room_require(player)
    reliability_require(match, player, invite)
    if is_estranged(player, [seat.player_id for seat in seats if seat.player_id]):
        raise Forbidden("not_welcome")
    free = [seat for seat in seats if is_free(seat) and seat.kept_for_id in (player.id, None)]
    if not free:
        raise Conflict("match_full")
    if seed_commitment and any(seat.seed for seat in seats):
        raise Conflict("seeds_already_revealed")  # it could have been chosen to fit those
    seat = next((seat for seat in free if seat.kept_for_id), free[0])
    seat.player, seat.joined_at, seat.seed_commitment = player, timezone.now(), seed_commitment
    seat.kept_for = None
    taken = _SIT.of([(player.id, seat.joined_at, seed_commitment, seat.id)])
    send([taken, match_touching(match)])
    return start_if_complete(match, seats)


def match_start(*, match: Match, player: Player, bots: bool) -> Match:
    """The creator stops waiting: bots take the empty seats, also those kept for somebody."""
    if match.creator_id != player.id:
        raise Forbidden("not_creator")
    if match.status != Match.Status.OPEN or has_expired(match):
        raise Conflict("match_not_open")
    if not bots:
        raise Impossible("bots_not_wanted")
    empty = Seat.objects.filter(match=match, player=None, bot=False)
    if not empty.update(bot=True, kept_for=None):
        raise Conflict("no_empty_seat")
    match_touched(match)
    start_if_complete(match, seats_of(match))
    return match


def seed_reveal(*, match: Match, player: Player, seed: str) -> dict[str, Any]:
    """Take a seat's seed, or its waiver when empty, and answer with a signed receipt."""
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
        raise Conflict("seed_not_expected")  # too late, whether or not a sweep has been
    revealed = bytes.fromhex(seed)
    if revealed and fairness.client_commitment(revealed).hex() != seat.seed_commitment:
        raise Impossible("seed_mismatch")
    seat.seed = seed
    seat.save(update_fields=["seed"])
    message = fairness.seed_message(match.id, seat.number, revealed)
    receipt = {"seat": seat.number, "seed": seed} | signing.signed(message)
    match_touched(match)
    start_if_complete(match, seats)
    return receipt


def seeds_settle(match: Match) -> None:
    """The wait for seeds is over: who has not revealed contributes nothing."""
    seats = seats_of(match)
    if match.status == Match.Status.OPEN and not any(map(is_free, seats)):
        _begin(match)


def seat_of(match: Match, player: Player | None) -> Seat | None:
    """Where a player sits in a match."""
    return Seat.objects.filter(match=match, player=player).first() if player else None


def seats_owing_seeds(seats: Iterable[Seat]) -> list[int]:
    """The seats that have committed to a seed and not revealed it."""
    return [seat.number for seat in seats if seat.seed_commitment and seat.seed is None]


def match_opened(
    creator: Player,
    game: AnyGame,
    options: Any,
    visibility: str,
    clock: Clock,
    seats: Sequence[Seat],
    *,
    minimum_reliability: int | None = None,
    rematch_of: Match | None = None,
) -> Match:
    """An open match with these new seats."""
    match = Match(
        game=game.key,
        ruleset=game.ruleset,
        options=canonical(options).decode(),
        visibility=visibility,
        creator=creator,
        created_at=timezone.now(),
        clock=clock_text(clock),
        minimum_reliability=minimum_reliability,
        rematch_of=rematch_of,
    )
    server_seed = secrets.token_bytes(fairness.SEED_BYTES)
    commitment = fairness.commitment(match.id, match.ruleset, server_seed)
    match.commitment = commitment.hex()
    match.head = fairness.first_head(match.id, match.ruleset, commitment).hex()
    for seat in seats:
        seat.match = match
    send(
        [
            creation(match),
            creation(Secrets(match=match, server_seed=server_seed.hex())),
            creation(*seats),
            due_setting(match, Due.Kind.OPEN, open_until(match)),
        ]
    )
    position_keep(match, before_the_log(match, server_seed))
    return match


def is_free(seat: Seat) -> bool:
    """Whether nobody sits there yet."""
    return seat.player_id is None and not seat.bot


def start_if_complete(match: Match, seats: list[Seat]) -> list[Seat]:
    """Begin, or wait for seeds, once nobody is missing in these seats of the match; they then."""
    if any(map(is_free, seats)):
        return seats
    if not seats_owing_seeds(seats):
        return _begin(match)
    if not Due.objects.filter(match=match, kind=Due.Kind.SEEDS).exists():
        due_set(match, Due.Kind.SEEDS, timezone.now() + _seeds_wait(match))
    return seats


def _seeds_wait(match: Match) -> timedelta:
    """Short if everybody who has committed was here a moment ago."""
    committed = Seat.objects.filter(match=match, seed_commitment__isnull=False)
    absent = committed.filter(player__seen_at__lt=timezone.now() - PRESENT)
    return SEEDS_WAIT if absent.exists() else SEEDS_WAIT_WHEN_PRESENT


def _begin(match: Match) -> list[Seat]:
    seats = seats_of(match)  # with everybody's calendar as it is now, under the match's lock
    match.status, match.started_at = Match.Status.RUNNING, timezone.now()
    send([status_writing(match), due_clearing(match, Due.Kind.SEEDS, Due.Kind.OPEN)])
    options, clock = msgspec.json.decode(match.options), clock_of(match.clock)
    started = MatchStarted(
        options=options,
        clock=clock_data(clock),
        seats=tuple(
            SeatedPlayer(seat.number, seat_player_id(seat), "bot" if seat.bot else "human")
            for seat in seats
        ),
        seed_commitments=tuple(seat.seed_commitment for seat in seats),
        seeds=tuple(seat.seed or "" for seat in seats),
    )
    notices = [Notice(seat.number, Outbox.Kind.STARTED) for seat in seats if seat.player_id]
    first = appending(
        match, position_at_head(match), [Draft(started)], at=match.started_at, notices=notices
    )
    if isinstance(clock, NoClock):
        due_set(match, Due.Kind.IDLE, match.started_at + IDLE_FOR)
    play = Play(first.position, {})
    play.set_up(len(seats), decode_options(first.position.game, options))
    play.follow()
    deal = play_logging(match, first.position, play, seats=seats)
    send([*first.writes, *deal.writes])
    return seats


def seat_player_id(seat: Seat) -> str:
    """Who sits there, for the log: a player's opaque id, or the bot of that seat."""
    return seat.player_id or f"bot-{seat.number}"
