"""The administrators' pages: they work, change little, and keep secrets until it is recorded."""

import re
import time
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client, override_settings
from django.utils import timezone

from events.log.receipts import signing_key_publish
from events.models import (
    Bounce,
    Delivery,
    Device,
    Due,
    LoggedEvent,
    Match,
    Outbox,
    Player,
    QueuedMail,
    Report,
    SealedAnswer,
    SecretRead,
    Secrets,
    SigningKey,
)
from tests.support.people import Person, first_choice, full_table, new_address, play_to_the_end
from tests.support.services.valkey import ValkeyServer

pytestmark = pytest.mark.usefixtures("database", "redis_url")

PASSWORD = "a long enough one"


@pytest.fixture
def quick_hashes(settings: Any) -> None:
    """Passwords hashed quickly, where a test is not about the hash."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def cookies(database: str) -> SimpleCookie:
    """Of an administrator who has signed in through the form, forgery checks and all."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ADMIN_PASSWORD", PASSWORD)
        call_command("admin")
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    client.get("/admin/login/")
    signed_in = post(client, "/admin/login/", username="admin", password=PASSWORD, next="/admin/")
    assert signed_in.status_code == 302, signed_in.content
    return client.cookies


@pytest.fixture
def admin(cookies: SimpleCookie) -> Client:
    """An administrator who has signed in."""
    client = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    client.cookies.update(cookies)
    return client


def post(client: Client, path: str, **form: Any) -> Any:
    form["csrfmiddlewaretoken"] = client.cookies["csrftoken"].value
    return client.post(path, form)


def page(client: Client, path: str) -> str:
    response = client.get(f"/admin/{path}")
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def a_running_match() -> tuple[Match, list[Person]]:
    """A match that hides something: hands, and a sealed answer."""
    match, people = full_table(3)
    for _ in range(20):
        for seat in reversed(people[0].match(match)["awaiting"]):
            shown = people[seat].match(match)
            if (
                shown["choices"]
                and people[seat].play(match, first_choice(shown)).status_code == 202
            ):
                return Match.objects.get(id=match), people
    raise AssertionError("nobody could answer early")


def hidden_in(match: Match) -> list[str]:
    """Texts that only the server knows."""
    seeds = [Secrets.objects.get(match=match).server_seed]
    rows = LoggedEvent.objects.filter(match=match).exclude(full__exact="")
    secret = [
        re.search(r'"data":(\{.*?\}),"schema"', row.full).group(1)  # type: ignore[union-attr]
        for row in rows
        if row.full != row.public
    ]
    assert secret, "the match hides nothing"
    return seeds + [text.replace('"', "&quot;") for text in secret]


@pytest.mark.usefixtures("quick_hashes")
def test_make_admin_makes_one_and_then_renews_the_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADMIN_NAME", "olga")
    for said in ("Made the administrator olga", "Changed the password of the administrator olga"):
        call_command("admin")
        told = capsys.readouterr().out
        assert said in told
        assert "/admin/" in told
        password = told.split()[-1]
        assert Client(SERVER_NAME="localhost").login(username="olga", password=password)
    user = User.objects.get(username="olga")
    assert user.is_staff
    assert user.is_superuser
    monkeypatch.setenv("ADMIN_PASSWORD", "short")
    with pytest.raises(CommandError, match="too short"):
        call_command("admin")


def test_every_page_opens(admin: Client) -> None:
    match, people = a_running_match()
    player = Player.objects.get(id=people[0].player)
    now = timezone.now()
    report = Report.objects.create(reported=player, reporter=player, reason="rude", at=now)
    mail = QueuedMail.objects.create(to="a@b.org", subject="s", text="t", at=now)
    due, _ = Due.objects.get_or_create(match=match, kind="bot", defaults={"at": now})
    page(admin, "")
    bounce = Bounce.objects.create(email="a@b.org", at=now, answer="550 nobody")
    notice = Outbox.objects.filter(match=match, kind="match_started")[0]
    delivery = Delivery.objects.create(notice=notice, channel="email", at=now, state="dead")
    signing_key_publish()
    SecretRead.objects.create(match=match, version=1, administrator="olga", at=now)
    rows: list[Any] = [
        match, player, report, mail, notice, due, delivery, bounce,
        SecretRead.objects.get(match=match), SigningKey.objects.get(retired_at=None),
    ]  # fmt: skip
    assert {type(row) for row in rows} == {
        model for model in site._registry if model._meta.app_label == "events"
    }
    for row in rows:
        name = row._meta.model_name
        for path in ("", f"{row.pk}/change/"):
            assert " object (" not in page(admin, f"events/{name}/{path}"), (name, path)
    assert f"{player.name} ({player.id})" in page(admin, f"events/report/{report.pk}/change/")
    page(admin, f"events/match/?q={match.id}")
    page(admin, f"events/player/?q={player.name}")
    page(admin, "auth/user/")


def test_a_page_has_the_policy_it_can_live_with(admin: Client) -> None:
    match, _ = a_running_match()
    for path in ("", "events/match/", f"events/match/{match.id}/change/"):
        text = page(admin, path)
        assert not re.findall(r"<script(?![^>]*\bsrc=)", text)
        assert not re.findall(r"\sstyle=|<style|\son\w+=\"", text)


def test_a_running_match_shows_its_log_as_a_spectator_sees_it(admin: Client) -> None:
    match, _ = a_running_match()
    text = page(admin, f"events/match/{match.id}/change/")
    assert "match_started" in text
    for secret in hidden_in(match):
        assert secret not in text
    assert not SecretRead.objects.filter(match=match).exists()


def test_secrets_are_shown_only_after_the_reading_is_on_record(admin: Client) -> None:
    match, _ = a_running_match()
    path = f"/admin/events/match/{match.id}/secrets/"
    assert admin.get(path).status_code == 405
    assert not SecretRead.objects.filter(match=match).exists()
    answer = post(admin, path)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    for secret in hidden_in(match):
        assert secret in text
    sealed = SealedAnswer.objects.filter(match=match)[0]
    assert sealed.move.replace('"', "&quot;") in text
    read = SecretRead.objects.get(match=match)
    assert (read.administrator, read.version) == ("admin", match.version)
    assert match.id in page(admin, "events/secretread/")
    with pytest.raises(DatabaseError), transaction.atomic():
        SecretRead.objects.filter(match=match).delete()


def test_when_the_record_cannot_be_written_nothing_is_shown(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = a_running_match()

    def fail(**_: Any) -> None:
        raise DatabaseError("disk full")

    monkeypatch.setattr(SecretRead.objects, "create", fail)
    admin.raise_request_exception = False
    answer = post(admin, f"/admin/events/match/{match.id}/secrets/")
    assert answer.status_code == 500
    assert Secrets.objects.get(match=match).server_seed not in answer.content.decode()


def test_no_list_tells_who_has_answered_beforehand(admin: Client) -> None:
    """A seat with a sealed or standing answer gets no notice; an administrator may play as well."""
    match, _ = a_running_match()
    asked = Outbox.objects.filter(match=match, kind="your_turn")[0]
    started = Outbox.objects.filter(match=match, kind="match_started")[0]
    now = timezone.now()
    secret, open_to_all = (
        Delivery.objects.create(notice=notice, channel="email", at=now, state="dead")
        for notice in (asked, started)
    )
    mail = QueuedMail.objects.create(
        to="sealed@by.mail", at=now, match=match, player=asked.recipient
    )
    hidden = ((Outbox, asked), (Delivery, secret), (QueuedMail, mail))
    for model, row in hidden:
        name = model._meta.model_name
        assert f"/{name}/{row.pk}/change/" not in page(admin, f"events/{name}/")
        assert admin.get(f"/admin/events/{name}/{row.pk}/change/").status_code == 302
    assert match.id not in page(admin, "events/outbox/?kind__exact=your_turn")
    assert match.id in page(admin, "events/outbox/?kind__exact=match_started")
    assert str(open_to_all.pk) in page(admin, "events/delivery/")

    chosen = {"action": "send_again", "_selected_action": asked.recipient_id}
    assert post(admin, "/admin/events/player/", **chosen).status_code == 302
    secret.refresh_from_db()
    assert secret.state == "waiting"

    Match.objects.filter(id=match.id).update(status="finished")
    for model, row in hidden:
        page(admin, f"events/{model._meta.model_name}/{row.pk}/change/")


def test_a_finished_match_is_open(admin: Client) -> None:
    match_id, people = full_table(2)
    play_to_the_end(match_id, people)
    text = page(admin, f"events/match/{match_id}/change/")
    match = Match.objects.get(id=match_id)
    assert all(secret in text for secret in hidden_in(match)[1:])
    assert "Read the secrets" not in text


def test_no_page_shows_seeds_or_tokens_or_what_mails_say(admin: Client) -> None:
    match, people = a_running_match()
    mail = QueuedMail.objects.create(
        to="a@b.org", subject="s", text="your code is 123456", at=timezone.now()
    )
    token = Device.objects.filter(player_id=people[0].player)[0]
    for path in (
        "events/match/",
        f"events/match/{match.id}/change/",
        f"events/player/{people[0].player}/change/",
        "events/queuedmail/",
        f"events/queuedmail/{mail.id}/change/",
        f"events/match/{match.id}/history/",
    ):
        text = page(admin, path)
        assert Secrets.objects.get(match=match).server_seed not in text
        assert token.digest not in text
        assert "123456" not in text


def test_no_page_tells_a_sign_in_code_or_an_invitation_not_even_by_guessing(admin: Client) -> None:
    address = new_address()
    Person().post("auth/email", {"email": address})
    mail = QueuedMail.objects.get(to=address)
    code = mail.subject.split()[0]
    assert code in mail.text
    for path in ("events/queuedmail/", f"events/queuedmail/{mail.id}/change/"):
        text = page(admin, path)
        assert address in text
        assert code not in text
    for guess in ("subject__startswith", "subject", "text__contains", "text__regex", "stop"):
        assert admin.get(f"/admin/events/queuedmail/?{guess}={code}").status_code == 400, guess
    for guess in ("secrets__server_seed__startswith=0", "seats__standing__contains=a", "touched=1"):
        assert admin.get(f"/admin/events/match/?{guess}").status_code == 400, guess
    assert admin.get(f"/admin/events/queuedmail/?to={address}").status_code == 200


def test_only_a_name_can_be_changed(admin: Client) -> None:
    match, people = a_running_match()
    player = people[0].player
    change = f"/admin/events/player/{player}/change/"
    assert post(admin, change, name="Somebody", email="x@y.org", guest="").status_code == 302
    changed = Player.objects.get(id=player)
    assert (changed.name, changed.email, changed.guest) == ("Somebody", None, True)
    assert post(admin, change, name="").status_code == 200  # the form again
    assert post(admin, change, name="\x00").status_code == 200
    for path in (
        "events/match/add/",
        f"events/match/{match.id}/delete/",
        "events/player/add/",
        f"events/player/{player}/delete/",
        "events/secretread/add/",
    ):
        assert admin.get(f"/admin/{path}").status_code == 403
    assert post(admin, f"/admin/events/match/{match.id}/change/", status="open").status_code == 403


def test_a_report_shows_what_was_said_at_its_table(admin: Client) -> None:
    match, people = a_running_match()
    people[0].post(f"matches/{match.id}/messages", {"text": "<b>You fool</b>"})
    report = {"reason": "Insults", "match": match.id}
    people[1].post(f"players/{people[0].player}/report", report)
    people[2].post(f"matches/{match.id}/messages", {"text": "Calm down"})
    row = Report.objects.get(reported_id=people[0].player)
    text = page(admin, f"events/report/{row.id}/change/")
    assert text.index("&lt;b&gt;You fool&lt;/b&gt;") < text.index("Calm down")


def test_the_pages_call_things_by_their_names(admin: Client) -> None:
    text = page(admin, "")
    for name in ("Matches", "Notices", "Due work", "Deliveries", "Queued mails", "Secret reads"):
        assert f">{name}</a>" in text, name


def test_reports_are_settled_and_mails_tried_again(admin: Client) -> None:
    player = Player.objects.get(id=Person.guest().player)
    report = Report.objects.create(reported=player, reason="rude", at=timezone.now())
    later = timezone.now() + timedelta(hours=5)
    mail = QueuedMail.objects.create(
        to="a@b.org", subject="s", text="t", at=later, tries=4, state="dead"
    )
    for name, action, row in (("report", "settle", report), ("queuedmail", "send_now", mail)):
        path = f"/admin/events/{name}/"
        done = post(admin, path, action=action, _selected_action=str(row.pk))
        assert done.status_code == 302
    report.refresh_from_db()
    mail.refresh_from_db()
    assert report.settled_at
    assert (mail.tries, mail.state) == (0, "waiting")
    assert mail.at <= timezone.now()


def test_dead_notices_are_tried_again_and_bounced_addresses_written_to(admin: Client) -> None:
    match, _ = a_running_match()
    told = Outbox.objects.filter(match=match, kind="match_started")
    rows, now = told.order_by("id")[:2], timezone.now()
    dead, sent = (
        Delivery.objects.create(notice=row, channel="email", state=state, tries=11, at=now)
        for row, state in zip(rows, ("dead", "sent"), strict=True)
    )
    bounce = Bounce.objects.create(email="back@b.org", at=timezone.now(), answer="550 nobody")
    chosen = {"action": "send_again", "_selected_action": [dead.pk, sent.pk]}
    assert post(admin, "/admin/events/delivery/", **chosen).status_code == 302
    chosen = {"action": "write_again", "_selected_action": bounce.pk}
    assert post(admin, "/admin/events/bounce/", **chosen).status_code == 302
    dead.refresh_from_db()
    sent.refresh_from_db()
    assert (dead.state, dead.tries, sent.state) == ("waiting", 0, "sent")
    assert not Bounce.objects.filter(email="back@b.org").exists()


def test_who_may_only_look_does_not_see_secrets(admin: Client) -> None:
    match, _ = a_running_match()
    administrator = User.objects.filter(username="admin")
    administrator.update(is_superuser=False)
    try:
        assert post(admin, f"/admin/events/match/{match.id}/secrets/").status_code == 403
    finally:
        administrator.update(is_superuser=True)
    assert not SecretRead.objects.filter(match=match).exists()


def test_nobody_gets_in_without_signing_in_and_a_players_token_is_nothing_there() -> None:
    match, people = a_running_match()
    token = people[0]._headers["Authorization"]
    client = Client(SERVER_NAME="localhost", headers={"Authorization": token})
    for path in ("", "events/match/", f"events/match/{match.id}/change/"):
        answer = client.get(f"/admin/{path}")
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")
    assert client.post(f"/admin/events/match/{match.id}/secrets/").status_code == 302


def test_a_cookie_that_takes_seconds_to_parse_is_refused() -> None:
    cookie = 'a="' + r"\a" * 15_000 + '"'
    began = time.process_time()
    answer = Client(SERVER_NAME="localhost").get("/admin/login/", headers={"Cookie": cookie})
    assert (answer.status_code, answer.json()["code"]) == (431, "cookies_too_large")
    assert time.process_time() - began < 0.5


def test_a_forged_form_is_refused(admin: Client) -> None:
    match, _ = a_running_match()
    path = f"/admin/events/match/{match.id}/secrets/"
    assert admin.post(path).status_code == 403
    form = {"csrfmiddlewaretoken": admin.cookies["csrftoken"].value}
    assert admin.post(path, form, headers={"Origin": "https://evil.org"}).status_code == 403
    own = {"Origin": settings.PUBLIC_URL, "Host": "localhost"}
    assert admin.post(path, form, headers=own).status_code == 200


def test_the_interface_of_players_has_no_sessions(admin: Client) -> None:
    answer = admin.get("/api/v1/games")
    assert not answer.cookies
    assert "cookie" not in answer["Vary"].lower()
    assert not hasattr(answer.wsgi_request, "session")
    assert all(cookie["path"] == "/admin/" for cookie in admin.cookies.values())


@override_settings(RATES={"sign_in": (2, 60)})
def test_guessing_passwords_is_slowed_down(valkey: ValkeyServer) -> None:
    with override_settings(REDIS_URL=valkey.url):
        client = Client(SERVER_NAME="localhost")
        statuses = [client.post("/admin/login/", {"username": "a"}).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
