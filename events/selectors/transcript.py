"""A finished match as plain text: players, options, events with their times, ranking."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.log.fairness import contribution
from events.log.position import Position, position_at_head
from events.log.read import history, require_over
from events.models import Match
from events.selectors.recap import names_at, sentence
from games.contract import SPECTATOR, Text
from games.words import labels_of, listed

_MATCH = Text("Partie", "Match")
_SEATS = Text("Places", "Seats")
_OPTIONS = Text("Options", "Options")
_RANKING = Text("Classement", "Ranking")
_BOT = Text("robot", "bot")
_CONTRIBUTIONS = {
    "revealed": Text("a ajouté son nombre au hasard", "added a number to the chance"),
    "withheld": Text("a retenu le nombre promis", "withheld the number it had promised"),
}
_SPACE = Text(" ", "")
"""The space that French puts before a colon."""


def transcript_text(match: Match, *, language: str) -> str:
    """Return the whole match as text; raises Conflict unless it was played and is over."""
    require_over(match)
    position = position_at_head(match)
    names = names_at(match)
    parts = [
        _head(match, position, names, language),
        _story(match, position, names, language),
        _ranking(position, names, language),
    ]
    return "\n\n".join(filter(None, ("\n".join(part) for part in parts))) + "\n"


def _head(match: Match, position: Position, names: list[str], language: str) -> Iterator[str]:
    colon = f"{_SPACE.within(language)}:"
    yield f"{position.game.words.title.within(language)} ({match.ruleset})"
    yield f"{_MATCH.within(language)}{colon} {match.id}"
    yield f"{_SEATS.within(language)}{colon}"
    for seat in match.seats.order_by("number"):
        notes = [_BOT.within(language)] if seat.level else []
        added = _CONTRIBUTIONS.get(contribution(seat.seed_commitment, seat.seed))
        notes += [added.within(language)] if added else []
        yield f"  {seat.number}  {names[seat.number]}" + (f" ({', '.join(notes)})" if notes else "")
    if options := list(_options(match, position, language)):
        yield f"{_OPTIONS.within(language)}{colon} {', '.join(options)}"


def _options(match: Match, position: Position, language: str) -> Iterator[str]:
    labels = labels_of(position.game)
    for name, value in msgspec.json.decode(match.options).items():
        key, plain = f"option.{name}", msgspec.json.encode(value).decode().strip('"')
        label = labels.get(key, Text(name, name)).within(language)
        yield f"{label} {labels.get(f'{key}.{plain}', Text(plain, plain)).within(language)}"


def _story(match: Match, position: Position, names: list[str], language: str) -> Iterator[str]:
    """Yield every event with its seq and time of day, grouped by day, in UTC."""
    day = ""
    for _, event, _ in history(match, position, SPECTATOR, after=0):
        line = sentence(position, event, names, language)
        if line["at"][:10] != day:
            day = line["at"][:10]
            yield f"{day} (UTC)"
        yield f"{line['seq']:>5}  {line['at'][11:19]}  {line['text']}"


def _ranking(position: Position, names: list[str], language: str) -> Iterable[str]:
    if position.outcome is None:
        return ()
    lines, place = [f"{_RANKING.within(language)}{_SPACE.within(language)}:"], 1
    for group in position.outcome.ranking:
        who: Any = listed([names[seat] for seat in group])
        lines.append(f"  {place}. {who.within(language)}")
        place += len(group)
    return lines
