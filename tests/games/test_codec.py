"""Stored names in, typed values out; malformed input is told from illegal moves."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ciaociao import GAME
from games.ciaociao.events import DieRolled, NumberAnnounced
from games.ciaociao.moves import Announce, Believe, Options
from games.codec import (
    MALFORMED,
    Malformed,
    canonical,
    decode_move,
    decode_options,
    event_data,
    event_decoders,
)
from games.contract import LANGUAGES
from tests.support.sizes import sized

DECODERS = event_decoders(GAME.events)

MOST_LEAVES = sized(15, 100)

plain_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=MOST_LEAVES,
)
any_text = st.text(st.characters(exclude_categories=()))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text,
    lambda inner: st.lists(inner) | st.dictionaries(any_text, inner),
    max_leaves=MOST_LEAVES,
)


@settings(max_examples=sized(30, 100))
@given(plain_json)
def test_canonical_json_is_what_the_standard_library_gives(value: Any) -> None:
    expected = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert canonical(value) == expected.encode()


def test_a_move_comes_by_its_stored_name() -> None:
    assert decode_move(GAME, {"type": "announce", "number": 3}) == Announce(3)
    assert decode_move(GAME, {"type": "believe"}) == Believe()


@pytest.mark.parametrize(
    ("data", "code", "pointer"),
    [
        (None, "not_an_object", ""),
        ([], "not_an_object", ""),
        ("announce", "not_an_object", ""),
        ({}, "missing_field", "/type"),
        ({"type": "anounce", "number": 1}, "unknown_type", "/type"),
        ({"type": ["announce"], "number": 1}, "unknown_type", "/type"),
        ({"type": None}, "unknown_type", "/type"),
        ({"type": "announce"}, "missing_field", "/number"),
        ({"type": "announce", "number": "3"}, "wrong_type", "/number"),
        ({"type": "announce", "number": True}, "wrong_type", "/number"),
        ({"type": "announce", "number": 3.0}, "wrong_type", "/number"),
        ({"type": "announce", "number": None}, "wrong_type", "/number"),
        ({"type": "announce", "number": 0}, "too_small", "/number"),
        ({"type": "announce", "number": 5}, "too_large", "/number"),
        ({"type": "announce", "number": 2**80}, "too_large", "/number"),
        ({"type": "announce", "number": 1, "a/b~": 1}, "unknown_field", "/a~1b~0"),
        ({"type": "believe", "\x00": 1}, "unknown_field", "/\x00"),
        ({"type": "believe", "": 1}, "unknown_field", "/"),
        ({"type": "believe", "a\nb": 1}, "unknown_field", "/a\nb"),
        ({"type": "believe", "x` - at `$.number": 1}, "unknown_field", "/x` - at `$.number"),
        ({"type": "announce", "number": "\ud800"}, "malformed", ""),
        ({"type": "announce", "\ud800": 1}, "unknown_field", "/\ud800"),
        ({"type": "\ud800"}, "unknown_type", "/type"),
    ],
)
def test_a_malformed_move_says_where_and_why(data: Any, code: str, pointer: str) -> None:
    with pytest.raises(Malformed) as error:
        decode_move(GAME, data)
    assert (error.value.code, error.value.pointer) == (code, pointer)
    assert all("{" not in error.value.text.within(language) for language in LANGUAGES)


some_type = st.sampled_from(["announce", "believe", "push", "castle"])


@given(
    anything
    | st.builds(
        lambda kind, rest: rest | {"type": kind},
        some_type,
        st.dictionaries(st.sampled_from(["number", "step"]) | any_text, anything),
    )
)
def test_whatever_is_sent_is_a_move_or_malformed(data: Any) -> None:
    try:
        understood: Any = decode_move(GAME, data)
    except Malformed as error:
        understood = error
    assert isinstance(understood, GAME.moves) or understood.code in MALFORMED


def test_options_get_their_defaults_and_are_checked() -> None:
    assert decode_options(GAME, {}) == Options(planks=9)
    with pytest.raises(Malformed) as error:
        decode_options(GAME, {"planks": 4})
    assert error.value.text.en == "The value must be at least 5."
    with pytest.raises(Malformed) as error:
        decode_options(GAME, {"pawns": 4})
    assert (error.value.code, error.value.pointer) == ("unknown_field", "/pawns")


def test_an_event_is_stored_without_its_name_and_without_what_is_hidden() -> None:
    assert event_data(DieRolled(1, 4)) == {"seat": 1, "die": 4}
    assert event_data(DieRolled(1)) == {"seat": 1}
    assert DECODERS["die_rolled", 1].decode(b'{"seat":1,"die":4}') == DieRolled(1, 4)


def test_numbers_survive_storage() -> None:
    event = NumberAnnounced(0, 3, (1, 2), plank=4)
    stored = canonical(event_data(event))
    assert DECODERS["number_announced", 1].decode(stored) == event


@pytest.mark.parametrize(("name", "schema"), [("die_thrown", 1), ("die_rolled", 2)])
def test_an_unknown_event_fails_loudly(name: str, schema: int) -> None:
    with pytest.raises(LookupError, match=name):
        DECODERS[name, schema]
