"""Whether a match's log is what its hashes say, and still leads to where the match stands."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, Sum
from msgspec.structs import replace

from events import fairness
from events.feed import payloads_of
from events.models import LoggedEvent, Match, Secrets
from events.moves import match_locked
from events.position import Position, Row, before_the_log, folded
from events.record import unpacked
from events.signing import key_id_of, signing_keys
from events.walk import ids_of
from games.chance import Draw, ProvableChance
from games.registry import RegistryError

UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, msgspec.MsgspecError)
"""What reading something raises that is not of the form it was written in."""


class Fault(NamedTuple):
    """What is wrong with an event of a match, with a match as a whole, or with neither."""

    match_id: str | None
    seq: int | None
    what: str

    def __str__(self) -> str:
        named = (("match", self.match_id), ("event", self.seq))
        where = ", ".join(f"{kind} {name}" for kind, name in named if name is not None)
        return f"{where}: {self.what}" if where else self.what


def log_faults(match: Match) -> list[Fault]:
    """All that is wrong with a match's log. What looks wrong is looked at again while nobody can
    write, so that a move being made is not taken for a fault."""
    if not list(_faults(match)):
        return []
    with transaction.atomic():
        return list(_faults(match_locked(match.id)))


def logs_checked() -> Iterator[tuple[int, list[Fault]]]:
    """For every match how many events it has, and what is wrong with them; at last what belongs to
    no match, or to no receipt."""
    for match_id in ids_of(Match.objects.all()):
        match = Match.objects.get(id=match_id)
        yield match.version, log_faults(match)
    yield 0, [*_strays(), *_wrong_keys()]


def logs_length() -> int:
    """How many events there are to be checked."""
    return Match.objects.aggregate(all=Sum("version"))["all"] or 0


def chain_fault(match: Match) -> str | None:
    """The first thing that is wrong with a match's log, or None."""
    fault = next(_faults(match), None)
    return str(fault) if fault else None


def _faults(match: Match) -> Iterator[Fault]:
    try:
        server_seed = bytes.fromhex(Secrets.objects.get(match_id=match.id).server_seed)
        if fairness.commitment(match.id, match.ruleset, server_seed).hex() != match.commitment:
            yield Fault(match.id, None, "its seed does not fit its commitment")
        walk = _Walk(match, before_the_log(match, server_seed))
    except (Secrets.DoesNotExist, RegistryError, *UNREADABLE) as error:
        yield Fault(match.id, None, f"it cannot be checked: {error}")
        return
    for row in LoggedEvent.objects.filter(match_id=match.id).order_by("seq"):
        if fault := walk.step(row):
            yield Fault(match.id, row.seq, fault)
    if (match.version, match.head) != (walk.seq, walk.head):
        yield Fault(match.id, None, f"its head is not that of its log, which is event {walk.seq}")


def _strays() -> Iterator[Fault]:
    known = Exists(Match.objects.filter(id=OuterRef("match_id")))
    strays = LoggedEvent.objects.filter(~known).order_by("match_id")
    for match_id in strays.values_list("match_id", flat=True).distinct():
        yield Fault(match_id, None, "there is a log, but no such match")


def _wrong_keys() -> Iterator[Fault]:
    """Receipts name the key that they are signed with by its digest."""
    for key in signing_keys():
        if key_id_of(key.public) != key.key_id:
            yield Fault(None, None, f"the signing key {key.key_id} is not the one of that name")


class _Walk:
    """A log gone through event by event; what is wrong with one is not held against the next."""

    def __init__(self, match: Match, start: Position) -> None:
        self._match = match
        self._server_seed = start.server_seed
        self._position: Position | None = start
        """None past a fault: there is nothing left to fold from, only hashes to compare."""
        self.seq, self.head = 0, start.head

    def step(self, row: LoggedEvent) -> str | None:
        """What is wrong with the next event, if anything."""
        expected, before = self.seq + 1, self.head
        self.seq, self.head = row.seq, row.hash
        try:
            fault = self._fault(row, expected, before) or self._replay_fault(row)
        except UNREADABLE as error:
            fault = f"it cannot be read: {error!r}"
        if fault:
            self._position = None
        return fault

    def _fault(self, row: LoggedEvent, expected: int, before: str) -> str | None:
        slots = fairness.slots(self._server_seed, row.seq, payloads_of(row))
        leaf = fairness.leaf(row.seq, row.public.encode(), slots)
        if row.seq != expected:
            return f"event {expected} is missing before it"
        if leaf.hex() != row.leaf:
            return "it was changed"
        if row.previous != before:
            return "it does not follow the event before it"
        if row.hash != fairness.next_head(bytes.fromhex(before), leaf).hex():
            return "its hash is not that of what it says"
        return None

    def _replay_fault(self, row: LoggedEvent) -> str | None:
        if self._position is None:
            return None
        envelope, _ = unpacked(self._position.game, row.full)
        columns = (row.seq, row.type, row.schema, row.at, row.actor)
        if columns != (envelope.seq, envelope.type, envelope.schema, envelope.at, envelope.actor):
            return "its columns are not what it says"
        if row.draws and not self._drawn(self._position, row.draws):
            return "what was drawn for it is not what the seeds give"
        folding = Row(row.full, row.draws, row.cause, row.previous)
        self._position = replace(folded(self._match, self._position, [folding]), head=row.hash)
        return None

    def _drawn(self, position: Position, draws: str) -> bool:
        """Whether these draws come next."""
        chance = ProvableChance(position.key, position.drawn)
        stored = msgspec.json.decode(draws, type=list[Draw])
        for draw in stored:
            if draw.op == "below":
                chance.below(draw.n, draw.label)
            else:
                chance.shuffle(range(draw.n), draw.label)
        return chance.draws == stored
