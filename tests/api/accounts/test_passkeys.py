"""Passkeys: registered by accounts, for one challenge each, and signed in with on any device."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from events.models import Device, Passkey, PasskeyChallenge, Player
from events.players.passkey_challenges import CHALLENGE_LIFE, challenges_delete_expired
from events.players.passkeys import MOST
from events.players.relying_party import relying_party
from tests.api.accounts.test_codes import refused
from tests.support.authenticator import PRESENT, VERIFIED, Authenticator, encoded
from tests.support.people import Person, new_key, open_match
from tests.support.races import at_once
from tests.support.services.databases import on_each_database
from tests.support.sizes import sized

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")

FINGERPRINT = ":".join(["1A"] * 32)


def asked(person: Person, path: str = "auth/passkey/options") -> dict[str, Any]:
    """A challenge for somebody."""
    answer = person.post(path, {})
    assert answer.status_code == 200, answer.content
    assert answer.headers["Cache-Control"] == "no-store"
    challenge: dict[str, Any] = answer.json()
    return challenge


def with_passkey(person: Person, phone: Authenticator, **more: Any) -> Any:
    """Register a passkey of this phone for somebody."""
    challenge = asked(person, "me/passkeys/options")
    credential = phone.register(challenge["options"])
    body = {"nonce": challenge["nonce"], "credential": credential} | more
    return person.post("me/passkeys", body)


def signed(phone: Authenticator, challenge: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The proof of this phone for a challenge."""
    credential = phone.sign(challenge["options"])
    return {"nonce": challenge["nonce"], "credential": credential} | more


def owner_and_phone() -> tuple[Person, Authenticator]:
    person, phone = Person.account(), Authenticator()
    assert with_passkey(person, phone).status_code == 201
    return person, phone


def listed(person: Person) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = person.get("me/passkeys").json()["results"]
    return rows


def test_a_passkey_signs_in_on_a_new_device_without_an_address() -> None:
    anna, phone = Person.account(), Authenticator()
    made = with_passkey(anna, phone, name="Pixel")
    assert (made.status_code, made.json()["name"], made.json()["used_at"]) == (201, "Pixel", None)
    assert made.json()["synced"] is True
    stranger, challenge = Person(), asked(Person())
    assert challenge["options"]["allowCredentials"] == [], "nobody is named"
    answer = stranger.post("auth/passkey", signed(phone, challenge, device="Tablet"))
    assert answer.status_code == 200, answer.content
    assert answer.json()["player"]["id"] == anna.player
    there = Person(answer.json()["token"])
    assert there.get("me/devices").json()["results"][0]["device"] == "Tablet"
    (row,) = listed(there)
    assert row["id"] == made.json()["id"]
    assert row["used_at"] is not None


def test_an_account_has_several_and_removes_one() -> None:
    anna, phone = owner_and_phone()
    second = Authenticator()
    taken = asked(anna, "me/passkeys/options")["options"]["excludeCredentials"]
    assert [one["id"] for one in taken] == [encoded(phone.credential)]
    assert taken[0]["transports"] == ["internal", "hybrid"]
    removed = with_passkey(anna, second).json()["id"]
    assert len(listed(anna)) == 2
    assert Person.account().delete(f"me/passkeys/{removed}").status_code == 404
    assert anna.delete(f"me/passkeys/{removed}").status_code == 204
    assert refused(anna.delete(f"me/passkeys/{removed}"), 404, "passkey_not_found")
    answer = Person().post("auth/passkey", signed(second, asked(Person())))
    assert refused(answer, 422, "passkey_refused")
    assert Person().post("auth/passkey", signed(phone, asked(Person()))).status_code == 200


def test_a_guest_who_signs_in_is_merged_and_its_token_replaced() -> None:
    anna, phone = owner_and_phone()
    guest = Person.guest("Zoé")
    match = open_match(guest, 2, bots=1)["id"]
    answer = guest.post("auth/passkey", signed(phone, asked(guest)))
    assert answer.json()["player"]["id"] == anna.player
    assert guest.get("me").status_code == 401
    assert anna.match(match)["you"] == 0


def test_a_refused_merge_leaves_the_challenge_valid() -> None:
    (anna, phone), guest = owner_and_phone(), Person.guest()
    match = open_match(anna, 2, visibility="public")["id"]
    assert guest.post(f"matches/{match}/join").status_code == 200
    proof = signed(phone, asked(guest))
    assert refused(guest.post("auth/passkey", proof), 409, "already_seated")
    assert Person().post("auth/passkey", proof).status_code == 200


def test_a_guest_has_no_passkeys() -> None:
    answer = Person.guest().post("me/passkeys/options", {})
    assert refused(answer, 403, "passkey_needs_address")


@on_each_database
def test_a_challenge_works_once() -> None:
    _, phone = owner_and_phone()
    proof = signed(phone, asked(Person()))
    answers = at_once([lambda: Person().post("auth/passkey", proof)] * 4)
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    assert refused(Person().post("auth/passkey", proof), 422, "passkey_refused")


def test_a_challenge_works_only_for_who_asked_and_for_what() -> None:
    anna, phone = owner_and_phone()
    proof = signed(phone, asked(Person()))
    assert refused(
        Person().post("auth/passkey", proof | {"nonce": "a" * 32}), 422, "passkey_refused"
    ), "a nonce that was made up"
    other = asked(Person())
    assert refused(
        Person().post("auth/passkey", proof | {"nonce": other["nonce"]}), 422, "passkey_refused"
    ), "the nonce of another challenge"
    own = asked(anna, "me/passkeys/options")
    assert refused(Person().post("auth/passkey", signed(phone, own)), 422, "passkey_refused")
    body = {"nonce": own["nonce"], "credential": Authenticator().register(own["options"])}
    assert refused(Person.account().post("me/passkeys", body), 422, "passkey_refused")
    assert anna.post("me/passkeys", body).status_code == 201, "a refusal uses nothing up"


def test_a_failed_sign_in_uses_the_challenge_up() -> None:
    _, phone = owner_and_phone()
    challenge, stranger = asked(Person()), Authenticator()
    stranger.handle = phone.handle
    unknown = signed(stranger, challenge)
    assert refused(Person().post("auth/passkey", unknown), 422, "passkey_refused")
    assert refused(Person().post("auth/passkey", signed(phone, challenge)), 422, "passkey_refused")


def test_a_challenge_expires_and_is_deleted() -> None:
    _, phone = owner_and_phone()
    proof = signed(phone, asked(Person()))
    PasskeyChallenge.objects.update(at=timezone.now() - CHALLENGE_LIFE)
    assert refused(Person().post("auth/passkey", proof), 422, "passkey_refused")
    asked(Person())
    PasskeyChallenge.objects.update(at=timezone.now() - CHALLENGE_LIFE - timedelta(seconds=1))
    challenges_delete_expired()
    assert not PasskeyChallenge.objects.exists()


def of_another_site(phone: Authenticator) -> None:
    phone.origin = "https://evil.example"


def of_another_domain(phone: Authenticator) -> None:
    phone.domain = "evil.example"


def without_verifying_its_owner(phone: Authenticator) -> None:
    phone.flags = PRESENT


def without_anybody_there(phone: Authenticator) -> None:
    phone.flags = VERIFIED


def for_somebody_else(phone: Authenticator) -> None:
    phone.handle = b"somebody else"


def for_nobody(phone: Authenticator) -> None:
    phone.handle = b""


def with_another_key(phone: Authenticator) -> None:
    phone._key = Authenticator()._key


EVERY_WAY: list[Callable[[Authenticator], None]] = [
    of_another_site,
    of_another_domain,
    without_verifying_its_owner,
    without_anybody_there,
]
WHEN_SIGNING = [*EVERY_WAY, for_somebody_else, with_another_key]


@pytest.mark.parametrize("spoil", WHEN_SIGNING)
def test_a_signature_that_is_not_right_is_refused(spoil: Any) -> None:
    _, phone = owner_and_phone()
    spoil(phone)
    answer = Person().post("auth/passkey", signed(phone, asked(Person())))
    assert refused(answer, 422, "passkey_refused")


def test_a_signature_without_the_account_is_malformed_or_refused() -> None:
    _, phone = owner_and_phone()
    proof = signed(phone, asked(Person()))
    del proof["credential"]["response"]["userHandle"]
    assert refused(Person().post("auth/passkey", proof), 422, "passkey_refused")
    for_nobody(phone)
    assert Person().post("auth/passkey", signed(phone, asked(Person()))).status_code == 400


@pytest.mark.parametrize("spoil", EVERY_WAY)
def test_a_passkey_that_is_not_right_is_not_registered(spoil: Any) -> None:
    anna, phone = Person.account(), Authenticator()
    spoil(phone)
    assert refused(with_passkey(anna, phone), 422, "passkey_refused")
    assert listed(anna) == []


def test_a_copied_authenticator_is_refused() -> None:
    _, phone = owner_and_phone()
    phone.count = 7
    assert Person().post("auth/passkey", signed(phone, asked(Person()))).status_code == 200
    answer = Person().post("auth/passkey", signed(phone, asked(Person())))
    assert refused(answer, 422, "passkey_refused"), "its counter has not gone up"


def test_a_passkey_is_registered_once_and_by_one_account() -> None:
    anna, phone = owner_and_phone()
    assert refused(with_passkey(anna, phone), 409, "passkey_registered")
    assert refused(with_passkey(Person.account(), phone), 409, "passkey_registered")


@on_each_database
def test_of_two_accounts_that_register_a_passkey_at_once_one_is_told_so() -> None:
    phone, people = Authenticator(), [Person.account() for _ in range(4)]
    answers = at_once([partial(with_passkey, person, phone) for person in people])
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


def test_a_repeated_registration_gets_the_first_answer() -> None:
    anna, phone, key = Person.account(), Authenticator(), new_key()
    challenge = asked(anna, "me/passkeys/options")
    body = {"nonce": challenge["nonce"], "credential": phone.register(challenge["options"])}
    first, again = (anna.post("me/passkeys", body, key) for _ in range(2))
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert again.headers["Idempotent-Replayed"] == "true"


def test_there_are_only_so_many() -> None:
    anna, _ = owner_and_phone()
    (row,) = Passkey.objects.filter(player_id=anna.player)
    for number in range(MOST - 1):
        row.pk, row.credential = f"{number:036}", encoded(secrets.token_bytes(32))
        row.save(force_insert=True)
    assert refused(with_passkey(anna, Authenticator()), 409, "too_many_passkeys")
    assert len(anna.get("me/passkeys?limit=100").json()["results"]) == MOST


def test_the_export_has_them_and_the_deleted_account_has_none() -> None:
    anna, phone = owner_and_phone()
    asked(anna, "me/passkeys/options")
    assert anna.get("me/export").json()["passkeys"] == listed(anna)
    assert anna.delete("me").status_code == 204
    assert not Passkey.objects.filter(player_id=anna.player).exists()
    assert not PasskeyChallenge.objects.filter(player_id=anna.player).exists()
    answer = Person().post("auth/passkey", signed(phone, asked(Person())))
    assert refused(answer, 422, "passkey_refused")
    assert Player.objects.get(id=anna.player).left_at


@pytest.mark.parametrize(
    "response",
    [
        {"attestationObject": encoded(b"\xff" * 200)},
        {"attestationObject": encoded(b"\x81" * 40_000)},
        {"clientDataJSON": encoded(b"[" * 3000)},
        {"clientDataJSON": encoded(b"\xff\xfe")},
        {"clientDataJSON": encoded(b'{"type": 1, "challenge": 1, "origin": []}')},
    ],
)
def test_rubbish_from_an_authenticator_is_refused(response: dict[str, str]) -> None:
    anna, phone = owner_and_phone()
    challenge = asked(anna, "me/passkeys/options")
    credential = Authenticator().register(challenge["options"])
    credential["response"] |= response
    body = {"nonce": challenge["nonce"], "credential": credential}
    assert refused(anna.post("me/passkeys", body), 422, "passkey_refused")
    proof = signed(phone, asked(Person()))
    proof["credential"]["response"] |= response | {"authenticatorData": encoded(b"\x00" * 60)}
    assert refused(Person().post("auth/passkey", proof), 422, "passkey_refused")


@pytest.mark.parametrize(
    ("url", "domain", "origin"),
    [
        ("https://play.example.org", "play.example.org", "https://play.example.org"),
        ("https://play.example.org:8443", "play.example.org", "https://play.example.org:8443"),
        ("http://127.0.0.1:8000", "localhost", "http://localhost:8000"),
        ("http://localhost:8000", "localhost", "http://localhost:8000"),
    ],
)
def test_the_public_address_says_whose_passkeys_they_are(
    url: str, domain: str, origin: str
) -> None:
    with override_settings(PUBLIC_URL=url, ANDROID_APPS={"org.example.app": [FINGERPRINT]}):
        party = relying_party()
    app = urlsafe_b64encode(b"\x1a" * 32).decode().rstrip("=")
    assert party == (domain, [origin, f"android:apk-key-hash:{app}"])


@pytest.mark.parametrize("url", ["http://play.example.org", "https://192.0.2.7", "http://[::2]"])
def test_without_a_domain_and_https_there_are_none(url: str) -> None:
    anna = Person.account()
    with override_settings(PUBLIC_URL=url):
        assert "passkeys" not in anna.get("server").json()["features"]
        for path in ("auth/passkey/options", "me/passkeys/options"):
            assert refused(anna.post(path, {}), 422, "passkeys_unavailable")
    assert "passkeys" in anna.get("server").json()["features"]


@on_each_database
def test_an_account_that_is_deleted_meanwhile_keeps_no_passkey_and_no_device() -> None:
    for _ in range(sized(4, 30)):
        anna, phone = owner_and_phone()
        other, challenge = Authenticator(), asked(anna, "me/passkeys/options")
        made = {"nonce": challenge["nonce"], "credential": other.register(challenge["options"])}
        proof = signed(phone, asked(Person()))
        requests: list[Callable[[], Any]] = [
            partial(anna.delete, "me"),
            partial(anna.post, "me/passkeys", made),
            partial(Person().post, "auth/passkey", proof),
        ]
        left, *others = at_once(requests)
        assert left.status_code == 204
        assert all(answer.status_code in (200, 201, 401, 422) for answer in others)
        for rows in (Passkey, PasskeyChallenge, Device):
            assert not rows.objects.filter(player=anna.player).exists()
