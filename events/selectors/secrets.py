"""The secrets of a match for an administrator; each reading is recorded."""

from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct, structs

from events.log.archive import archived_answers
from events.log.rows import LogQuery
from events.models import Match, SealedAnswer, SecretRead, Secrets

_LOG = LogQuery("full")


class Hidden(Struct, frozen=True):
    """Everything that only the server knows of a match."""

    server_seed: str
    events: list[dict[str, Any]]
    sealed: list[dict[str, Any]]


@transaction.atomic
def secrets_read(*, match_id: str, administrator: str) -> Hidden:
    """Return the match's secrets and record the reading permanently."""
    match = Match.objects.get(id=match_id)
    SecretRead.objects.create(
        match=match, version=match.version, administrator=administrator, at=timezone.now()
    )
    sealed = SealedAnswer.objects.filter(match=match).order_by("id")
    answers = [dict(answer) for answer in sealed.values("seat", "asked", "move", "at")]
    return Hidden(
        server_seed=Secrets.objects.get(match=match).server_seed,
        events=[msgspec.json.decode(row.full) for row in _LOG.rows(match.id, last=match.version)],
        sealed=answers or [structs.asdict(one) for one in archived_answers(match.id)],
    )
