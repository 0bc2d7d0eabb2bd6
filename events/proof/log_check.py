"""Check that logs match their hashes, draws and columns, and lead to their match's head."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, Sum
from msgspec.structs import replace

from events.database.queries import iterate_ids
from events.log import fairness
from events.log.archive import columns_of
from events.log.envelope import unpack
from events.log.position import Position, Row, blank_position, fold_rows
from events.log.read import payloads_of
from events.log.receipts import key_id_of, signing_keys
from events.log.rows import EVERY_EVENT, LogQuery
from events.models import ArchivedLog, LoggedEvent, Match, Secrets
from events.seats.locks import match_lock
from games.chance import Draw, ProvableChance
from games.registry import RegistryError

UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, msgspec.MsgspecError)
"""The exceptions that reading malformed data raises."""


_LOG = LogQuery()


class Fault(NamedTuple):
    """What is wrong with an event, with a match as a whole, or outside of any match."""

    match_id: str | None
    seq: int | None
    what: str

    def __str__(self) -> str:
        named = (("match", self.match_id), ("event", self.seq))
        where = ", ".join(f"{kind} {name}" for kind, name in named if name is not None)
        return f"{where}: {self.what}" if where else self.what


def log_faults(match: Match) -> list[Fault]:
    """Return everything that is wrong with a match's log.

    A log with faults is checked again with the match locked, so that a concurrent move is not
    reported as a fault.
    """
    if not list(_faults(match)):
        return []
    with transaction.atomic():
        return list(_faults(match_lock(match.id)))


def logs_check() -> Iterator[tuple[int, list[Fault]]]:
    """Yield for every match its number of events and its faults.

    Last come the faults outside of any match: logs without a match, and wrong signing keys.
    """
    for match_id in iterate_ids(Match.objects.all()):
        match = Match.objects.get(id=match_id)
        yield match.version, log_faults(match)
    yield 0, [*_orphans(), *_wrong_keys()]


def logs_length() -> int:
    """Return the number of events to check."""
    return Match.objects.aggregate(all=Sum("version"))["all"] or 0


def chain_fault(match: Match) -> str | None:
    """Return the first fault of a match's log as text, or None."""
    fault = next(_faults(match), None)
    return str(fault) if fault else None


def _faults(match: Match) -> Iterator[Fault]:
    try:
        server_seed = bytes.fromhex(Secrets.objects.get(match_id=match.id).server_seed)
        if fairness.commitment(match.id, match.ruleset, server_seed).hex() != match.commitment:
            yield Fault(match.id, None, "its seed does not match its commitment")
        checker = _LogChecker(match, blank_position(match, server_seed))
    except (Secrets.DoesNotExist, RegistryError, *UNREADABLE) as error:
        yield Fault(match.id, None, f"it cannot be checked: {error}")
        return
    try:
        rows = _LOG.rows(match.id, last=EVERY_EVENT)
        yield from _archive_faults(match, rows)
    except UNREADABLE as error:
        yield Fault(match.id, None, str(error))
        return
    for row in rows:
        if fault := checker.step(row):
            yield Fault(match.id, row.seq, fault)
    if (match.version, match.head) != (checker.seq, checker.head):
        yield Fault(match.id, None, f"its head is not that of event {checker.seq}, its last")


def _archive_faults(match: Match, rows: Sequence[LoggedEvent]) -> Iterator[Fault]:
    archive = ArchivedLog.objects.filter(match_id=match.id).first()
    in_table = LoggedEvent.objects.filter(match_id=match.id).exists()
    if bool(archive) != bool(match.archived_at) or (archive and in_table):
        yield Fault(match.id, None, "it is not clear whether its log is archived")
    elif archive and any(getattr(archive, name) != own for name, own in columns_of(rows).items()):
        yield Fault(match.id, None, "its archive differs from its contents")


def _orphans() -> Iterator[Fault]:
    known = Exists(Match.objects.filter(id=OuterRef("match_id")))
    orphans = LoggedEvent.objects.filter(~known).order_by("match_id")
    for match_id in orphans.values_list("match_id", flat=True).distinct():
        yield Fault(match_id, None, "there is a log without a match")


def _wrong_keys() -> Iterator[Fault]:
    """Yield keys whose id is not their digest, by which receipts name them."""
    for key in signing_keys():
        if key_id_of(key.public) != key.key_id:
            yield Fault(None, None, f"the digest of the signing key {key.key_id} differs")


class _LogChecker:
    """Checks a log event by event; a fault in one does not cause faults in those after it."""

    def __init__(self, match: Match, start: Position) -> None:
        self._match = match
        self._server_seed = start.server_seed
        self._position: Position | None = start
        """None after a fault: with nothing to fold from, only hashes are compared."""
        self.seq, self.head = 0, start.head

    def step(self, row: LoggedEvent) -> str | None:
        """Check the next event and return what is wrong with it, or None."""
        expected, before = self.seq + 1, self.head
        self.seq, self.head = row.seq, row.hash
        try:
            fault = self._hash_fault(row, expected, before) or self._replay_fault(row)
        except UNREADABLE as error:
            fault = f"it cannot be read: {error!r}"
        if fault:
            self._position = None
        return fault

    def _hash_fault(self, row: LoggedEvent, expected: int, before: str) -> str | None:
        slots = fairness.slots(self._server_seed, row.seq, payloads_of(row))
        leaf = fairness.leaf(row.seq, row.public.encode(), slots)
        if row.seq != expected:
            return f"event {expected} is missing before it"
        if leaf.hex() != row.leaf:
            return "its content does not match its leaf hash"
        if row.previous != before:
            return "it does not follow the event before it"
        if row.hash != fairness.next_head(bytes.fromhex(before), leaf).hex():
            return "its hash does not follow from its content and the hash before it"
        return None

    def _replay_fault(self, row: LoggedEvent) -> str | None:
        if self._position is None:
            return None
        envelope, _ = unpack(self._position.game, row.full)
        columns = (row.seq, row.type, row.schema, row.at, row.actor)
        if columns != (envelope.seq, envelope.type, envelope.schema, envelope.at, envelope.actor):
            return "its columns differ from its content"
        if row.draws and not self._draws_match(self._position, row.draws):
            return "its draws are not those that the seeds give"
        folding = Row(row.full, row.draws, row.cause, row.previous)
        self._position = replace(fold_rows(self._match, self._position, [folding]), head=row.hash)
        return None

    def _draws_match(self, position: Position, draws: str) -> bool:
        """Whether these are the draws that the seeds give next."""
        chance = ProvableChance(position.key, position.drawn)
        stored = msgspec.json.decode(draws, type=list[Draw])
        for draw in stored:
            if draw.op == "below":
                chance.below(draw.n, draw.label)
            else:
                chance.shuffle(range(draw.n), draw.label)
        return chance.draws == stored
