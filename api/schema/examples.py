"""The schema's examples: recorded for moves, events and views, generated for all others."""

from api.schema.components import prefix_of
from api.schema.enums import Json
from api.schema.generated_examples import Samples
from api.schema.recorded_matches import Recording, recordings
from games.codec import name_of


def examples(schemas: Json) -> Samples:
    """Return examples of every named schema; write the recorded ones into the schemas."""
    recorded = {
        name: value for played in recordings().values() for name, value in _recorded(played).items()
    }
    for name, value in recorded.items():
        schemas[name]["examples"] = [value]
    samples = Samples(schemas, recorded)
    samples.give("Match", _match(samples))
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


def _match(samples: Samples) -> Json:
    """Return the shortest of the games' first positions, completed to a whole Match."""
    first = min(
        (played.first for played in recordings().values()), key=lambda first: len(str(first))
    )
    match: Json = samples.named("Match") | first.shown
    seat: Json = samples.named("SeatShown")
    return match | {"seats": [seat | {"seat": number} for number in range(first.seats)]}
