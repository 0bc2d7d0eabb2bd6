"""Answers that stand for questions to come, as they are asked for."""

from typing import Any

from api.shapes.common import Form
from events.standing.kept import Until


class NewStanding(Form, frozen=True):
    """An answer, and how long it stands: until it is changed, or until one's next turn."""

    move: dict[str, Any]
    until: Until = "changed"
