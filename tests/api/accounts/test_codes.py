"""Sign-in codes: mailed, short-lived, only for the device that asked, and not too many."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.mail.consent import CODES_STOPPED_FOR
from events.models import Player, QueuedMail, SignInCode, StoppedMail, StoredResponse
from tests.support.people import Person, new_address, new_key
from tests.support.post_office import PostOffice, code_in, post_office, sign_in
from tests.support.races import at_once
from tests.support.services.databases import on_each_database

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")
__all__ = ["post_office"]


def ask(address: str, who: Person | None = None, **headers: str) -> Any:
    return (who or Person()).post("auth/email", {"email": address}, **headers)


def nonce_for(address: str) -> str:
    """Ask for a code; only who has this nonce can use it."""
    nonce: str = ask(address).json()["nonce"]
    return nonce


def confirm(address: str, code: str, nonce: str, who: Person | None = None) -> Any:
    body = {"email": address, "code": code, "nonce": nonce}
    return (who or Person()).post("auth/email/confirm", body)


def another(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


def refused(response: Any, status: int, code: str) -> bool:
    return (response.status_code, response.json()["code"]) == (status, code)


def test_the_answer_is_the_same_for_an_address_known_or_not(post_office: PostOffice) -> None:
    known = new_address()
    sign_in(post_office, known)
    answers = [ask(known), ask(new_address()), ask(known)]
    shapes = {
        (answer.status_code, len(answer.content), len(answer.json()["nonce"]), *answer.json())
        for answer in answers
    }
    assert shapes == {(202, len(answers[0].content), 32, *answers[0].json())}
    assert len({answer.json()["nonce"] for answer in answers}) == 3
    assert answers[0].headers["Cache-Control"] == "no-store"


def test_the_same_statements_are_run_for_an_address_known_or_not(post_office: PostOffice) -> None:
    known = new_address()
    sign_in(post_office, known)
    run = []
    for address in (known, new_address()):
        with CaptureQueriesContext(connection) as queries:
            ask(address)
        run.append([query["sql"].split()[:3] for query in queries])
    assert run[0] == run[1]


def test_a_code_works_only_for_who_asked_for_it(post_office: PostOffice) -> None:
    address = new_address()
    own, strangers = nonce_for(address), nonce_for(address)
    post_office.code_for(address)
    codes = [code_in(mail) for mail in post_office.mails_to(address)]
    for code in codes:
        assert refused(confirm(address, code, "a" * 32), 422, "wrong_code")
    for _ in range(6):  # a stranger can neither burn nor lock the owner's code
        assert refused(confirm(address, another(codes[1]), strangers), 422, "wrong_code")
    assert refused(confirm(address, codes[1], strangers), 422, "wrong_code")
    nonce_for(address)  # nor replace it
    assert confirm(address, codes[0], own).status_code == 200


@on_each_database
def test_a_code_works_once(post_office: PostOffice) -> None:
    address = new_address()
    nonce = nonce_for(address)
    code = post_office.code_for(address)
    answers = at_once([lambda: confirm(address, code, nonce)] * 4)
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    assert Player.objects.filter(email=address).count() == 1
    assert not SignInCode.objects.filter(email=address).exists()


def test_a_code_is_good_for_fifteen_minutes_and_five_tries(post_office: PostOffice) -> None:
    late, tried = new_address(), new_address()
    nonces = {address: nonce_for(address) for address in (late, tried)}
    codes = {address: post_office.code_for(address) for address in (late, tried)}
    SignInCode.objects.filter(email=late).update(at=timezone.now() - timedelta(minutes=15))
    assert refused(confirm(late, codes[late], nonces[late]), 422, "wrong_code")
    for _ in range(5):
        assert refused(confirm(tried, another(codes[tried]), nonces[tried]), 422, "wrong_code")
    assert refused(confirm(tried, codes[tried], nonces[tried]), 422, "wrong_code")


def test_four_wrong_tries_do_no_harm_and_another_address_does_not_fit(
    post_office: PostOffice,
) -> None:
    address, other = new_address(), new_address()
    nonce, others = nonce_for(address), nonce_for(other)
    code = post_office.code_for(address)
    assert all(refused(confirm(address, another(code), nonce), 422, "wrong_code") for _ in range(3))
    assert refused(confirm(other, code, nonce), 422, "wrong_code")
    if post_office.code_for(other) != code:
        assert refused(confirm(other, code, others), 422, "wrong_code")
    assert confirm(f" {address.upper()} ", f" {code} ", nonce).status_code == 200


@override_settings(CODES_PER_DAY=2)
def test_a_mailbox_gets_only_so_many_codes_a_day(post_office: PostOffice) -> None:
    known, unknown = new_address(), new_address()
    sign_in(post_office, known)
    assert ask(unknown).status_code == ask(unknown).status_code == ask(known).status_code == 202
    answers = [ask(known), ask(unknown.upper())]
    assert all(refused(answer, 429, "daily_limit_reached") for answer in answers)
    assert int(answers[0].headers["Retry-After"]) <= 24 * 3600
    post_office.code_for(unknown)
    assert len(post_office.mails_to(known)) == len(post_office.mails_to(unknown)) == 2


def test_codes_stop_by_one_click_and_come_again_by_the_same_link(post_office: PostOffice) -> None:
    address = new_address()
    sign_in(post_office, address)
    mail = post_office.mails_to(address)[-1]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(mail["List-Unsubscribe"]).strip(" <>")
    assert link in mail.get_content()
    path = "/mail/" + link.partition("/mail/")[2]
    assert "resume" not in Client().get(path).content.decode()
    assert ask(address).status_code == 202, "a look stops nothing"
    assert Client().post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    answer = ask(address)
    assert (answer.status_code, len(answer.json()["nonce"])) == (202, 32), "nothing shows it"
    post_office.code_for(address)
    assert len(post_office.mails_to(address)) == 2
    assert "resume" in Client().get(path).content.decode()
    assert Client().post(path, {"resume": ""}).status_code == 200
    sign_in(post_office, address)
    assert len(post_office.mails_to(address)) == 3
    Client().post(path)
    StoppedMail.objects.update(at=timezone.now() - CODES_STOPPED_FOR)
    sign_in(post_office, address)


def test_only_a_digest_of_the_code_is_kept(post_office: PostOffice) -> None:
    address = new_address()
    ask(address)
    code = post_office.code_for(address)
    kept = SignInCode.objects.filter(email=address).values_list()[0]
    assert code not in repr(kept)
    assert not QueuedMail.objects.filter(to=address).exists()


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
    mails = QueuedMail.objects.count()
    proof = {"code": "123456", "nonce": "a" * 32}
    body = {"email": address} | (proof if "confirm" in path else {})
    answer = Person().post(path, body)
    assert refused(answer, 400, "malformed")
    assert answer.json()["errors"][0]["pointer"] == "/email"
    assert QueuedMail.objects.count() == mails


@pytest.mark.parametrize(
    "code", ["", "12345", "1234567", "12345a", "123456\n", "１２３４５６", 123456, None]
)
def test_what_is_no_code_is_refused_without_counting(post_office: PostOffice, code: Any) -> None:
    address = new_address()
    assert refused(confirm(address, code, nonce_for(address)), 400, "malformed")
    assert SignInCode.objects.get(email=address).tries == 0


def test_an_idempotency_key_is_ignored(post_office: PostOffice) -> None:
    guest = Person.guest()
    address = new_address()
    key = new_key()
    assert ask(address, guest, **{"Idempotency-Key": key}).status_code == 202
    assert ask(new_address(), guest, **{"Idempotency-Key": key}).status_code == 202
    assert not StoredResponse.objects.filter(player_id=guest.player).exists()


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
    ask(address)
    post_office.code_for(address)
    assert post_office.mails_to(address)[-1].get_content().startswith("Bonjour")
