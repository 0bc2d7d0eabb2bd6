"""Tables at which somebody is to be told something."""

from typing import Any

from django.utils import timezone

from events import tasks
from events.models import Delivery, Endpoint, Outbox, Player
from events.notifications.http.outgoing import outgoing_send
from tests.support.people import Person, first_choice, full_table, new_address

INSTANT = {"email": "instant", "push": "instant", "webhook": "instant"}
DAY = {"kind": "per_move", "seconds": 24 * 3600}


def with_address(person: Person, **changes: Any) -> str:
    """Give somebody an address that is theirs, and settings."""
    address = new_address()
    Player.objects.filter(id=person.player).update(email=address, guest=False)
    if changes:
        answer = person.patch("me", changes)
        assert answer.status_code == 200, answer.content
    return address


def table(**more: Any) -> tuple[str, Person, Person]:
    """A running match of two, first who is waited for and then the other."""
    match, people = full_table(2, **more)
    turn = people[0].match(match)["awaiting"][0]
    return match, people[turn], people[1 - turn]


def forget_notices() -> None:
    """Nobody is told what has happened so far."""
    Outbox.objects.update(planned=True)
    Delivery.objects.all().delete()


def notify() -> None:
    """What the workers do: everybody is told what is due, by mail and over HTTP."""
    tasks.notify()
    outgoing_send()


def tell_of_the_turn(match: str, person: Person) -> None:
    """Owe somebody the notice of their turn once more, as if nobody had planned it."""
    Outbox.objects.filter(match_id=match, recipient_id=person.player, kind="your_turn").update(
        planned=False
    )


def due_now(person: Person) -> None:
    """Let no delivery to somebody wait any longer."""
    Endpoint.objects.filter(player_id=person.player).update(paused_until=None)
    Delivery.objects.filter(notice__recipient_id=person.player).update(at=timezone.now())


def answer(person: Person, match: str) -> None:
    """Somebody makes the first legal move."""
    done = person.play(match, first_choice(person.match(match)))
    assert done.status_code in (201, 202), done.content


def play_until_asked(match: str, person: Person, other: Person) -> None:
    """The two play until the other's move has made it somebody's turn again."""
    turns = Outbox.objects.filter(match_id=match, recipient_id=person.player, kind="your_turn")
    before = turns.count()
    while turns.count() == before:
        answer(person if person.match(match)["choices"] else other, match)


def states(person: Person, **only: Any) -> list[tuple[str, str, str]]:
    """What became of the deliveries to somebody: kind, channel and state."""
    own = Delivery.objects.filter(notice__recipient_id=person.player, **only)
    return sorted(own.values_list("notice__kind", "channel", "state"))
