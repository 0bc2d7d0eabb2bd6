"""Invitations: by link and by address, from whom, to whom, and how often."""

from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from events.models import Block, Invitation, Outbox, QueuedMail, Seat
from tests.api.matches.test_seats import code, names
from tests.support.people import Person, new_address, open_match

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


def invitations(person: Person) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = person.get("me/invitations").json()["results"]
    return listed


def test_who_missed_an_invitation_finds_it_in_a_list() -> None:
    anna, clara = Person.account(), Person.account("Clara")
    zoe = Person.account("Zoé", email="zoe6@example.org")
    assert invitations(zoe) == []
    match = open_match(anna, 3, visibility="private")["id"]
    invite = anna.post(f"matches/{match}/invitations").json()["invite"]
    clara.post(f"matches/{match}/join", {"invite": invite})
    for inviter in (anna, clara):
        inviter.post(f"matches/{match}/invitations", {"email": "zoe6@example.org"})
    kept = open_match(anna, 2)["id"]
    Seat.objects.filter(match_id=kept, number=1).update(kept_for_id=zoe.player)
    exported = zoe.get("me/export").json()["invitations"]
    assert {(one["match"], one["player"]) for one in exported} == {
        (match, anna.player),
        (match, clara.player),
    }
    newest, older = invitations(zoe)
    assert (newest["id"], newest["invited_by"]["name"]) == (kept, "Anna")
    assert (older["id"], older["invited_by"]["name"]) == (match, "Clara")
    assert names(older) == ["Anna", "Clara", None]
    first = zoe.get("me/invitations?limit=1").json()
    rest = zoe.get(f"me/invitations?limit=1&cursor={first['next']}").json()
    assert [one["id"] for one in first["results"] + rest["results"]] == [kept, match]
    assert rest["next"] is None
    assert zoe.post(f"matches/{match}/join").status_code == 200
    assert [one["id"] for one in invitations(zoe)] == [kept]
    anna.post(f"matches/{kept}/start", {"bots": True})
    assert invitations(zoe) == []
    assert invitations(anna) == invitations(Person.guest()) == []


def test_an_invitation_can_be_declined() -> None:
    anna, zoe = Person.account(), Person.account("Zoé", email="zoe7@example.org")
    match = open_match(anna, 2, visibility="private")["id"]
    by_name = {"email": "zoe7@example.org"}
    invite = anna.post(f"matches/{match}/invitations", by_name).json()["invite"]
    declined = zoe.post(f"matches/{match}/leave")
    assert (declined.status_code, declined.json()["you"]) == (200, None)
    assert invitations(zoe) == []
    assert zoe.get(f"matches/{match}").status_code == 404
    assert code(zoe.post(f"matches/{match}/join", {"invite": invite})) == (404, "match_not_found")
    assert code(zoe.post(f"matches/{match}/leave")) == (404, "match_not_found")
    anna.post(f"matches/{match}/invitations", by_name)
    assert [one["id"] for one in invitations(zoe)] == [match]
    assert zoe.post(f"matches/{match}/join").status_code == 200
    assert code(zoe.post(f"matches/{match}/leave")) == (409, "resign_instead")


def test_nobody_is_shown_an_invitation_of_whom_they_have_blocked() -> None:
    anna, zoe = Person.account(), Person.account("Zoé", email="zoe8@example.org")
    match = open_match(anna, 2, visibility="private")["id"]
    anna.post(f"matches/{match}/invitations", {"email": "zoe8@example.org"})
    zoe.post(f"players/{anna.player}/block")
    assert invitations(zoe) == []
    assert zoe.post(f"matches/{match}/leave").status_code == 200


def test_an_invitation_is_mailed_in_the_inviters_language() -> None:
    anna = Person.account(locale="fr")
    match = open_match(anna, 2)["id"]
    made = anna.post(f"matches/{match}/invitations", {"email": "New.One@example.org"})
    mail = QueuedMail.objects.get(to="new.one@example.org")
    assert mail.subject == "Anna vous invite à jouer à Ciao, ciao…"
    assert made.json()["url"] in mail.text
    assert mail.stop in mail.text
    assert Invitation.objects.get(match_id=match).inviter_id == anna.player
    assert not Outbox.objects.filter(match_id=match).exists()


def test_a_player_is_told_and_needs_no_secret() -> None:
    anna, zoe = Person.account(), Person.account("Zoé", email="zoe@example.org")
    match = open_match(anna, 2, visibility="private")["id"]
    for _ in range(2):
        anna.post(f"matches/{match}/invitations", {"email": " Zoe@example.org"})
    assert not QueuedMail.objects.filter(to="zoe@example.org").exists(), "a notice says it"
    assert Outbox.objects.get(match_id=match).recipient_id == zoe.player
    assert zoe.match(match)["you"] is None
    assert zoe.post(f"matches/{match}/join").status_code == 200


def test_who_blocked_the_inviter_hears_nothing_and_nothing_shows_it() -> None:
    anna, zoe = Person.account(), Person.account("Zoé", email="zoe2@example.org")
    Block.objects.create(
        player_id=zoe.player, other_id=anna.player, kind="block", at=timezone.now()
    )
    match = open_match(anna, 2)["id"]
    path = f"matches/{match}/invitations"
    answers = [anna.post(path, {"email": to}) for to in ("zoe2@example.org", "no@example.org")]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert {tuple(answer.json()) for answer in answers} == {("invite", "url")}
    assert not QueuedMail.objects.filter(to="zoe2@example.org").exists()
    assert not Outbox.objects.filter(match_id=match).exists()


def test_who_muted_the_inviter_is_not_told_by_name_and_finds_the_invitation() -> None:
    anna, zoe = Person.account(), Person.account("Zoé", email=(address := new_address()))
    assert zoe.post(f"players/{anna.player}/mute").status_code == 200
    anna.patch("me", {"name": "You cannot mute me"})
    match = open_match(anna, 2)["id"]
    assert anna.post(f"matches/{match}/invitations", {"email": address}).status_code == 201
    assert not Outbox.objects.filter(match_id=match).exists()
    assert [one["id"] for one in invitations(zoe)] == [match]


def test_a_guest_writes_to_nobody() -> None:
    guest, zoe = Person.guest("Buy now"), Person.account("Zoé", email="zoe9@example.org")
    match = open_match(guest, 2)["id"]
    for address in ("stranger@example.org", "zoe9@example.org"):
        refused = guest.post(f"matches/{match}/invitations", {"email": address})
        assert code(refused) == (403, "address_required")
        assert not QueuedMail.objects.filter(to=address).exists()
    assert invitations(zoe) == []
    assert guest.post(f"matches/{match}/invitations").status_code == 201, "the link is theirs"


@override_settings(INVITATIONS_PER_ADDRESS=2)
@pytest.mark.parametrize("is_known", [False, True])
def test_an_address_is_invited_only_so_often_a_day_whoever_invites(is_known: bool) -> None:
    address = new_address()
    player = Person.account(email=address).player if is_known else ""
    answers = []
    for _ in range(6):
        inviter = Person.account()
        match = open_match(inviter, 2)["id"]
        answers.append(inviter.post(f"matches/{match}/invitations", {"email": address}))
    assert {answer.status_code for answer in answers} == {201}, "nothing shows it"
    told = (
        Outbox.objects.filter(recipient_id=player)
        if is_known
        else QueuedMail.objects.filter(to=address)
    )
    assert told.count() == 2
    if is_known:
        assert Invitation.objects.filter(invitee_id=player).values("match").distinct().count() == 6


@pytest.mark.parametrize("email", ["x", "a@b", "a@b.c\nBcc: x@y.z", "", 7, "é@example.org"])
def test_what_is_no_address_is_refused(email: object) -> None:
    anna = Person.guest()
    match = open_match(anna, 2)["id"]
    answer = anna.post(f"matches/{match}/invitations", {"email": email})
    assert code(answer) == (400, "malformed")
    assert answer.json()["errors"][0]["pointer"] == "/email"


def test_who_has_the_secret_sees_a_private_match_until_it_starts() -> None:
    anna, zoe = Person.guest("Anna"), Person.guest("Zoé")
    match = open_match(anna, 2, visibility="private")["id"]
    invite = anna.post(f"matches/{match}/invitations").json()["invite"]
    other = anna.post(f"matches/{open_match(anna, 2)['id']}/invitations").json()["invite"]
    for reader in (Person(), zoe):
        shown = reader.get(f"matches/{match}", Invitation=invite)
        assert (shown.status_code, names(shown.json())) == (200, ["Anna", None])
        assert reader.get(f"matches/{match}").status_code == 404
        for wrong in ("", "x", other):
            assert reader.get(f"matches/{match}", Invitation=wrong).status_code == 404
    anna.post(f"matches/{match}/start", {"bots": True})
    for wrong in ("", "x", other):
        assert zoe.get(f"matches/{match}", Invitation=wrong).status_code == 404
    for late in (Person(), zoe):
        assert code(late.get(f"matches/{match}", Invitation=invite)) == (409, "match_not_open")
