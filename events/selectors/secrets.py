"""The secrets of a match for an administrator; each reading is recorded."""

from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from events.models import LoggedEvent, Match, SealedAnswer, SecretRead, Secrets


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
    log = LoggedEvent.objects.filter(match=match, seq__lte=match.version).order_by("seq")
    sealed = SealedAnswer.objects.filter(match=match).order_by("id")
    return Hidden(
        server_seed=Secrets.objects.get(match=match).server_seed,
        events=[msgspec.json.decode(full) for full in log.values_list("full", flat=True)],
        sealed=[dict(answer) for answer in sealed.values("seat", "asked", "move", "at")],
    )
