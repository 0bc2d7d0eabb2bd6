"""`python -m games`: play at the terminal, watch bots, simulate matches, compare bots."""

import argparse
import json
import sys
from random import randrange
from typing import Any

from tqdm import tqdm

from games.arena import HEADING, contest, decided, measured, standard_contests
from games.chance import FastChance
from games.codec import Malformed, decode_options
from games.contract import LANGUAGES, SPECTATOR, AnyGame, UnfitTable, table_options
from games.registry import all_games
from games.simulate import PLAYERS, Tally, play_matches
from games.table import Table
from games.terminal import Terminal
from games.words import errors_of


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status."""
    if reconfigure := getattr(sys.stdout, "reconfigure", None):
        reconfigure(errors="replace")  # a terminal without accents gets question marks
    try:
        parsed = _checked(_parser().parse_args(arguments))
        parsed.run(parsed)
    except (KeyboardInterrupt, EOFError):
        print()
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader has closed the pipe: nothing more can be written
        return 141
    except _Mistake as mistake:
        print(f"games: {mistake}", file=sys.stderr)
        return 2
    return 0


PLAYERS_HELP = (
    "a level 1 to 5, bot (from before levels) or random, for each seat: 5,4; "
    "the last stands for all seats that follow"
)


class _Mistake(Exception):
    """An error in the command line, with what is possible instead."""


def _checked(parsed: argparse.Namespace) -> argparse.Namespace:
    if getattr(parsed, "game", None) is not None:
        seats = parsed.game.seats
        parsed.seats = seats[0] if parsed.seats is None else parsed.seats
        if parsed.seats not in seats:
            raise _Mistake(f"{parsed.game.key} is for {seats[0]} to {seats[-1]} seats")
    if getattr(parsed, "matches", 1) < 1:
        raise _Mistake("--matches must be at least 1")
    return parsed


def _list(parsed: argparse.Namespace) -> None:
    for game in all_games().values():
        seats = f"{game.seats[0]}–{game.seats[-1]}"
        print(f"{game.ruleset:16} {seats} players   {game.words.title.within(parsed.language)}")


def _play(parsed: argparse.Namespace) -> None:
    if not 0 <= parsed.seat < parsed.seats:
        raise _Mistake(f"--seat goes from 0 to {parsed.seats - 1} at this table")
    _at_terminal(parsed, parsed.seat)


def _watch(parsed: argparse.Namespace) -> None:
    _at_terminal(parsed, SPECTATOR)


def _at_terminal(parsed: argparse.Namespace, viewer: int) -> None:
    seed = randrange(1_000_000) if parsed.seed is None else parsed.seed
    game, chance = parsed.game, FastChance(seed)
    print(f"{game.words.title.within(parsed.language)}  (--seed {seed})\n")
    table = Table.opened(game, parsed.seats, _options(game, parsed.seats, parsed.option), chance)
    Terminal(table, viewer, parsed.language, chance).run()


def _simulate(parsed: argparse.Namespace) -> None:
    names = _player_names(parsed)
    tally = Tally(parsed.seats)
    matches = play_matches(
        parsed.game,
        [PLAYERS[name] for name in names],
        _options(parsed.game, parsed.seats, parsed.option),
        parsed.matches,
        parsed.seed or 0,
    )
    for shift, table in tqdm(matches, total=parsed.matches, unit=" matches", disable=None):
        tally.add(shift, table)
    print(tally.report(names))


def _arena(parsed: argparse.Namespace) -> None:
    contests = list(standard_contests())
    if parsed.game is not None:
        names = _player_names(parsed)
        if len(set(names)) == 1:
            raise _Mistake("--players needs two kinds, such as 5,4")
        options = _options(parsed.game, parsed.seats, parsed.option)
        contests = [contest(parsed.game.key, names, parsed.least, options)]
    play = measured if parsed.measure else decided
    print(HEADING, flush=True)
    results = []
    for one in tqdm(contests, unit=" contests", disable=None):
        results.append(play(one, parsed.matches, parsed.seed or 0))
        print(results[-1].row(), flush=True)
    if failed := [str(result.contest) for result in results if not result.shown]:
        raise _Mistake(f"not shown: {'; '.join(failed)}")


def _player_names(parsed: argparse.Namespace) -> list[str]:
    """Return a name for each seat; the last one given stands for all seats that follow."""
    names: list[str] = parsed.players.split(",")
    if unknown := set(names) - set(PLAYERS):
        raise _Mistake(f"no player called {sorted(unknown)[0]!r}; there are {', '.join(PLAYERS)}")
    if len(names) > parsed.seats:
        raise _Mistake(f"--players has {len(names)} names for {parsed.seats} seats")
    names += names[-1:] * (parsed.seats - len(names))
    return names


def _options(game: AnyGame, seats: int, pairs: list[str]) -> Any:
    given = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            given[name] = json.loads(value)
        except (ValueError, RecursionError):
            given[name] = value
    try:
        return table_options(game, seats, decode_options(game, given))
    except Malformed as error:
        raise _Mistake(f"--option {error.pointer.lstrip('/')}: {error.text.en}") from None
    except UnfitTable as error:
        raise _Mistake(errors_of(game)[error.code].en) from None


def _game(key: str) -> AnyGame:
    games = all_games()
    if key not in games:
        raise argparse.ArgumentTypeError(f"no game {key!r}; there are {', '.join(games)}")
    return games[key]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(run: Any, name: str, says: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=says, description=says)
        sub.set_defaults(run=run)
        sub.add_argument("--language", choices=LANGUAGES, default="en")
        return sub

    def game_command(run: Any, name: str, says: str) -> argparse.ArgumentParser:
        sub = command(run, name, says)
        table_arguments(sub, help=f"one of: {', '.join(all_games())}")
        return sub

    def table_arguments(sub: argparse.ArgumentParser, **game: Any) -> None:
        sub.add_argument("game", type=_game, **game)
        sub.add_argument("--seats", type=int, help="size of the table (default: the smallest)")
        sub.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        sub.add_argument("--seed", type=int, help="repeat the match that had this seed")

    command(_list, "list", "the games there are")
    play = game_command(_play, "play", "play against bots")
    play.add_argument("--seat", type=int, default=0, help="where you sit (default: 0)")
    game_command(_watch, "watch", "watch bots play, as a spectator")
    simulate = game_command(_simulate, "simulate", "play many matches and count")
    simulate.add_argument("--matches", type=int, default=1000)
    simulate.add_argument("--players", default="bot", help=PLAYERS_HELP)
    arena = command(_arena, "arena", "contests between bots, decided by a sequential test")
    table_arguments(arena, nargs="?", help="by default all games and levels (`make bots`)")
    arena.add_argument("--players", default="5,4", help=PLAYERS_HELP)
    arena.add_argument("--matches", type=int, default=2000, help="the most (default: 2000)")
    arena.add_argument("--least", type=float, help="the share to win (default: a fair share)")
    arena.add_argument("--measure", action="store_true", help="play all matches")
    return parser


if __name__ == "__main__":
    sys.exit(main())
