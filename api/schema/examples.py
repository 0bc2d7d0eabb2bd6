"""The examples of the schema: of moves, events and tables real ones, of all else what fits."""

from api.schema.components import prefix_of
from api.schema.enums import Json
from api.schema.plays import Plays, plays
from api.schema.samples import Samples
from games.codec import name_of


def examples(schemas: Json) -> Samples:
    """Examples of every named schema; the real ones are written into the schemas themselves."""
    real = {name: value for played in plays().values() for name, value in _met(played).items()}
    for name, value in real.items():
        schemas[name]["examples"] = [value]
    samples = Samples(schemas, real)
    samples.give("Match", _match(samples))
    return samples


def move_examples() -> Json:
    """Every move of every game, as it would be sent."""
    return {
        f"{key}_{kind}": {
            "summary": f"{played.game.words.title.en}: {seen.said}",
            "value": {"move": seen.move, "expected_version": seen.version},
        }
        for key, played in plays().items()
        for kind, seen in played.moves.items()
    }


def _met(played: Plays) -> Json:
    """What was met of a game, by the names of schemas."""
    game, prefix = played.game, prefix_of(played.game)
    values = {kind: seen.move for kind, seen in played.moves.items()} | played.events
    named = {
        prefix + kind.__name__: values[name_of(kind)]
        for kind in (*game.moves, *game.events)
        if name_of(kind) in values
    }
    return named | {prefix + game.view_type.__name__: played.first.shown["view"]}


def _match(samples: Samples) -> Json:
    """The shortest of the games' first positions, and around it what else a match shows."""
    first = min((played.first for played in plays().values()), key=lambda first: len(str(first)))
    match: Json = samples.named("Match") | first.shown
    seat: Json = samples.named("SeatShown")
    return match | {"seats": [seat | {"seat": number} for number in range(first.seats)]}
