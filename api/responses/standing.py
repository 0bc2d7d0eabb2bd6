"""Answers about standing answers, for the player who has given them."""

from msgspec import UNSET, Struct, UnsetType

from api.responses.common import Move
from api.responses.matches import Receipt
from events.seats.standing_answers import Until


class StandingShown(Struct):
    """An answer that you have given in advance."""

    move: Move
    """The move that is made for you whenever it is legal."""
    until: Until
    """How long the answer stands."""


class StandingAnswer(Struct):
    """Your standing answer for questions to come."""

    standing: StandingShown | None
    """What is answered for you; null when nothing is."""
    receipt: Receipt | UnsetType = UNSET
    """The signed receipt; only if a question that was open now has been answered too."""
