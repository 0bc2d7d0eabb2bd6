"""Past positions of a match, without folding its log from the beginning.

A process caches a position (checkpoint) for every EVERY events of the matches last replayed. They
derive from the log alone and carry its hashes, so they never go out of date.
"""

from functools import partial
from typing import Any

from django.db import transaction
from msgspec.structs import replace

from events.database.cache import LruCache
from events.log.position import Position, Row, blank_position, fold_rows
from events.log.rows import LogQuery
from events.models import Match, Secrets

EVERY = 32
"""Events between two checkpoints: the most that a replay reads and folds beside its own."""
CACHE_SIZE = 128
"""Matches; `python -m bench.replay` measures the memory of one."""

_FOLDED = LogQuery(*Row._fields, "hash")
Checkpoints = tuple[Position, ...]
"""The checkpoints: positions after 0, EVERY, 2 × EVERY … events, as far as was replayed."""

checkpoint_cache: LruCache[Checkpoints] = LruCache(CACHE_SIZE)


def positions_between(match: Match, *, first: int, last: int) -> list[Position]:
    """Return the positions after the events `first` to `last`; 0 is the one before the log."""
    checkpoints = checkpoint_cache.get(match.id) or _no_checkpoints(match)
    found = _fold_from(match, checkpoints, first, last)
    if found is None:  # a different history, as after restoring a backup
        found = _fold_from(match, _no_checkpoints(match), first, last)
        assert found is not None, "without a checkpoint, every log can be folded"
    passed, extended = found
    if extended is not checkpoints:
        transaction.on_commit(partial(checkpoint_cache.put, match.id, extended))
    return passed[-(last - first + 1) :]


def _no_checkpoints(match: Match) -> Checkpoints:
    seed = Secrets.objects.values_list("server_seed", flat=True).get(match_id=match.id)
    return (blank_position(match, bytes.fromhex(seed)),)


def _fold_from(
    match: Match, checkpoints: Checkpoints, first: int, last: int
) -> tuple[list[Position], Checkpoints] | None:
    """Fold from the last checkpoint at or before `first` up to `last`.

    Returns the positions passed and the extended checkpoints; None if these are of another log.
    """
    position = checkpoints[min(first // EVERY, len(checkpoints) - 1)]
    rows = _rows(match, position.version, last)
    if position.version and (not rows or rows.pop(0)[-1] != position.head):
        return None
    passed = [position]
    for row in rows:
        position = replace(fold_rows(match, position, [Row(*row[:-1])]), head=row[-1])
        passed.append(position)
        if position.version == len(checkpoints) * EVERY:
            checkpoints = (*checkpoints, position)
    return passed, checkpoints


def _rows(match: Match, first: int, last: int) -> list[tuple[Any, ...]]:
    """The columns to fold of the events `first` to `last`, each row with its hash at the end."""
    rows = _FOLDED.rows(match.id, after=max(first - 1, 0), last=last)
    return [(row.full, row.draws, row.cause, row.previous, row.hash) for row in rows]
