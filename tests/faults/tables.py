"""Tables at which matches are played one after the other until the faults are over."""

import time
from collections.abc import Callable
from random import Random
from threading import Event, Thread

from msgspec import Struct

from tests.clients.tables import Json
from tests.faults.clients import Client, Recorder
from tests.support.server import PATIENCE

ABSENT = 0.3
"""How often a player lets the clock run out, where there is one."""
PATIENT = 0.3
"""How often a player does nothing before a notice has come, where there is no clock."""


class Kind(Struct):
    """What is played at a table; `seconds` for a move where there is a clock."""

    game: str
    seats: int
    bots: int = 0
    options: Json = {}
    seconds: int = 0
    most: int = 40
    """After so many moves a player resigns."""

    def opening(self) -> Json:
        """The body of the request that opens a match."""
        body: Json = {"game": self.game, "seats": self.seats, "bots": self.bots}
        if self.seconds:
            body["clock"] = {"kind": "per_move", "seconds": self.seconds}
        return body | {"options": self.options, "visibility": "unlisted"}


KINDS = (
    Kind("ciaociao", 2),
    Kind("ciaociao", 3, bots=1),
    Kind("ciaociao", 3, seconds=2),
    Kind("bonbons", 2, options={"quick": True}),
    Kind("ptipasspass", 2, most=25),
    Kind("passpass", 3, most=15, seconds=5),
    Kind("ciaociao", 4),
)


class Table:
    """People who play matches of one kind, each in a thread of its own."""

    def __init__(
        self, address: str, recorder: Recorder, kind: Kind, random: Random, hook: str
    ) -> None:
        self._kind = kind
        self._recorder = recorder
        self._hook = hook
        self._random = random
        self._address = address
        self.failure: Exception | None = None

    def play_until(self, enough: Event) -> Thread:
        """Play match after match, at least one, until it is enough; the last one to its end."""

        def matches() -> None:
            people = [self._person() for _ in range(self._kind.seats - self._kind.bots)]
            while True:
                self._match(people)
                if enough.is_set():
                    return

        thread = Thread(target=self._guarded, args=(matches,), daemon=True)
        thread.start()
        return thread

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as failure:
            self.failure = failure

    def _person(self) -> Client:
        client = Client(self._address, self._recorder, Random(self._random.getrandbits(64)))
        client.send("POST", "me/webhooks", {"url": self._hook})
        return client

    def _match(self, people: list[Client]) -> None:
        history = self._recorder.history
        creator, *others = people
        match = creator.send("POST", "matches", self._kind.opening())["id"]
        history.matches.append(match)
        for person in others:
            person.send("POST", f"matches/{match}/join", {})
        threads = []
        for person in people:
            seat = person.read(match, -1)["you"]
            history.players[f"{match}/{seat}"] = person.player
            work = (lambda person=person, seat=seat: self._seat(person, match, seat),)
            threads.append(Thread(target=self._guarded, args=work, daemon=True))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _seat(self, person: Client, match: str, seat: int) -> None:
        """Play a seat until the match is over."""
        played, shown = 0, person.read(match, seat)
        while shown["status"] == "running":
            if not shown["choices"] or shown["sealed"] is not None:
                self._wait(person, shown)
            elif played >= self._kind.most:
                person.send("POST", f"matches/{match}/resign", {})
            elif self._kind.seconds and person.random.random() < ABSENT:
                time.sleep(self._kind.seconds * 1.5)
            else:
                played += 1
                if after := person.play(shown):
                    shown = after
                    continue
            shown = person.read(match, seat)

    def _wait(self, person: Client, shown: Json) -> None:
        """Wait a little; or, if nothing else can happen, until a notice has come."""
        if self._kind.seconds or shown["sealed"] or person.random.random() > PATIENT:
            person.pause()
            return
        place, deadline = (person.player, shown["id"]), time.monotonic() + PATIENCE
        while self._recorder.latest.get(place, 0) <= shown["version"]:
            if time.monotonic() > deadline:
                return  # the checker finds out whether it was to come
            person.pause()
