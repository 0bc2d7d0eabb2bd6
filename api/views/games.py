"""The games, with everything that a client needs to know of them, from their folders."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games
from api.http.codecs import NoNegotiation
from api.http.pagination import page
from api.http.query_params import one_of
from api.schema import described, ref
from events.errors import NotFound
from events.selectors.ratings import POOLS, Rank, ranked_json, ranking
from games.bots import character
from games.codec import event_data, name_of, named_values
from games.contract import LANGUAGES, LEVELS, AnyGame, Level, Text
from games.lesson import LessonStep, lesson_names, lesson_steps
from games.registry import all_games
from games.words import errors_of, labels_of, typeset

FOLDERS = Path(games.__file__).parent
SVG = "image/svg+xml"
POOL = {"description": "The class of tables, by default `more`."} | ref("RatingPool")


class Games(APIView):
    """All games."""

    @described(
        "list_games",
        "List the games",
        answer="GameList",
        conditional=True,
        compressed=True,
        scope="any",
    )
    def get(self, request: Request) -> Response:
        """List the games."""
        return Response({"results": [summary(game) for game in all_games().values()], "next": None})


class OneGame(APIView):
    """One game."""

    @described(
        "get_game",
        "Get a game with its rules",
        answer="Game",
        problems=(404,),
        conditional=True,
        compressed=True,
        scope="any",
    )
    def get(self, request: Request, game: str) -> Response:
        """One game with its rules and its manifest: schemas of moves, events and view, labels."""
        found = game_get(game)
        return Response(summary(found) | details(found))


class Emblem(APIView):
    """The emblem of one game."""

    content_negotiation_class = NoNegotiation

    @described(
        "get_emblem",
        "Get the emblem of a game",
        answer=None,
        text=SVG,
        problems=(401, 404),
        scope="any",
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """The emblem of a game, a square SVG image."""
        response = HttpResponse(emblem(game_get(game)), content_type=SVG)
        response["Cache-Control"] = "public, max-age=86400"
        response["Cross-Origin-Resource-Policy"] = "cross-origin"  # for clients of CORS_ORIGINS
        return response


class OneLesson(APIView):
    """The guided first match of one game."""

    @described(
        "get_lesson",
        "Get a guided first match",
        answer="Lesson",
        problems=(404,),
        conditional=True,
        compressed=True,
        scope="any",
    )
    def get(self, request: Request, game: str) -> Response:
        """A short match of a game, played by its rules, with a sentence before each move."""
        return Response(lesson_json(game_get(game)))


class Ranking(APIView):
    """The rated players of a game."""

    @described(
        "get_ranking",
        "Get a ranking",
        answer="Ranking",
        problems=(400, 401, 404),
        query={"pool": POOL},
        listed=True,
        scope="any",
    )
    def get(self, request: Request, game: str) -> Response:
        """The rated players of a game and class of tables, the best first."""
        key, pool = game_get(game).key, one_of(request, "pool", POOLS) or "more"
        listed = page(
            request,
            lambda after, most: ranking(game=key, pool=pool, after=after, most=most),
            places=Rank,
            place=lambda row: Rank(row.floor, row.player_id),
            serialise=lambda rows: [ranked_json(row) for row in rows],
        )
        return Response(listed)


def game_get(key: str) -> AnyGame:
    """Return the game of this key; raise NotFound if there is none."""
    found = all_games().get(key)
    if found is None:
        raise NotFound("game_not_found")
    return found


@cache
def emblem(game: AnyGame) -> bytes:
    """Return the file `emblem.svg` of a game's folder."""
    return (FOLDERS / game.key / "emblem.svg").read_bytes()


@cache
def lesson_json(game: AnyGame) -> dict[str, Any]:
    """A game's guided first match, step by step; raises NotFound if the game has none."""
    if game.lesson is None:
        raise NotFound("lesson_not_found")
    return {
        "game": game.key,
        "names": lesson_names(game, game.lesson),
        "steps": [_lesson_step_json(step) for step in lesson_steps(game, game.lesson)],
    }


def _lesson_step_json(step: LessonStep) -> dict[str, Any]:
    events = [
        {"seq": seq, "type": name_of(type(event)), "data": event_data(event), "texts": _texts(text)}
        for seq, event, text in map(msgspec.structs.astuple, step.events)
    ]
    return {
        "texts": _texts(step.says),
        "move": step.move and msgspec.to_builtins(step.move),
        "version": step.version,
        "view": msgspec.to_builtins(step.view),
        "choices": [choice.as_json() for choice in step.choices],
        "events": events,
    }


def _texts(text: Text) -> dict[str, str]:
    return {language: typeset(text, language) for language in LANGUAGES}


@cache
def summary(game: AnyGame) -> dict[str, Any]:
    """The fields of a game in a list."""
    return {
        "id": game.key,
        "ruleset": game.ruleset,
        "titles": game.words.title._asdict(),
        "blurbs": game.words.blurb._asdict(),
        "emblem": reverse("emblem", args=(game.key,)),
        "introductory": game.introductory,
        "lesson": game.lesson is not None,
        "seats": {"min": game.seats[0], "max": game.seats[-1]},
        "options": options_schema(game),
        "bots": [_character_json(game, level) for level in LEVELS],
    }


def _character_json(game: AnyGame, level: Level) -> dict[str, Any]:
    name, manner, colour = character(game, level)
    return {"level": level, "name": name, "manners": manner._asdict(), "colour": colour}


@cache
def details(game: AnyGame) -> dict[str, Any]:
    """The further fields of a single game: its rules and its manifest."""
    folder = FOLDERS / game.key
    kinds = (*game.moves, *game.events, game.view_type)
    (*schemas,), components = msgspec.json.schema_components(kinds)
    names = [name_of(kind) for kind in kinds]
    named = dict(zip(names, schemas, strict=True))
    labels = {key: text._asdict() for key, text in labels_of(game).items()}
    errors = {key: text._asdict() for key, text in errors_of(game).items()}
    return {
        "rules": {name: (folder / f"rules.{name}.md").read_text() for name in LANGUAGES},
        "manifest": {
            "moves": {name_of(kind): named[name_of(kind)] for kind in game.moves},
            "events": {name_of(kind): named[name_of(kind)] for kind in game.events},
            "view": named[game.key],
            "$defs": components,
            "labels": labels,
            "errors": errors,
        },
    }


def options_schema(game: AnyGame) -> dict[str, Any]:
    """A game's options as JSON Schema, with labels in every language: of each option, and of its
    values if they are few."""
    schema = msgspec.json.schema(game.options)["$defs"][game.options.__name__]
    labels = game.words.labels
    for name, declared in schema["properties"].items():
        declared["x-label"] = labels[f"option.{name}"]._asdict()
        if values := named_values(declared):
            declared["x-value-labels"] = {
                value: labels[f"option.{name}.{value}"]._asdict() for value in values
            }
        declared.pop("description", None)
    return dict(schema)
