"""Names that tell nothing."""

import uuid


def random_id() -> str:
    """A public id that tells nothing."""
    return str(uuid.uuid4())
