"""Bodies of requests about cups."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from api.requests.common import Form, Id, Name

ClockPreset = Literal["blitz", "fast", "slow"]
"""How much time each player of a cup has at a table.

blitz: 24 hours at the start, 4 more with each move, at most 72.
fast: 72 hours at the start, 12 more with each move, at most 120.
slow: 72 hours at the start, 36 more with each move, at most 240.
"""
Size = Annotated[int, Meta(ge=2, le=6)]


class NewCup(Form, frozen=True):
    """A cup to be opened for a circle."""

    circle: Id
    """The id of a circle of yours, whose members can enter the cup."""
    name: Name
    """The name that they see; no link or domain."""
    game: str
    """The game's `id`, as `GET games` lists it."""
    seats: Size
    """The size that tables have if the number of players allows."""
    sizes: Annotated[tuple[Size, ...], Meta(min_length=1, max_length=5)] | None = None
    """All sizes that tables may have, `seats` among them; by default those of the game from 3 on,
    for `seats` of 2 only that."""
    rounds: Annotated[int, Meta(ge=1, le=12)] | None = None
    """How many rounds there are, by default 3; with `rolling`, how many tables each plays at
    most."""
    days: Annotated[int, Meta(ge=1, le=90)] | None = None
    """How long the cup lasts, by default 14; its last day is the last deadline of all its tables,
    and each round has an equal share of at most 28 days."""
    starts_in: Annotated[int, Meta(ge=0, le=720)] | None = None
    """After how many hours it starts by itself, by default 72, if enough have entered; you may
    start it before."""
    places: Annotated[int, Meta(ge=2, le=256)] | None = None
    """How many play, by default 64; further entrants wait for a place."""
    rolling: bool | None = None
    """Whether a table is seated as soon as enough players are free, instead of in rounds; by
    default not."""
    options: dict[str, Any] | None = None
    """Options of the game at every table, valid against `options` of the game."""
    clock: ClockPreset | None = None
    """How much time each player has at a table, by default `fast`; bots stand in for players who
    are late."""
