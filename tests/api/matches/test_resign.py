"""A seat that is gone: its bot plays on, its player looks on, and the ranking says who stayed."""

from typing import Any

import pytest

from events.log.position import position_at_head, position_cache
from events.models import Due, LoggedEvent, Match, Outbox, SealedAnswer, Seat
from games.chance import FastChance
from games.contract import SPECTATOR
from games.registry import all_games
from tests.proofs.both import proved
from tests.proofs.second_verifier import verified
from tests.support.lasting_games import lasting_games
from tests.support.people import (
    Person,
    first_choice,
    full_table,
    open_match,
    play_at_random,
    play_to_the_end,
)
from tests.support.sweeps import sweep_all

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

FADING = [key for key, game in all_games().items() if any(kind.fades for kind in game.events)]


def resign(person: Person, match: str) -> dict[str, Any]:
    answer = person.post(f"matches/{match}/resign")
    assert answer.status_code == 200, answer.content
    shown: dict[str, Any] = answer.json()
    return shown


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize("game", lasting_games(seats=4, moves=20))
def test_a_match_with_leavers_is_played_out_and_proved(game: str) -> None:
    chance = FastChance(game)
    match, people = full_table(4, game=game)
    play_at_random(match, people, 5, chance)
    shown = resign(people[1], match)
    assert (shown["you"], shown["seats"][1]["gone"]) == (1, True)
    assert (shown["choices"], shown["asked"], shown["sealed"]) == ([], None, None)
    play_at_random(match, people, 5, chance)
    if people[0].match(match)["status"] == "running":
        resign(people[3], match)
    play_at_random(match, people, 3000, chance)
    ended = people[0].match(match)
    assert ended["status"] == "finished"
    *stayed, later, earlier = ended["outcome"]["ranking"]
    assert (later, earlier) == ([3], [1])
    assert sorted(seat for group in stayed for seat in group) == [0, 2]
    assert ended["outcome"]["winners"] == stayed[0]
    exported = people[1].get(f"matches/{match}/export").json()
    verified(exported)
    kinds = [event["full"]["type"] for event in exported["events"]]
    since = exported["events"][kinds.index("seat_resigned") :]
    causes = [event["cause"] for event in since if event["cause"]]
    assert {cause["by"] for cause in causes if cause["seat"] == 1} <= {"bot", "forced"}
    ranks = Seat.objects.filter(match_id=match).order_by("number").values_list("rank", flat=True)
    assert (ranks[3], ranks[1]) == (3, 4)


@pytest.mark.parametrize("game", all_games())
def test_the_last_who_has_not_left_wins_at_once(game: str) -> None:
    seats = all_games()[game].seats[0]
    match, people = full_table(seats, game=game)
    for person in people[1:]:
        shown = resign(person, match)
    assert shown["status"] == "finished"
    leavers = [[seat] for seat in range(seats - 1, 0, -1)]
    assert shown["outcome"] == {
        "winners": [0],
        "ranking": [[0], *leavers],
        "reason": "others_left",
    }
    assert not Due.objects.filter(match_id=match, kind=Due.Kind.BOT).exists()
    verified(people[0].get(f"matches/{match}/export").json())
    notices = Outbox.objects.filter(match_id=match, kind=Outbox.Kind.FINISHED)
    assert list(notices.values_list("recipient_id", flat=True)) == [people[0].player]
    label = people[0].get(f"games/{game}").json()["manifest"]["labels"]["reason.others_left"]
    assert label.keys() == {"fr", "en"}


@pytest.mark.parametrize("game", all_games())
def test_bots_alone_do_not_play_on(game: str) -> None:
    seats = max(all_games()[game].seats)
    person = Person.guest()
    match = open_match(person, seats, game=game, bots=seats - 1)["id"]
    sweep_all()
    shown = resign(person, match)
    assert shown["status"] == "finished"
    assert shown["outcome"]["reason"] == "all_left"
    assert shown["outcome"]["ranking"][-1] == [0]
    assert 0 not in shown["outcome"]["winners"]
    assert not Due.objects.filter(match_id=match, kind=Due.Kind.BOT).exists()
    proved(person.get(f"matches/{match}/export").json())
    assert "reason.all_left" in person.get(f"games/{game}").json()["manifest"]["labels"]


def test_partners_win_together_when_the_other_team_has_left() -> None:
    match, people = full_table(4, game="passpass", options={"teams": True})
    assert resign(people[1], match)["status"] == "running"
    assert resign(people[0], match)["status"] == "running"
    ended = resign(people[3], match)
    assert ended["status"] == "finished"
    assert ended["outcome"]["winners"] == [2]
    assert ended["outcome"]["ranking"] == [[2], [3], [0], [1]]
    match, people = full_table(4, game="passpass", options={"teams": True})
    resign(people[1], match)
    assert resign(people[3], match)["outcome"]["ranking"] == [[0, 2], [3], [1]]


def test_bots_from_the_start_stay() -> None:
    anna, bruno = Person.guest(), Person.guest()
    match = open_match(anna, 2, bots=1)["id"]
    assert resign(anna, match)["outcome"]["winners"] == [1]
    match = open_match(anna, 3, bots=1)["id"]
    bruno.post(f"matches/{match}/join")
    assert resign(anna, match)["status"] == "running"
    play_to_the_end(match, [anna, bruno])
    assert bruno.match(match)["outcome"]["ranking"][-1] == [0]
    verified(bruno.get(f"matches/{match}/export").json())


def test_who_has_left_does_nothing_more_there() -> None:
    match, people = full_table(3)
    mover = people[0].match(match)["awaiting"][0]
    move = first_choice(people[mover].match(match))
    told = Outbox.objects.filter(match_id=match, recipient_id=people[mover].player)
    before = told.count()
    resign(people[mover], match)
    assert Due.objects.filter(match_id=match, kind=Due.Kind.BOT).exists()
    for path, body in (("resign", {}), ("cancel-vote", {"agree": True})):
        refused = people[mover].post(f"matches/{match}/{path}", body)
        assert code(refused) == (403, "seat_gone")
    assert code(people[mover].play(match, move)) == (403, "seat_gone")
    assert code(Person.guest().post(f"matches/{match}/resign")) == (403, "not_seated")
    turns = people[mover].get("me/turns").json()
    assert all(turn["id"] != match for turn in turns["results"])
    sweep_all()
    assert LoggedEvent.objects.filter(match_id=match, cause__contains='"by":"bot"').exists()
    assert told.count() == before


def test_the_sealed_answer_of_who_leaves_is_dropped_and_the_bot_answers_anew() -> None:
    for _ in range(5):
        match, people = full_table(4)
        mover = people[0].match(match)["awaiting"][0]
        people[mover].play(match, {"type": "announce", "number": 2})
        last = people[0].match(match)["view"]["answerers"][-1]
        assert people[last].play(match, {"type": "doubt"}).status_code == 202
        resign(people[last], match)
        assert SealedAnswer.objects.filter(match_id=match, seat=last).exists()
        for seat in people[0].match(match)["view"]["answerers"][:-1]:
            assert people[seat].play(match, {"type": "believe"}).status_code == 201
        causes = LoggedEvent.objects.filter(match_id=match, cause__isnull=False)
        assert not causes.filter(cause__contains='"by":"sealed"').exists()
        sweep_all()
        answers = [str(row.cause) for row in causes.filter(actor=last)]
        assert answers
        assert all('"by":"bot"' in cause or '"by":"forced"' in cause for cause in answers)


def test_a_vote_of_the_others_is_void_after_a_resignation() -> None:
    match, people = full_table(3)
    people[0].post(f"matches/{match}/cancel-vote", {"agree": True})
    assert people[1].match(match)["cancel_votes"] == [0]
    assert resign(people[2], match)["cancel_votes"] == []


@pytest.mark.parametrize("game", FADING)
def test_who_has_left_sees_no_more_than_a_spectator_and_than_before(game: str) -> None:
    chance = FastChance("left")
    match, people = full_table(3, game=game, options={"memory": "table"})
    play_at_random(match, people, 25, chance)
    before = people[1].get(f"matches/{match}/events").json()["events"]
    resign(people[1], match)
    after = people[1].get(f"matches/{match}/events").json()["events"]
    for then, now in zip(before, after, strict=False):
        assert set(now["data"]) <= set(then["data"]), now
    play_at_random(match, people, 12, chance)
    if people[0].match(match)["status"] == "running":
        position = position_at_head(Match.objects.get(id=match))
        assert position.horizon(1) == position.horizon(SPECTATOR)
        theirs = people[1].get(f"matches/{match}/events").json()["events"]
        anybodys = Person().get(f"matches/{match}/events").json()["events"]
        for own, public in zip(theirs, anybodys, strict=True):
            assert set(own["data"]) <= set(public["data"])


def test_a_stand_in_moves_nobodys_memory() -> None:
    match, people = full_table(2 + 1, game="bonbons", options={"memory": "table"})
    play_at_random(match, people, 10, FastChance("memory"))
    resign(people[1], match)
    before = position_at_head(Match.objects.get(id=match)).memory.own_moves
    play_at_random(match, people, 10, FastChance("memory"))
    after = position_at_head(Match.objects.get(id=match)).memory.own_moves
    assert before.get(1) == after.get(1)
    assert before != after


def test_leavers_are_rebuilt_from_the_log() -> None:
    match, people = full_table(4)
    resign(people[2], match)
    resign(people[0], match)
    play_to_the_end(match, [people[1], people[3]])
    found = Match.objects.get(id=match)
    known = position_at_head(found)
    position_cache.clear()
    again = position_at_head(found)
    assert again.gone == known.gone == (2, 0)
    assert again.outcome == known.outcome
    assert again.memory == known.memory
    gone = Seat.objects.filter(match=found, gone=True).order_by("number")
    assert list(gone.values_list("number", flat=True)) == [0, 2]
