"""Accounts with an address: signing in and up, guests who become accounts or join them."""

from typing import Any

import pytest
from django.utils import timezone

from events.models import Device, Endpoint, Match, Outbox, Player
from events.players.devices import device_sign_in
from events.proof.log_check import chain_fault
from tests.api.accounts.test_codes import confirm, nonce_for, refused
from tests.proofs.second_verifier import verified
from tests.support.people import (
    Person,
    first_choice,
    full_table,
    new_address,
    new_key,
    open_match,
    play_to_the_end,
)
from tests.support.post_office import PostOffice, post_office, sign_in
from tests.support.races import at_once
from tests.support.services.databases import on_each_database

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")
__all__ = ["post_office"]


def test_a_new_address_gets_an_account_and_the_same_one_again(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    me = anna.get("me").json()
    assert (me["email"], me["guest"], me["kind"]) == (address, False, "human")
    assert sign_in(post_office, address).player == anna.player


def test_a_new_account_has_the_time_zone_of_its_first_device(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address, time_zone="Europe/Paris")
    assert anna.get("me").json()["time_zone"] == "Europe/Paris"
    again = sign_in(post_office, address, time_zone="America/Montreal")
    assert again.get("me").json()["time_zone"] == "Europe/Paris"


def test_a_guest_becomes_the_account_of_a_new_address(post_office: PostOffice) -> None:
    guest = Person.guest("Zoé")
    match = open_match(guest, 2, bots=1)["id"]
    address = new_address()
    anna = sign_in(post_office, address, guest)
    assert anna.player == guest.player
    assert guest.get("me").status_code == 401, "the guest's token is revoked"
    me = anna.get("me").json()
    assert (me["name"], me["guest"], me["email"]) == ("Zoé", False, address)
    assert anna.match(match)["you"] == 0


def test_a_merged_guest_keeps_its_matches_and_plays_on(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    match, (guest, other) = full_table(2)
    elsewhere = Person(second_token(guest), guest.player)
    Match.objects.filter(id=match).update(visibility="private")
    again = sign_in(post_office, address, guest)
    assert again.player == anna.player != guest.player
    assert guest.get("me").status_code == 401, "the token that was sent is revoked"
    for device in (anna, elsewhere, again):
        shown = device.match(match)
        assert (shown["you"], shown["seats"][0]["player"]["id"]) == (0, anna.player)
    play_to_the_end(match, [anna, other])
    assert chain_fault(Match.objects.get(id=match)) is None
    verified(anna.get(f"matches/{match}/export").json())
    merged = Player.objects.get(id=guest.player)
    assert (merged.name, merged.left_at is None) == ("", False)
    told = Outbox.objects.filter(match_id=match).values_list("recipient_id", flat=True)
    assert set(told) == {anna.player, other.player}


def second_token(person: Person) -> str:
    """The token of another device of somebody."""
    return device_sign_in(player=Player.objects.get(id=person.player), name="other")[0]


def test_a_browser_is_still_told_after_its_guest_has_signed_in(post_office: PostOffice) -> None:
    guest = Person.guest()
    endpoint = Endpoint.objects.create(
        player_id=guest.player,
        device=Device.objects.get(player_id=guest.player),
        channel=Endpoint.Channel.PUSH,
        url="https://push.example.org/x",
        keys="{}",
        created_at=timezone.now(),
    )
    anna = sign_in(post_office, new_address(), guest)
    endpoint.refresh_from_db()
    assert endpoint.device == Device.objects.get(player_id=anna.player)


def test_a_merged_guest_takes_along_everything(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    match, (guest, other) = full_table(2)
    guest.post(f"matches/{match}/messages", {"text": "Bonjour"})
    guest.post(f"players/{other.player}/mute")
    guest.post(f"players/{anna.player}/block")
    sign_in(post_office, address, guest)
    data = anna.get("me/export").json()
    assert [message["text"] for message in data["messages"]] == ["Bonjour"]
    assert [row["player"] for row in data["blocks"]] == [other.player]
    assert [row["id"] for row in data["matches"]] == [match]
    assert Device.objects.filter(player_id=guest.player).count() == 0
    for model, name in guest_rows():
        assert not model.objects.filter(**{name: guest.player}).exists(), (model, name)


def guest_rows() -> list[tuple[Any, str]]:
    relations: Any = Player._meta.get_fields(include_hidden=True)
    return [(r.related_model, r.field.name) for r in relations if r.one_to_many]


def test_a_move_repeated_after_the_merge_gets_its_first_answer(post_office: PostOffice) -> None:
    address, key = new_address(), new_key()
    anna = sign_in(post_office, address)
    match, people = full_table(2)
    guest = people[people[0].match(match)["awaiting"][0]]
    move = first_choice(guest.match(match))
    first = guest.play(match, move, key)
    sign_in(post_office, address, guest)
    again = anna.play(match, move, key)
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"


def test_the_same_key_used_by_both_does_not_hinder_a_merge(post_office: PostOffice) -> None:
    address, key = new_address(), new_key()
    anna, guest = sign_in(post_office, address), Person.guest()
    new = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    own = anna.post("matches", new, key)
    guests = guest.post("matches", new | {"seats": 3}, key)
    assert guests.status_code == 201
    sign_in(post_office, address, guest)
    assert anna.post("matches", new, key).content == own.content
    assert refused(anna.post("matches", new | {"seats": 3}, key), 422, "idempotency_key_reused")


def test_a_merge_brings_nothing_faded_back(post_office: PostOffice) -> None:
    """The account's key displaces the guest's latest response; an earlier one is not the latest."""
    address, late = new_address(), new_key()
    anna = sign_in(post_office, address)
    new = {"game": "bonbons", "seats": 2, "visibility": "public"}
    assert anna.post("matches", new, late).status_code == 201
    match, (guest, other) = full_table(2, game="bonbons", options={"memory": "table"})
    responses, keys = [], [new_key(), late]
    while keys:
        shown = guest.match(match)
        if not shown["choices"]:
            assert other.play(match, first_choice(other.match(match))).status_code == 201
            continue
        move = first_choice(shown)
        key = keys.pop(0)
        responses.append((key, move, guest.play(match, move, key)))
    sign_in(post_office, address, guest)
    key, move, first = responses[0]
    again = anna.play(match, move, key)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.json()["receipt"] == first.json()["receipt"]
    assert again.json()["match"] | {"server_time": ""} == anna.match(match) | {"server_time": ""}


def test_who_sits_twice_in_one_match_is_not_merged(post_office: PostOffice) -> None:
    address = new_address()
    anna, guest = sign_in(post_office, address), Person.guest()
    match = open_match(anna, 2)["id"]
    guest.post(f"matches/{match}/join")
    nonce = nonce_for(address)
    code = post_office.code_for(address)
    tokens = Device.objects.count()
    answer = confirm(address, code, nonce, guest)
    assert refused(answer, 409, "already_seated")
    assert answer.json()["match"] == match
    assert match in answer.json()["detail"]
    assert Device.objects.count() == tokens
    assert guest.get("me").json()["guest"]
    assert [seat["player"]["id"] for seat in anna.match(match)["seats"]] == [
        anna.player,
        guest.player,
    ]
    assert (
        confirm(address, code, nonce).status_code == 200
    )  # the code is still good without the guest


def test_a_full_account_just_signs_in_as_another(post_office: PostOffice) -> None:
    anna, bruno = sign_in(post_office, new_address()), new_address()
    match = open_match(anna, 2)["id"]
    other = sign_in(post_office, bruno, anna)
    assert other.player != anna.player
    assert (anna.match(match)["you"], other.match(match)["you"]) == (0, None)


@on_each_database
def test_merging_while_others_play_breaks_nothing(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    match, (guest, other) = full_table(2)
    nonce = nonce_for(address)
    code = post_office.code_for(address)

    def play(person: Person) -> Any:
        shown = person.match(match)
        return person.play(match, first_choice(shown)) if shown["choices"] else None

    answers = at_once([lambda: confirm(address, code, nonce, guest)] + [lambda: play(other)] * 3)
    assert answers[0].status_code == 200
    play_to_the_end(match, [anna, other])
    assert chain_fault(Match.objects.get(id=match)) is None


def test_sign_in_answers_are_not_to_be_stored(post_office: PostOffice) -> None:
    address = new_address()
    nonce = nonce_for(address)
    confirmed = confirm(address, post_office.code_for(address), nonce)
    guest = Person().post("auth/guest")
    assert confirmed.headers["Cache-Control"] == guest.headers["Cache-Control"] == "no-store"
    assert confirmed.json().keys() == guest.json().keys() == {"token", "expires_at", "player"}


def test_an_invitation_mailed_before_the_account_is_found_with_it(
    post_office: PostOffice,
) -> None:
    anna, address = sign_in(post_office, new_address()), new_address()
    match = open_match(anna, 2, visibility="private")["id"]
    anna.post(f"matches/{match}/invitations", {"email": address})
    newcomer = sign_in(post_office, address)
    assert [one["id"] for one in newcomer.get("me/invitations").json()["results"]] == [match]
    assert newcomer.post(f"matches/{match}/join").status_code == 200
