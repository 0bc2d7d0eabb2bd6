"""Where a match stood at any moment, without folding its log from the beginning.

A process keeps a position for every so many events of the matches last looked back at. They come
from the log alone and carry its hashes, so they are never out of date.
"""

from functools import partial
from typing import Any

from django.db import transaction
from msgspec.structs import replace

from events.kept import Kept
from events.models import LoggedEvent, Match, Secrets
from events.position import Position, Row, before_the_log, folded

EVERY = 32
"""Events between two kept positions: what a look back reads and folds at most, beside its own."""
MOST_KEPT = 128
"""Matches; `python -m bench.replay` says what one takes."""

Stills = tuple[Position, ...]
"""The positions after 0, EVERY, 2 × EVERY … events, as far as anybody has looked."""

kept: Kept[Stills] = Kept(MOST_KEPT)


def moments(match: Match, *, first: int, last: int) -> list[Position]:
    """The positions after the events from `first` to `last`; 0 is before the log."""
    stills = kept.get(match.id) or _none_yet(match)
    found = _told_from(match, stills, first, last)
    if found is None:  # another history, as after a backup was restored
        found = _told_from(match, _none_yet(match), first, last)
        assert found is not None, "the log begins elsewhere"
    passed, longer = found
    if longer is not stills:
        transaction.on_commit(partial(kept.put, match.id, longer))
    return passed[-(last - first + 1) :]


def _none_yet(match: Match) -> Stills:
    seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
    return (before_the_log(match, bytes.fromhex(seed)),)


def _told_from(
    match: Match, stills: Stills, first: int, last: int
) -> tuple[list[Position], Stills] | None:
    """The positions up to `last` from a kept one at or before `first` on, and the longer stills;
    None if those are not of this log."""
    position = stills[min(first // EVERY, len(stills) - 1)]
    rows = _rows(match, position.version, last)
    if position.version and (not rows or rows.pop(0)[-1] != position.head):
        return None
    passed = [position]
    for row in rows:
        position = replace(folded(match, position, [Row(*row[:-1])]), head=row[-1])
        passed.append(position)
        if position.version == len(stills) * EVERY:
            stills = (*stills, position)
    return passed, stills


def _rows(match: Match, first: int, last: int) -> list[tuple[Any, ...]]:
    """What is folded of the events from `first` to `last`, and each one's hash."""
    rows = LoggedEvent.objects.filter(match_id=match.id, seq__gte=first, seq__lte=last)
    return list(rows.order_by("seq").values_list(*Row._fields, "hash"))
