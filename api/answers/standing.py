"""Answers that stand for questions to come, for whoever has given them."""

from msgspec import Struct

from api.answers.common import Move
from events.standing.kept import Until


class StandingShown(Struct):
    """What is answered in advance, and how long: until it is changed, or until one's next turn."""

    move: Move
    until: Until


class StandingAnswer(Struct):
    """What stands for questions to come; null when nothing does."""

    standing: StandingShown | None
