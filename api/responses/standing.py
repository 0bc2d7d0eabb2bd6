"""Answers about standing answers, for the player who has given them."""

from msgspec import UNSET, Struct, UnsetType

from api.responses.common import Move
from api.responses.matches import Receipt
from events.seats.standing_answers import Until


class StandingShown(Struct):
    """What is answered in advance, and how long: until it is changed, or until one's next turn."""

    move: Move
    until: Until


class StandingAnswer(Struct):
    """What stands for questions to come; null when nothing does. The receipt is there when it was
    the answer to an open question too."""

    standing: StandingShown | None
    receipt: Receipt | UnsetType = UNSET
