"""Invitations that are answered by mail."""

from email.message import EmailMessage

import pytest

from events import tasks
from events.models import Invitation, Match, Player
from tests.support.mailbox import Mailbox, deliver, everything_due, text_of
from tests.support.people import Person, new_address, open_match
from tests.support.post_office import PostOffice

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")


def invited(office: PostOffice, address: str) -> tuple[str, EmailMessage]:
    """A match to which an address is invited, and the mail that says so."""
    anna = Person.account("Anna")
    match = open_match(anna, 2, visibility="private")["id"]
    assert anna.post(f"matches/{match}/invitations", {"email": address}).status_code == 201
    everything_due()
    return match, office.mails_to(address)[-1]


def answer(port: int, mail: EmailMessage, sender: str, line: str) -> tuple[int, bytes] | None:
    message = EmailMessage()
    message["From"], message["To"] = sender, mail["Reply-To"]
    message.set_content(line)
    return deliver(port, message, str(mail["Reply-To"]), sender)


def test_a_yes_takes_a_seat_and_a_no_declines(box: Mailbox, post_office: PostOffice) -> None:
    match, mail = invited(post_office, box.address)
    assert "“yes” to accept" in text_of(mail)
    assert answer(box.port, mail, box.address, "what?") is None
    tasks.send_mails()
    assert "I did not understand" in post_office.mails_to(box.address)[-1].get_content()
    assert answer(box.port, mail, box.address, "Hello,\n\nYes, thank you!") is None
    found = Match.objects.get(id=match)
    assert (found.status, found.seats.filter(player=box.player).count()) == ("running", 1)
    match, mail = invited(post_office, box.address)
    assert answer(box.port, mail, box.address, "non merci") is None
    assert not Invitation.objects.filter(match=match, invitee=box.player).exists()
    assert Match.objects.get(id=match).status == "open"


def test_an_address_without_an_account_gets_one_by_its_yes(
    post_office: PostOffice, mail_port: int
) -> None:
    address = new_address()
    match, mail = invited(post_office, address)
    refused = answer(mail_port, mail, "eve@example.org", "yes")
    assert refused is not None
    assert refused[0] == 550
    assert not Player.objects.filter(email=address).exists()
    assert answer(mail_port, mail, address, "oui") is None
    player = Player.objects.get(email=address)
    assert Match.objects.get(id=match).seats.filter(player=player).exists()
    assert answer(mail_port, mail, address, "oui") is None, "a repeat is told so"
    assert Player.objects.filter(email=address).count() == 1
