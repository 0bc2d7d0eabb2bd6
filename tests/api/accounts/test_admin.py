"""The administrators' pages: they open, change little, and settle what needs a person."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin import site
from django.test import Client
from django.utils import timezone

from events.log.receipts import signing_key_publish
from events.models import (
    Bounce,
    Delivery,
    Due,
    Outbox,
    Player,
    QueuedMail,
    Report,
    SecretRead,
    SigningKey,
)
from tests.api.accounts.admin_pages import a_running_match, admin, cookies, page, post
from tests.support.people import Person

__all__ = ["admin", "cookies"]

pytestmark = pytest.mark.usefixtures("one_database", "redis_url")


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
    Delivery.objects.create(channel="webhook", at=now)  # a test, of no notice
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


def test_the_pages_speak_the_language_of_the_browser(admin: Client) -> None:
    match, _ = a_running_match()
    french = {"accept-language": "fr-CA,fr;q=0.9"}
    index, one, notices = (
        admin.get(f"/admin/{path}", headers=french).content.decode()
        for path in ("", f"events/match/{match.id}/change/", "events/outbox/")
    )
    for table in ("Parties", "Joueurs", "Courriels en attente", "Secrets consultés"):
        assert table in index
    for text in ("Visibilité", "Sièges", "En cours", "laisse une trace définitive"):
        assert text in one
    for text in ("Destinataire", "Début", "avis"):
        assert text in notices
    again = page(admin, f"events/match/{match.id}/change/")
    assert "Visibility" in again
    assert "Running" in again


def test_a_page_has_the_policy_it_can_live_with(admin: Client) -> None:
    match, _ = a_running_match()
    for path in ("", "events/match/", f"events/match/{match.id}/change/"):
        text = page(admin, path)
        assert not re.findall(r"<script(?![^>]*\bsrc=)", text)
        assert not re.findall(r"\sstyle=|<style|\son\w+=\"", text)


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
