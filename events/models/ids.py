"""Random ids for public use."""

import uuid


def random_id() -> str:
    """Return a new public id that reveals nothing, a UUID of version 4."""
    return str(uuid.uuid4())
