"""Bots' turns and waits for seeds are rows: lost messages and doubled workers change nothing."""

import socketserver
from collections.abc import Iterator
from datetime import timedelta
from threading import Thread
from typing import Any

import kombu.utils.functional
import pytest
from celery import Celery
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from msgspec.structs import replace

from events import tasks
from events.log.position import Position, position_at_head, position_cache
from events.log.read import Sights
from events.models import Due, LoggedEvent, Match, Player, Reliability, Seat
from events.play import bots
from events.play.bots import bots_play
from events.proof.log_check import chain_fault
from events.work import breaker, due, wake
from events.work.breaker import CircuitBreaker
from games.contract import Event, Sight
from tests.support.people import Person, open_match, play_to_the_end
from tests.support.races import at_once
from tests.support.services.databases import on_each_database
from tests.support.sizes import sized
from tests.support.sweeps import sweep_all
from tests.support.time_travel import travelling

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

SEATS = sized(3, 4)


def waiting_for_a_bot(creator: Person | None = None) -> Match:
    """A match in which a bot is to move and nobody has told it."""
    while True:
        match = open_match(creator or Person.guest(), 3, bots=2)["id"]
        if Due.objects.filter(match_id=match, kind=Due.Kind.BOT).exists():
            return Match.objects.get(id=match)


def test_a_sweep_plays_what_is_due_and_then_there_is_nothing_due() -> None:
    match = waiting_for_a_bot()
    assert sweep_all() >= 1
    after = Match.objects.get(id=match.id)
    assert after.version > match.version
    assert not Due.objects.filter(match=match).exists()
    bots_play(match.id)
    sweep_all()
    assert Match.objects.get(id=match.id).version == after.version


@on_each_database
def test_many_workers_at_once_play_a_bots_turn_once() -> None:
    match = waiting_for_a_bot()
    at_once([lambda: bots_play(match.id), tasks.sweep_bots] * 4)
    found = Match.objects.get(id=match.id)
    assert chain_fault(found) is None
    position = position_at_head(found)
    assert not set(position.game.active(position.state)) & position.bots
    assert LoggedEvent.objects.filter(match=found, cause__contains='"by":"bot"').exists()


def test_a_player_with_many_matches_delays_only_those() -> None:
    greedy = Person.guest()
    many = [waiting_for_a_bot(greedy).id for _ in range(3)]
    own = waiting_for_a_bot().id
    left = waiting_for_a_bot().id
    Seat.objects.filter(match=left, player__isnull=False).update(stand_in=True)
    order = [match for match in due.due_bots(most=10_000) if match in {*many, own, left}]
    assert order == [own, *many, left]
    Due.objects.filter(match__in=[*many, own, left]).update(kind=Due.Kind.IDLE)
    order = [match for match in due.due_matches(most=10_000) if match in {*many, own, left}]
    assert order == [own, *many, left]


def test_a_woken_worker_takes_the_match_that_comes_first() -> None:
    sweep_all()
    greedy = Person.guest()
    many = [waiting_for_a_bot(greedy).id for _ in range(3)]
    own = waiting_for_a_bot().id
    tasks.play_bots(many[0])
    waiting = Due.objects.filter(kind=Due.Kind.BOT).values_list("match_id", flat=True)
    assert set(waiting) & {*many, own} == {*many}


def test_a_bot_moves_the_same_whoever_lets_it() -> None:
    match = waiting_for_a_bot()
    played = []
    for _ in range(2):
        position_cache.clear()
        with transaction.atomic():
            bots_play(match.id)
            causes = LoggedEvent.objects.filter(match=match, cause__isnull=False)
            played.append(list(causes.order_by("seq").values_list("cause", flat=True)))
            transaction.set_rollback(True)
    assert played[0] == played[1]
    assert played[0]


def test_a_bot_thinks_while_its_match_is_free_and_moves_only_where_it_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = waiting_for_a_bot()
    in_transaction: list[bool] = []

    class Thinking(Sights):
        """Sights during whose first reading another worker plays the match."""

        def of(self, position: Position, seat: int) -> Sight[Any, Event]:
            in_transaction.append(connection.in_atomic_block)
            if len(in_transaction) == 1:
                bots_play(match.id)
            return super().of(position, seat)

    monkeypatch.setattr(bots, "Sights", Thinking)
    bots_play(match.id)
    assert not any(in_transaction)
    found = Match.objects.get(id=match.id)
    assert chain_fault(found) is None
    assert found.version > match.version
    assert not Due.objects.filter(match=match).exists()


def test_a_match_that_cannot_be_settled_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, sound = waiting_for_a_bot(), waiting_for_a_bot()

    def play(match_id: str, *, wait: bool) -> bool:
        if match_id == broken.id:
            raise RuntimeError("planted")
        return bots_play(match_id, wait=wait)

    monkeypatch.setattr(tasks, "bots_play", play)
    tasks.sweep_bots()
    assert Match.objects.get(id=sound.id).version > sound.version
    assert Due.objects.filter(match=broken).exists()
    monkeypatch.undo()
    Due.objects.filter(match=broken).update(at=timezone.now())
    tasks.sweep_bots()
    assert Match.objects.get(id=broken.id).version > broken.version


@pytest.mark.parametrize(("seen_ago", "wait"), [(0, 10 * 60), (3600, 24 * 3600)])
def test_the_wait_for_seeds_is_short_when_everybody_is_there(seen_ago: int, wait: int) -> None:
    with travelling() as sky:
        anna = Person.guest()
        match = open_match(anna, 2, seed_commitment="ab" * 32)["id"]
        Player.objects.filter(id=anna.player).update(seen_at=sky.now - timedelta(seconds=seen_ago))
        Person.guest().post(f"matches/{match}/join")
        due = Due.objects.get(match_id=match, kind=Due.Kind.SEEDS)
        assert (sky.now + timedelta(seconds=wait) - due.at) // timedelta(seconds=1) == 0


def test_whoever_does_not_reveal_in_time_contributes_nothing() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1, seed_commitment="ab" * 32)["id"]
    assert anna.match(match)["status"] == "open"
    tasks.sweep()
    assert anna.match(match)["status"] == "open"
    Due.objects.filter(match_id=match).update(at=timezone.now())
    tasks.sweep()
    shown = anna.match(match)
    assert shown["status"] == "running"
    assert [seat["contribution"] for seat in shown["seats"]] == ["withheld", "none"]
    late = anna.post(f"matches/{match}/seed", {"seed": ""})
    assert (late.status_code, late.json()["code"]) == (409, "seed_not_expected")


def test_a_process_that_starts_cold_comes_to_the_same_position() -> None:
    anna = Person.guest()
    match = open_match(anna, 4, bots=3)["id"]
    play_to_the_end(match, [anna])
    found = Match.objects.get(id=match)
    warm = position_at_head(found)
    position_cache.clear()
    assert position_at_head(found) == warm
    assert chain_fault(found) is None


def test_a_rolled_back_move_is_not_remembered() -> None:
    match = waiting_for_a_bot()
    before = position_at_head(match)
    with transaction.atomic():
        bots_play(match.id)
        transaction.set_rollback(True)
    assert position_at_head(Match.objects.get(id=match.id)) == before


def test_a_seed_that_comes_too_late_does_not_count_whether_or_not_a_sweep_has_been() -> None:
    anna = Person.guest()
    match = open_match(anna, 2, bots=1, seed_commitment="ab" * 32)["id"]
    assert anna.post(f"matches/{match}/seed", {"seed": "\n"}).status_code == 400
    Due.objects.filter(match_id=match).update(at=timezone.now())
    late = anna.post(f"matches/{match}/seed", {"seed": ""})
    assert (late.status_code, late.json()["code"]) == (409, "seed_not_expected")


def test_a_position_of_another_history_is_not_built_upon() -> None:
    match = waiting_for_a_bot()
    position = position_at_head(match)
    position_cache.put(match.id, replace(position, version=position.version - 1, head="0" * 64))
    assert position_at_head(match) == position


def test_a_long_row_of_bot_moves_is_played_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "BOT_MOVES_AT_ONCE", 1)
    anna = Person.guest()
    match = open_match(anna, SEATS, bots=SEATS - 1)["id"]
    play_to_the_end(match, [anna])
    assert chain_fault(Match.objects.get(id=match)) is None


def test_a_bot_is_hastened_and_how_players_kept_time_waits_for_the_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hastened: list[str] = []
    for wake_one in ("wake_worker", "wake_bots"):
        monkeypatch.setattr(due, wake_one, hastened.append)
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2)["id"]
    bruno.post(f"matches/{match}/join")
    play_to_the_end(match, [anna, bruno])
    tasks.sweep()
    assert hastened == []
    counted = Reliability.objects.filter(player_id__in=[anna.player, bruno.player])
    assert counted.count() == 2
    assert waiting_for_a_bot().id in hastened


class HangsUp(socketserver.TCPServer):
    """Accepts connections, counts them and closes them."""

    calls = 0

    def finish_request(self, request: Any, client_address: Any) -> None:
        self.calls += 1


@pytest.fixture
def broken_broker() -> Iterator[HangsUp]:
    with HangsUp(("127.0.0.1", 0), socketserver.BaseRequestHandler) as broker:
        thread = Thread(target=broker.serve_forever, args=(0.01,))
        thread.start()
        yield broker
        broker.shutdown()
        thread.join()


def test_a_broker_that_is_gone_holds_nobody_up(
    broken_broker: HangsUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake, "breaker", CircuitBreaker())
    monkeypatch.setattr(breaker, "PAUSE_SECONDS", float("inf"))
    app = Celery(
        broker=f"redis://127.0.0.1:{broken_broker.server_address[1]}/0", set_as_current=False
    )
    app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(wake, "current_app", app)
    slept: list[float] = []
    monkeypatch.setattr(kombu.utils.functional, "sleep", slept.append)
    for _ in range(20):
        wake.wake_worker("any")
    assert broken_broker.calls == 2, "one try and one more at once, then the sweep does it"
    assert slept == []
    assert wake.breaker.is_open


def test_whoever_asks_for_anything_has_been_seen() -> None:
    anna = Person.guest()
    now = timezone.now()
    Player.objects.filter(id=anna.player).update(seen_at=now - timedelta(hours=1))
    anna.get("games")
    assert Player.objects.get(id=anna.player).seen_at >= now
