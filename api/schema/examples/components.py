"""The schema's examples: recorded for moves, events and views, generated for all others."""

from api.schema.components import prefix_of
from api.schema.enums import Json
from api.schema.examples.generated import Samples
from api.schema.examples.recorded import FirstPosition, Recording, recordings
from games.codec import name_of

_NAMES = ("Anna", "Ben", "Chloé", "David", "Emma", "Farid")


def examples(schemas: Json) -> Samples:
    """Return examples of every named schema; write the recorded ones into the schemas."""
    recorded = {
        name: value for played in recordings().values() for name, value in _recorded(played).items()
    }
    for name, value in recorded.items():
        schemas[name]["examples"] = [value]
    samples = Samples(schemas, recorded)
    played = min(recordings().values(), key=lambda played: len(str(played.first)))
    _give_game(samples, played)
    samples.give("Match", _match(samples, played.first))
    return samples


def move_examples() -> Json:
    """Return an example request for every move of every game."""
    return {
        f"{key}_{kind}": {
            "summary": f"{played.game.words.title.en}: {seen.said}",
            "value": {"move": seen.move, "expected_version": seen.version},
        }
        for key, played in recordings().items()
        for kind, seen in played.moves.items()
    }


def _recorded(played: Recording) -> Json:
    """Return a game's recorded values by schema name."""
    game, prefix = played.game, prefix_of(played.game)
    values = {kind: seen.move for kind, seen in played.moves.items()} | played.events
    named = {
        prefix + kind.__name__: values[name_of(kind)]
        for kind in (*game.moves, *game.events)
        if name_of(kind) in values
    }
    return named | {prefix + game.view_type.__name__: played.first.shown["view"]}


def _give_game(samples: Samples, played: Recording) -> None:
    """Let all examples be of one game: its moves, events and view, and what lists say of it."""
    game = played.game
    samples.give_field("game", game.key)
    samples.give_field("ruleset", game.ruleset)
    samples.give("Move", next(iter(played.moves.values())).move)
    samples.give(
        "Event", next(event for event in played.events.values() if event["actor"] is not None)
    )
    samples.give("View", played.first.shown["view"])
    for name in ("GameSummary", "Game"):
        shown = {
            "id": game.key,
            "titles": game.words.title._asdict(),
            "blurbs": game.words.blurb._asdict(),
            "emblem": f"/api/v1/games/{game.key}/emblem.svg",
            "introductory": game.introductory,
            "seats": {"min": game.seats[0], "max": game.seats[-1]},
        }
        samples.give(name, samples.named(name) | shown)
    samples.give("NewMatch", samples.named("NewMatch") | {"seats": played.first.seats})
    browser = samples.named("NewPush")
    samples.give("NewPush", {name: browser[name] for name in ("kind", "endpoint", "keys")})
    standing = {"type": name_of(game.standing[0])} if game.standing else samples.named("Move")
    for name in ("NewStanding", "StandingShown"):
        samples.give(name, samples.named(name) | {"move": standing})


def _match(samples: Samples, first: FirstPosition) -> Json:
    """Return a first position completed to a whole Match."""
    match: Json = samples.named("Match") | first.shown
    seat: Json = samples.named("SeatShown")
    seats = [
        seat | {"seat": number, "player": seat["player"] | {"name": name, "id": _ids(number)}}
        for number, name in zip(range(first.seats), _NAMES, strict=False)
    ]
    return match | {"seats": seats, "cancel_votes": []}


def _ids(number: int) -> str:
    return f"0a1b2c3d-0a1b-4c2d-8e3f-{number:012x}"
