"""Games are found by their folders, and refused where their names would collide."""

from dataclasses import replace

import pytest

from events.log.envelope import PLATFORM
from games.ciaociao import GAME
from games.ciaociao.view import View
from games.codec import name_of
from games.contract import Event, Move
from games.registry import (
    RESERVED,
    RegistryError,
    all_games,
    games_by_key,
    ruleset_get,
    rulesets,
)


class Shout(Move, frozen=True, tag="shout"):
    pass


class OtherView(View, frozen=True, tag_field="game", tag="other"):
    pass


class Nameless(Move, frozen=True):
    pass


def test_every_folder_is_a_game() -> None:
    assert all_games()["ciaociao"] is GAME


def test_two_games_cannot_have_one_key() -> None:
    with pytest.raises(RegistryError, match="two games have the key 'ciaociao'"):
        games_by_key([GAME, GAME])


def test_a_stored_name_belongs_to_one_game() -> None:
    other = replace(GAME, key="other", view_type=OtherView, moves=(Shout,))
    with pytest.raises(RegistryError, match="'bridge_built' of other is taken by ciaociao"):
        games_by_key([GAME, other])


def test_a_class_name_is_no_stored_name() -> None:
    with pytest.raises(RegistryError, match="'Nameless' is no stored name"):
        games_by_key([replace(GAME, moves=(Nameless,))])


def test_earlier_rules_are_kept_beside_the_newest() -> None:
    second = replace(GAME, version=2)
    found = rulesets({"ciaociao": second}, [GAME])
    assert list(found) == ["ciaociao/1", "ciaociao/2"]
    assert found["ciaociao/1"] is GAME


def test_earlier_rules_are_earlier_and_there_once() -> None:
    second, third = replace(GAME, version=2), replace(GAME, version=3)
    with pytest.raises(RegistryError, match="ciaociao/2 is not earlier"):
        rulesets({"ciaociao": GAME}, [second])
    with pytest.raises(RegistryError, match="ciaociao/2 is there twice"):
        rulesets({"ciaociao": third}, [second, second])
    shouting = replace(GAME, key="other", view_type=OtherView, moves=(Shout,), events=())
    with pytest.raises(RegistryError, match="'shout' of ciaociao is taken by other"):
        rulesets({"ciaociao": second, "other": shouting}, [replace(GAME, moves=(Shout,))])


def test_rules_that_are_gone_are_missed_loudly() -> None:
    assert ruleset_get("ciaociao/1") is GAME
    with pytest.raises(RegistryError, match="no rules called 'ciaociao/99' any more"):
        ruleset_get("ciaociao/99")


def test_the_names_of_every_match_are_reserved() -> None:
    class Started(Event, frozen=True, tag="match_started"):
        pass

    with pytest.raises(RegistryError, match="'match_started' of ciaociao is taken by every match"):
        games_by_key([replace(GAME, events=(Started,))])
    assert {name_of(kind) for kind in PLATFORM} == RESERVED


def test_a_view_carries_its_games_key() -> None:
    with pytest.raises(RegistryError, match="must carry its key"):
        games_by_key([replace(GAME, key="other")])
