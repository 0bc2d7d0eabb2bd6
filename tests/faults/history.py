"""The record of a run: every request of the clients, every notice they got, and every fault."""

from msgspec import Struct

from tests.clients.tables import Json


class Attempt(Struct):
    """One request of a move; without a status its outcome is unknown."""

    sent: float
    answered: float = 0.0
    status: int = 0
    digest: str = ""
    """Of the body of the answer."""
    signature: str = ""
    """Of its receipt."""

    @property
    def is_accepted(self) -> bool:
        """Whether the server has acknowledged the move."""
        return self.status in (200, 201, 202)

    @property
    def is_refused(self) -> bool:
        """Whether the server has refused the move for good."""
        return 400 <= self.status < 500 and self.status != 429


class Move(Struct):
    """A move that a client has sent, always with the version that it expected."""

    match: str
    seat: int
    key: str
    move: Json
    attempts: list[Attempt] = []
    receipt: Json = {}
    seqs: list[int] = []
    """The events of its answer."""

    @property
    def is_accepted(self) -> bool:
        """Whether any attempt was acknowledged."""
        return any(one.is_accepted for one in self.attempts)

    @property
    def is_refused(self) -> bool:
        """Whether any attempt was refused for good."""
        return any(one.is_refused for one in self.attempts)


class Read(Struct):
    """A match as a client got it, with the times of the request and of the answer."""

    match: str
    seat: int
    sent: float
    answered: float
    version: int
    head: str


class Notified(Struct):
    """A notice that has arrived."""

    id: str
    """The same at every attempt of one delivery."""
    player: str
    match: str
    seq: int
    kind: str
    at: float


class Disturbance(Struct):
    """What was done to the server, from when to when."""

    what: str
    began: float
    ended: float


class History(Struct):
    """Everything that was seen from outside in one run; times are of one monotonic clock."""

    moves: list[Move] = []
    reads: list[Read] = []
    notices: list[Notified] = []
    disturbances: list[Disturbance] = []
    players: dict[str, str] = {}
    """By match and seat, `match/seat`, the player who has a webhook."""
    matches: list[str] = []
