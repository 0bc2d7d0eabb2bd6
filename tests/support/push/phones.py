"""Both services, and a server that has keys for them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

from config.push_settings import apns, fcm
from events.notifications.http import http2_client, outgoing
from events.notifications.http.fcm import Fcm
from tests.support.push import apple
from tests.support.push.apple import AppleService
from tests.support.push.google import GoogleService
from tests.support.push.http2_server import certificate_file


class Phones(NamedTuple):
    """The push services of phones."""

    apple: AppleService
    google: GoogleService
    environment: dict[str, str]
    """The variables that a process needs to reach them."""


@contextmanager
def push_services(folder: Path) -> Iterator[Phones]:
    """Start both services."""
    pem = certificate_file(folder)
    with AppleService(pem) as for_apple, GoogleService(pem) as for_google:
        environment = {
            "SSL_CERT_FILE": str(pem),
            "PRIVATE_ENDPOINTS": "allowed",
            "APNS_KEY_FILE": str(for_apple.key_file(folder)),
            "APNS_KEY_ID": apple.KEY_ID,
            "APNS_TEAM_ID": apple.TEAM_ID,
            "APNS_TOPIC": apple.TOPIC,
            "APNS_URL": for_apple.url,
            "APNS_SANDBOX_URL": for_apple.url,
            "FCM_ACCOUNT_FILE": str(for_google.account_file(folder)),
            "FCM_URL": for_google.url,
        }
        yield Phones(for_apple, for_google, environment)


@contextmanager
def with_keys_for(phones: Phones) -> Iterator[None]:
    """Let this process reach the services, as one with their environment would."""
    given = phones.environment
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", given["SSL_CERT_FILE"])
        names = ("APNS_KEY_FILE", "APNS_KEY_ID", "APNS_TEAM_ID", "APNS_TOPIC")
        patch.setattr(settings, "APNS", apns(*(given[name] for name in names)))
        patch.setattr(settings, "FCM", fcm(given["FCM_ACCOUNT_FILE"]))
        for name in ("APNS_URL", "APNS_SANDBOX_URL", "FCM_URL"):
            patch.setattr(settings, name, given[name])
        patch.setattr(settings, "PRIVATE_ENDPOINTS", True)
        patch.setitem(outgoing.CHANNELS, "fcm", Fcm())
        http2_client.connections.cache_clear()
        try:
            yield
        finally:
            closing = http2_client.connections().aclose()
            asyncio.run_coroutine_threadsafe(closing, http2_client.event_loop()).result()
            http2_client.connections.cache_clear()
