"""Every statement of a move and of a read has the id of its one match among its values.

Stored responses are looked up by player and key, together with the token, and belong to the player.
"""

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model

from events.models import Match, StoredResponse
from tests.support.people import first_choice, full_table, new_key

pytestmark = pytest.mark.usefixtures("database", "redis_url")

ROUNDS = 6


def tables_of_matches() -> set[str]:
    """The table of matches, and every table whose rows belong to one and not to a player."""
    models: list[type[Model]] = [
        model
        for model in apps.get_app_config("events").get_models()
        if model is not StoredResponse
        and any(field.related_model is Match and field.many_to_one for field in model._meta.fields)
    ]
    return {Match._meta.db_table, *(model._meta.db_table for model in models)}


def test_every_statement_of_a_move_and_a_read_names_its_match() -> None:
    match, people = full_table(2)
    other, _ = full_table(2)
    seen: list[tuple[str, str]] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append((sql, str(params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        for _ in range(ROUNDS):
            shown = people[0].match(match)
            if shown["status"] != "running":
                break
            mover = people[shown["awaiting"][0]]
            move, key = first_choice(mover.match(match)), new_key()
            assert mover.play(match, move, key).status_code in (201, 202)
            mover.play(match, move, key)
            assert mover.get(f"matches/{match}/events").status_code == 200
    of_matches = re.compile(r"\b(" + "|".join(tables_of_matches()) + r")\b")
    concerned = [(sql, params) for sql, params in seen if of_matches.search(sql)]
    assert len(concerned) > 2 * ROUNDS
    assert [sql for sql, params in concerned if match not in params or other in params] == []
