"""Games are found by their folders, and refused where their names would collide."""

from dataclasses import replace

import pytest

from events.record import PLATFORM
from games.ciaociao import GAME
from games.codec import name_of
from games.contract import Event, Move
from games.registry import RESERVED, RegistryError, all_games, registered


class Shout(Move, frozen=True, tag="shout"):
    pass


class Nameless(Move, frozen=True):
    pass


def test_every_folder_is_a_game() -> None:
    assert all_games()["ciaociao"] is GAME


def test_two_games_cannot_have_one_key() -> None:
    with pytest.raises(RegistryError, match="two games have the key 'ciaociao'"):
        registered([GAME, GAME])


def test_a_stored_name_belongs_to_one_game() -> None:
    from games.ciaociao.view import View

    class OtherView(View, frozen=True, tag_field="game", tag="other"):
        pass

    other = replace(GAME, key="other", view_type=OtherView, moves=(Shout,))
    with pytest.raises(RegistryError, match="'bridge_built' of other is taken by ciaociao"):
        registered([GAME, other])


def test_a_class_name_is_no_stored_name() -> None:
    with pytest.raises(RegistryError, match="'Nameless' is no stored name"):
        registered([replace(GAME, moves=(Nameless,))])


def test_the_names_of_every_match_are_reserved() -> None:
    class Started(Event, frozen=True, tag="match_started"):
        pass

    with pytest.raises(RegistryError, match="'match_started' of ciaociao is taken by every match"):
        registered([replace(GAME, events=(Started,))])
    assert {name_of(kind) for kind in PLATFORM} == RESERVED


def test_a_view_carries_its_games_key() -> None:
    with pytest.raises(RegistryError, match="must carry its key"):
        registered([replace(GAME, key="other")])
