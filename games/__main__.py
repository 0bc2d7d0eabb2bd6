"""`python -m games`: play at the terminal, watch bots, or simulate many matches."""

import argparse
import json
import sys
from random import randrange
from typing import Any

from tqdm import tqdm

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


class _Mistake(Exception):
    """An error in the command line, with what is possible instead."""


def _checked(parsed: argparse.Namespace) -> argparse.Namespace:
    if "game" in parsed:
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
    names = parsed.players.split(",")
    if unknown := set(names) - set(PLAYERS):
        raise _Mistake(f"no player called {sorted(unknown)[0]!r}; there are {', '.join(PLAYERS)}")
    if len(names) not in (1, parsed.seats):
        raise _Mistake(f"--players takes one kind, or {parsed.seats} separated by commas")
    names = names * parsed.seats if len(names) == 1 else names
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
        sub.add_argument("game", type=_game, help=f"one of: {', '.join(all_games())}")
        sub.add_argument("--seats", type=int, help="size of the table (default: the smallest)")
        sub.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        sub.add_argument("--seed", type=int, help="repeat the match that had this seed")
        return sub

    command(_list, "list", "the games there are")
    play = game_command(_play, "play", "play against bots")
    play.add_argument("--seat", type=int, default=0, help="where you sit (default: 0)")
    game_command(_watch, "watch", "watch bots play, as a spectator")
    simulate = game_command(_simulate, "simulate", "play many matches and count")
    simulate.add_argument("--matches", type=int, default=1000)
    simulate.add_argument(
        "--players", default="bot", help="bot or random, for all or one for each seat: bot,random"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
