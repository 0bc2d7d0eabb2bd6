"""The body of a request for a standing answer."""

from typing import Any

from api.requests.common import Form
from events.seats.standing_answers import Until


class NewStanding(Form, frozen=True):
    """An answer, and how long it stands: until it is changed, or until one's next turn."""

    move: dict[str, Any]
    """The answer: a move without fields that the game allows in advance, such as `believe`."""
    until: Until | None = None
    """How long the answer stands; by default until it is `changed`."""
