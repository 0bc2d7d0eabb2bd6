"""Games for tests of the platform that need a table of some size and a match of some length."""

from functools import cache

from games.chance import FastChance
from games.codec import decode_options
from games.registry import all_games
from games.simulate import play_match, random_player


@cache
def lasting_games(seats: int, moves: int) -> tuple[str, ...]:
    """Return the games for that many seats in which random play lasts at least that many moves."""
    return tuple(
        key
        for key, game in all_games().items()
        if seats in game.seats and _random_moves(key, seats) >= moves
    )


def _random_moves(key: str, seats: int) -> int:
    game = all_games()[key]
    table = play_match(game, [random_player] * seats, decode_options(game, {}), FastChance(key))
    return len(table.steps)
