"""The administrators' pages hide what players may not know, until a reading is recorded."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from events.models import (
    Delivery,
    Device,
    LoggedEvent,
    Match,
    Outbox,
    QueuedMail,
    SealedAnswer,
    SecretRead,
    Secrets,
)
from tests.api.accounts.admin_pages import a_running_match, admin, cookies, page, post
from tests.support.people import Person, full_table, new_address, play_to_the_end

__all__ = ["admin", "cookies"]

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


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


def test_who_may_only_look_does_not_see_secrets(admin: Client) -> None:
    match, _ = a_running_match()
    administrator = User.objects.filter(username="admin")
    administrator.update(is_superuser=False)
    try:
        assert post(admin, f"/admin/events/match/{match.id}/secrets/").status_code == 403
    finally:
        administrator.update(is_superuser=True)
    assert not SecretRead.objects.filter(match=match).exists()


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
