"""What the server tells of itself, to apps and to systems that open links with them."""

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings

from config.environment import android_apps
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("any_database", "redis_url")

FINGERPRINT = ":".join(["1A"] * 32)
APPLE = "/.well-known/apple-app-site-association"
ANDROID = "/.well-known/assetlinks.json"


@override_settings(MINIMUM_CLIENT="1.4", RATES={"account": (1200, 60)}, MAIL_IS_READ=True)
def test_an_app_learns_what_the_server_is_and_offers() -> None:
    told = Person().get("server").json()
    assert told["version"] == settings.VERSION
    assert told["minimum_client"] == "1.4"
    assert told["features"] == ["passkeys", "play_by_mail"]
    assert told["rates"] == [{"name": "account", "requests": 1200, "seconds": 60}]
    anna, text = Person.guest(), "a" * told["limits"]["message_characters"]
    match = anna.post("matches", {"game": "ciaociao", "seats": 2, "visibility": "public"}).json()
    messages = f"matches/{match['id']}/messages"
    assert anna.post(messages, {"text": text}).status_code == 201
    assert anna.post(messages, {"text": text + "a"}).status_code == 400
    most = told["limits"]["page"]
    assert anna.get(f"me/matches?limit={most}").status_code == 200
    assert anna.get(f"me/matches?limit={most + 1}").status_code == 400


def test_links_are_opened_by_the_apps_that_the_operator_names() -> None:
    ask = Client(SERVER_NAME="localhost").get
    assert [ask(path).status_code for path in (APPLE, ANDROID)] == [404, 404]
    apps = {"org.example.app": [FINGERPRINT]}
    with override_settings(APPLE_APP_IDS=["TEAM.org.example.app"], ANDROID_APPS=apps):
        apple, android = ask(APPLE), ask(ANDROID)
    assert apple["Content-Type"] == android["Content-Type"] == "application/json"
    assert apple.json()["webcredentials"] == {"apps": ["TEAM.org.example.app"]}
    (details,) = apple.json()["applinks"]["details"]
    assert details["appIDs"] == ["TEAM.org.example.app"]
    (statement,) = android.json()
    assert "delegate_permission/common.get_login_creds" in statement["relation"]
    assert statement["target"] == {
        "namespace": "android_app",
        "package_name": "org.example.app",
        "sha256_cert_fingerprints": [FINGERPRINT],
    }


def test_android_apps_come_from_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_APPS", f"a.b={FINGERPRINT}, a.b={FINGERPRINT},c.d={FINGERPRINT}")
    assert android_apps("ANDROID_APPS") == {"a.b": [FINGERPRINT] * 2, "c.d": [FINGERPRINT]}
    for wrong in ("a.b", f"={FINGERPRINT}", "a.b=1A:2B"):
        monkeypatch.setenv("ANDROID_APPS", wrong)
        with pytest.raises(ImproperlyConfigured, match="ANDROID_APPS has"):
            android_apps("ANDROID_APPS")
