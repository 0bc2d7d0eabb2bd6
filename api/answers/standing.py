"""Answers that stand for questions to come, for whoever has given them."""

from msgspec import UNSET, Struct, UnsetType

from api.answers.common import Move
from api.answers.matches import Receipt
from events.standing.kept import Until


class StandingShown(Struct):
    """What is answered in advance, and how long: until it is changed, or until one's next turn."""

    move: Move
    until: Until


class StandingAnswer(Struct):
    """What stands for questions to come; null when nothing does. The receipt is there when it was
    the answer to an open question too."""

    standing: StandingShown | None
    receipt: Receipt | UnsetType = UNSET
