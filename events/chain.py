"""Whether a match's log is what its hashes say."""

from events import fairness
from events.feed import payloads_of
from events.models import LoggedEvent, Match, Secrets
from events.position import before_the_log


def chain_fault(match: Match) -> str | None:
    """The first thing that is wrong with a match's log, or None."""
    server_seed = bytes.fromhex(Secrets.objects.get(match=match).server_seed)
    head = before_the_log(match, server_seed).head
    if fairness.commitment(match.id, match.ruleset, server_seed).hex() != match.commitment:
        return "the seed does not fit the commitment"
    seq = 0
    for row in LoggedEvent.objects.filter(match=match).order_by("seq").iterator():
        seq += 1
        slots = fairness.slots(server_seed, row.seq, payloads_of(row))
        leaf = fairness.leaf(row.seq, row.public.encode(), slots)
        if row.seq != seq:
            return f"event {seq} is missing"
        if leaf.hex() != row.leaf:
            return f"event {seq} was changed"
        if row.previous != head or row.hash != fairness.next_head(bytes.fromhex(head), leaf).hex():
            return f"event {seq} does not follow the one before it"
        head = row.hash
    if (match.version, match.head) != (seq, head):
        return "the head is not that of the log"
    return None
