"""What the workers of all matches do when beat wakes them."""

from events import tasks


def sweep_all() -> int:
    """Settle all that is due and play the bots; return how many matches there were."""
    swept: int = tasks.sweep() + tasks.sweep_bots()
    return swept
