"""Accounts with an address: codes, signing in and up, guests who become accounts or join them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.models import Letter, Match, Outbox, Player, SignInCode, StoredResponse, Token
from events.proof.log_check import chain_fault
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

pytestmark = pytest.mark.usefixtures("database", "redis_url")
__all__ = ["post_office"]


def ask(address: str, who: Person | None = None, **headers: str) -> Any:
    return (who or Person()).post("auth/email", {"email": address}, **headers)


def confirm(address: str, code: str, who: Person | None = None, **more: Any) -> Any:
    return (who or Person()).post("auth/email/confirm", {"email": address, "code": code} | more)


def refused(response: Any, status: int, code: str) -> bool:
    return (response.status_code, response.json()["code"]) == (status, code)


def test_a_new_address_gets_an_account_and_the_same_one_again(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    me = anna.get("me").json()
    assert (me["email"], me["guest"], me["kind"]) == (address, False, "human")
    SignInCode.objects.all().delete()
    assert sign_in(post_office, address).player == anna.player


def test_the_answer_is_the_same_for_an_address_known_or_not(post_office: PostOffice) -> None:
    known = new_address()
    sign_in(post_office, known)
    SignInCode.objects.all().delete()
    answers = [ask(known), ask(new_address()), ask(known)]
    assert len({(answer.status_code, answer.content) for answer in answers}) == 1
    assert answers[0].status_code == 202
    assert answers[0].headers["Cache-Control"] == "no-store"


def test_the_same_statements_are_run_for_an_address_known_or_not(post_office: PostOffice) -> None:
    known = new_address()
    sign_in(post_office, known)
    SignInCode.objects.all().delete()
    run = []
    for address in (known, new_address()):
        with CaptureQueriesContext(connection) as queries:
            ask(address)
        run.append([query["sql"].split()[:3] for query in queries])
    assert run[0] == run[1]


def test_asking_again_within_a_minute_sends_no_second_mail(post_office: PostOffice) -> None:
    address = new_address()
    ask(address)
    code = post_office.code_for(address)
    ask(address.upper())
    assert not Letter.objects.filter(to=address).exists()
    SignInCode.objects.filter(email=address).update(at=timezone.now() - timedelta(seconds=61))
    ask(address)
    newer = post_office.code_for(address)
    assert len(post_office.mails_to(address)) == 2
    if newer != code:
        assert refused(confirm(address, code), 422, "wrong_code")
    assert confirm(address, newer).status_code == 200


def test_a_code_works_once(post_office: PostOffice) -> None:
    address = new_address()
    ask(address)
    code = post_office.code_for(address)
    answers = at_once([lambda: confirm(address, code)] * 4)
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    assert Player.objects.filter(email=address).count() == 1
    assert not SignInCode.objects.filter(email=address).exists()


def test_a_code_is_good_for_fifteen_minutes_and_five_tries(post_office: PostOffice) -> None:
    late, tried = new_address(), new_address()
    ask(late), ask(tried)
    codes = {address: post_office.code_for(address) for address in (late, tried)}
    SignInCode.objects.filter(email=late).update(at=timezone.now() - timedelta(minutes=15))
    assert refused(confirm(late, codes[late]), 422, "wrong_code")
    wrong = f"{(int(codes[tried]) + 1) % 10**6:06}"
    for _ in range(5):
        assert refused(confirm(tried, wrong), 422, "wrong_code")
    assert refused(confirm(tried, codes[tried]), 422, "wrong_code")


def test_four_wrong_tries_do_no_harm_and_another_address_does_not_fit(
    post_office: PostOffice,
) -> None:
    address, other = new_address(), new_address()
    ask(address), ask(other)
    code = post_office.code_for(address)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    assert all(refused(confirm(address, wrong), 422, "wrong_code") for _ in range(4))
    if post_office.code_for(other) != code:
        assert refused(confirm(other, code), 422, "wrong_code")
    assert confirm(f" {address.upper()} ", f" {code} ").status_code == 200


def test_only_a_digest_of_the_code_is_kept(post_office: PostOffice) -> None:
    address = new_address()
    ask(address)
    code = post_office.code_for(address)
    kept = SignInCode.objects.filter(email=address).values_list()[0]
    assert code not in repr(kept)
    assert not Letter.objects.filter(to=address).exists()


@pytest.mark.parametrize(
    "address",
    [
        "", "anna", "anna@", "@example.org", "anna@example", "an na@example.org", "a@b@example.org",
        "anna@example.org\n", "anna@example.org\r\nBcc: x@example.org", "\x00anna@example.org",
        '"a\nb"@example.org', "anna@exam_ple.org", "anna@-x.org", "anna@x-.org", "é@example.org",
        "a" * 65 + "@example.org", "a@" + "b." * 130 + "org", "anna@example.org, x@example.org",
        "<anna@example.org>", None, 7, ["anna@example.org"], {"a": 1},
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["auth/email", "auth/email/confirm"])
def test_what_is_no_address_is_refused(path: str, address: Any) -> None:
    letters = Letter.objects.count()
    body = {"email": address} | ({"code": "123456"} if "confirm" in path else {})
    answer = Person().post(path, body)
    assert refused(answer, 400, "malformed")
    assert answer.json()["errors"][0]["pointer"] == "/email"
    assert Letter.objects.count() == letters


@pytest.mark.parametrize(
    "code", ["", "12345", "1234567", "12345a", "123456\n", "１２３４５６", 123456, None]
)
def test_what_is_no_code_is_refused_without_counting(post_office: PostOffice, code: Any) -> None:
    address = new_address()
    ask(address)
    assert refused(confirm(address, code), 400, "malformed")
    assert SignInCode.objects.get(email=address).tries == 0


def test_an_idempotency_key_is_ignored(post_office: PostOffice) -> None:
    guest = Person.guest()
    address = new_address()
    key = new_key()
    assert ask(address, guest, **{"Idempotency-Key": key}).status_code == 202
    assert ask(new_address(), guest, **{"Idempotency-Key": key}).status_code == 202
    assert not StoredResponse.objects.filter(player_id=guest.player).exists()


def test_a_guest_becomes_the_account_of_a_new_address(post_office: PostOffice) -> None:
    guest = Person.guest("Zoé")
    match = open_match(guest, 2, bots=1)["id"]
    address = new_address()
    anna = sign_in(post_office, address, guest)
    assert anna.player == guest.player
    me = guest.get("me").json()
    assert (me["name"], me["guest"], me["email"]) == ("Zoé", False, address)
    assert anna.match(match)["you"] == 0


def test_a_merged_guest_keeps_its_matches_and_plays_on(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    SignInCode.objects.all().delete()
    match, (guest, other) = full_table(2)
    Match.objects.filter(id=match).update(visibility="private")
    again = sign_in(post_office, address, guest)
    assert again.player == anna.player != guest.player
    for device in (anna, guest, again):
        shown = device.match(match)
        assert (shown["you"], shown["seats"][0]["player"]["id"]) == (0, anna.player)
    play_to_the_end(match, [anna, other])
    assert chain_fault(Match.objects.get(id=match)) is None
    verified(anna.get(f"matches/{match}/export").json())
    merged = Player.objects.get(id=guest.player)
    assert (merged.name, merged.left_at is None) == ("", False)
    told = Outbox.objects.filter(match_id=match).values_list("recipient_id", flat=True)
    assert set(told) == {anna.player, other.player}


def test_a_merged_guest_takes_along_everything(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    SignInCode.objects.all().delete()
    match, (guest, other) = full_table(2)
    guest.post(f"matches/{match}/messages", {"text": "Bonjour"})
    guest.post(f"players/{other.player}/mute")
    guest.post(f"players/{anna.player}/block")
    sign_in(post_office, address, guest)
    data = anna.get("me/export").json()
    assert [message["text"] for message in data["messages"]] == ["Bonjour"]
    assert [row["player"] for row in data["shunned"]] == [other.player]
    assert [row["id"] for row in data["matches"]] == [match]
    assert Token.objects.filter(player_id=guest.player).count() == 0
    for model, name in guest_rows():
        assert not model.objects.filter(**{name: guest.player}).exists(), (model, name)


def guest_rows() -> list[tuple[Any, str]]:
    relations: Any = Player._meta.get_fields(include_hidden=True)
    return [(r.related_model, r.field.name) for r in relations if r.one_to_many]


def test_a_move_repeated_after_the_merge_gets_its_first_answer(post_office: PostOffice) -> None:
    address, key = new_address(), new_key()
    anna = sign_in(post_office, address)
    SignInCode.objects.all().delete()
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
    SignInCode.objects.all().delete()
    new = {"game": "ciaociao", "seats": 2, "visibility": "public"}
    own = anna.post("matches", new, key)
    guests = guest.post("matches", new | {"seats": 3}, key)
    assert guests.status_code == 201
    sign_in(post_office, address, guest)
    assert anna.post("matches", new, key).content == own.content
    assert refused(guest.post("matches", new | {"seats": 3}, key), 422, "idempotency_key_reused")


def test_who_sits_twice_in_one_match_is_not_merged(post_office: PostOffice) -> None:
    address = new_address()
    anna, guest = sign_in(post_office, address), Person.guest()
    SignInCode.objects.all().delete()
    match = open_match(anna, 2)["id"]
    guest.post(f"matches/{match}/join")
    ask(address)
    code = post_office.code_for(address)
    tokens = Token.objects.count()
    answer = confirm(address, code, guest)
    assert refused(answer, 409, "already_seated")
    assert answer.json()["match"] == match
    assert match in answer.json()["detail"]
    assert Token.objects.count() == tokens
    assert guest.get("me").json()["guest"]
    assert [seat["player"]["id"] for seat in anna.match(match)["seats"]] == [
        anna.player,
        guest.player,
    ]
    assert confirm(address, code).status_code == 200  # the code is still good without the guest


def test_a_full_account_just_signs_in_as_another(post_office: PostOffice) -> None:
    anna, bruno = sign_in(post_office, new_address()), new_address()
    match = open_match(anna, 2)["id"]
    other = sign_in(post_office, bruno, anna)
    assert other.player != anna.player
    assert (anna.match(match)["you"], other.match(match)["you"]) == (0, None)


def test_merging_while_others_play_breaks_nothing(post_office: PostOffice) -> None:
    address = new_address()
    anna = sign_in(post_office, address)
    SignInCode.objects.all().delete()
    match, (guest, other) = full_table(2)
    ask(address)
    code = post_office.code_for(address)

    def play(person: Person) -> Any:
        shown = person.match(match)
        return person.play(match, first_choice(shown)) if shown["choices"] else None

    answers = at_once([lambda: confirm(address, code, guest)] + [lambda: play(other)] * 3)
    assert answers[0].status_code == 200
    play_to_the_end(match, [anna, other])
    assert chain_fault(Match.objects.get(id=match)) is None


def test_sign_in_answers_are_not_to_be_stored(post_office: PostOffice) -> None:
    address = new_address()
    ask(address)
    confirmed = confirm(address, post_office.code_for(address))
    guest = Person().post("auth/guest")
    assert confirmed.headers["Cache-Control"] == guest.headers["Cache-Control"] == "no-store"
    assert confirmed.json().keys() == guest.json().keys() == {"token", "expires_at", "player"}


@pytest.mark.parametrize(
    ("language", "word"), [("fr", "Bonjour"), ("en", "Hello"), ("de", "Hello")]
)
def test_the_mail_is_in_the_language_of_who_asks(
    post_office: PostOffice, language: str, word: str
) -> None:
    address = new_address()
    Person(language=language).post("auth/email", {"email": address})
    code = post_office.code_for(address)
    mail = post_office.mails_to(address)[-1]
    assert mail.get_content().startswith(word)
    assert code in mail["Subject"]
    assert mail["From"] == "Gobelet <gobelet@localhost>"


def test_the_mail_is_in_the_language_of_the_account(post_office: PostOffice) -> None:
    address = new_address()
    sign_in(post_office, address).patch("me", {"locale": "fr"})
    SignInCode.objects.all().delete()
    ask(address)
    post_office.code_for(address)
    assert post_office.mails_to(address)[-1].get_content().startswith("Bonjour")


def test_an_invitation_mailed_before_the_account_is_found_with_it(
    post_office: PostOffice,
) -> None:
    anna, address = Person.guest("Anna"), new_address()
    match = open_match(anna, 2, visibility="private")["id"]
    anna.post(f"matches/{match}/invitations", {"email": address})
    newcomer = sign_in(post_office, address)
    assert [one["id"] for one in newcomer.get("me/invitations").json()["results"]] == [match]
    assert newcomer.post(f"matches/{match}/join").status_code == 200
