"""Random values of a test: ids of rows and server seeds."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from unittest.mock import patch
from uuid import UUID

from events.matches import opening
from events.models import ids


@contextmanager
def same_draws(seed: object) -> Iterator[None]:
    """Ids and server seeds are drawn from this seed: the same in every run."""
    random = Random(f"draws {seed}")
    # Only in these modules: threads of the Redis client draw as well, in no order.
    drawn_ids = SimpleNamespace(uuid4=lambda: UUID(int=random.getrandbits(128)))
    drawn_seeds = SimpleNamespace(token_bytes=random.randbytes)
    with patch.object(ids, "uuid", drawn_ids), patch.object(opening, "secrets", drawn_seeds):
        yield
