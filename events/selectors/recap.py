"""The events of a match as sentences, limited to what one reader may know now."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils import timezone

from events.log.append import Entry
from events.log.envelope import (
    PLATFORM,
    MatchCancelled,
    MatchFinished,
    MatchStarted,
    SeatResigned,
    SeatReturned,
    SeatTakenOver,
    SeatTimedOut,
    TimeGiven,
    timestamp,
    unpack,
)
from events.log.fairness import contribution
from events.log.position import Position, position_at_head
from events.log.read import MOST_PER_PAGE, log_rows, read
from events.models import LoggedEvent, Match, Seat
from events.seats.rows import seats_of, sitters_json
from events.selectors.unread import read_to
from games.contract import SPECTATOR, Event, Horizon, Text, Viewer
from games.words import READER, You, does, labels_of, listed, typeset

RECAP_LENGTH = 60
"""How many of the latest sentences are told again when older ones may read differently now."""


def recap_json(match: Match, viewer: Viewer, *, after: int | None, language: str) -> dict[str, Any]:
    """Return a page of sentences about the events after a seq, by default the unread ones."""
    position = position_at_head(match)
    if after is None:
        after = _default_after(match, position, viewer)
    rows = log_rows(match, position, after=after, most=MOST_PER_PAGE)
    return _recap_json(match, position, viewer, rows, seats_of(match), after, language)


def turn_recap_json(
    match: Match,
    seats: Sequence[Seat],
    before: Position,
    after: Position,
    viewer: Viewer,
    entries: Sequence[Entry],
    language: str,
) -> dict[str, Any]:
    """Return sentences about a turn that is being logged; if it made older events read differently
    to this viewer, about the latest RECAP_LENGTH events."""
    start, rows = before.version, list[LoggedEvent | Entry](entries)
    if memory_of(before, viewer) != memory_of(after, viewer):
        start = max(0, after.version - RECAP_LENGTH)
        rows = [*log_rows(match, before, after=start), *rows]
    return _recap_json(match, after, viewer, rows, seats, start, language)


def memory_of(position: Position, viewer: Viewer) -> tuple[Viewer, Horizon]:
    """Return what old events' sentences depend on: while it is the same, so are they."""
    return position.reader(viewer), position.horizon(viewer)


def _recap_json(
    match: Match,
    position: Position,
    viewer: Viewer,
    rows: Sequence[LoggedEvent | Entry],
    seats: Sequence[Seat],
    after: int,
    language: str,
) -> dict[str, Any]:
    names = names_for_reader(_names(match, seats), viewer, language)
    events = read(match, position, viewer, rows)
    sentences = [sentence(position, event, names, language) for _, event, _ in events]
    return {
        "after": after,
        "version": position.version,
        "sentences": sentences,
        "has_more": after + len(sentences) < position.version,
        "server_time": timestamp(timezone.now()),
    }


def names_at(match: Match) -> list[str]:
    """Return the current name of each seat's player, even for old events."""
    return _names(match, seats_of(match))


def names_for_reader(names: list[str], reader: Viewer, language: str) -> list[str]:
    """Return the names of a table as sentences to one seat use them: the reader is “you”."""
    you = READER.within(language)
    return [you if seat == reader else name for seat, name in enumerate(names)]


def _names(match: Match, seats: Sequence[Seat]) -> list[str]:
    return [str(one["name"]) if one else "" for one in sitters_json(match.game, seats)]


def _default_after(match: Match, position: Position, viewer: Viewer) -> int:
    """Return the seq the viewer has read up to; spectators have no read mark: the last page."""
    if viewer == SPECTATOR:
        return max(0, position.version - MOST_PER_PAGE)
    return read_to(match, viewer)


def sentence(
    position: Position, readable: dict[str, Any], names: list[str], language: str
) -> dict[str, Any]:
    """Turn one event, as its reader may know it, into a sentence."""
    envelope, event = unpack(position.game, msgspec.json.encode(readable))
    if isinstance(event, PLATFORM):
        text = platform_recap(event, names, labels_of(position.game))
    else:
        text = position.game.words.recap(event, names)
    return {"seq": envelope.seq, "at": envelope.at, "text": typeset(text, language)}


def platform_recap(event: Event, names: Sequence[str], labels: Mapping[str, Text]) -> Text:
    """Return the sentence for a platform event; `labels` are the game's."""
    match event:
        case MatchStarted():
            return _started(event, names)
        case SeatTimedOut(seat=seat):
            return Text(
                f"{does(names[seat], 'n’a', 'n’avez')} pas joué à temps.",
                f"{names[seat]} ran out of time.",
            )
        case SeatTakenOver(seat=seat):
            return Text(
                f"Un robot joue pour {names[seat]} en attendant.",
                f"A bot plays for {names[seat]} in the meantime.",
            )
        case SeatReturned(seat=seat):
            return Text(
                f"{does(names[seat], 'est', 'êtes')} de retour.",
                f"{does(names[seat], 'is', 'are')} back.",
            )
        case SeatResigned(seat=seat):
            return Text(
                f"{does(names[seat], 'quitte', 'quittez')} la partie.",
                f"{does(names[seat], 'has', 'have')} left the match.",
            )
        case TimeGiven(seat=seat, to=to) if seat == to:
            return Text(
                f"{does(names[seat], 'prend', 'prenez')} une heure de vacances.",
                f"{does(names[seat], 'takes', 'take')} an hour of vacation.",
            )
        case TimeGiven(seat=seat, to=to):
            return Text(
                f"{does(names[seat], 'donne', 'donnez')} plus de temps à {names[to]}.",
                f"{does(names[seat], 'gives', 'give')} {names[to]} more time.",
            )
        case MatchCancelled():
            return Text(
                "La partie est annulée, sans résultat.", "The match is cancelled, without a result."
            )
        case MatchFinished():
            return _finished(event, names, labels)
    raise LookupError(f"no words for {type(event).__name__}")


def _started(event: MatchStarted, names: Sequence[str]) -> Text:
    who, seeds = listed(list(names)), zip(event.seed_commitments, event.seeds, strict=True)
    begins = Text(f"La partie commence : {who.fr}.", f"The match begins: {who.en}.")
    held = [contribution(*seed) for seed in seeds].count("withheld")
    if not held:
        return begins
    fr = "1 place a retenu son nombre" if held == 1 else f"{held} places ont retenu leur nombre"
    en = "1 seat" if held == 1 else f"{held} seats"
    return Text(
        f"{begins.fr} {fr} : la donne a pu être choisie parmi {2**held}.",
        f"{begins.en} {en} withheld: the deal could have been picked among {2**held}.",
    )


def _finished(event: MatchFinished, names: Sequence[str], labels: Mapping[str, Text]) -> Text:
    winners = [names[seat] for seat in event.winners]
    who, several = listed(winners), len(winners) > 1
    yours = any(isinstance(name, You) for name in winners)
    wins = Text(
        "gagnez" if yours else "gagnent" if several else "gagne",
        "win" if yours or several else "wins",
    )
    reason = labels.get(f"reason.{event.reason}")
    why = Text(f" ({reason.fr})", f" ({reason.en})") if reason else Text("", "")
    return Text(
        f"La partie est finie : {who.fr} {wins.fr}{why.fr}.",
        f"The match is over: {who.en} {wins.en}{why.en}.",
    )
