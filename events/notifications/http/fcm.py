"""Firebase Cloud Messaging, HTTP v1: to Android phones, with a service account."""

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from time import monotonic, time
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.conf import settings

from events.notifications.channel import DeliveryGroup, DeliveryResult
from events.notifications.http.channel import Answer, Request
from events.notifications.http.http2_client import NoCredentials, post
from events.notifications.http.jwt import jwt_sign
from events.notifications.http.push import TTL_SECONDS, collapse_key, is_urgent, payload_of
from events.notifications.http.service_push import ServicePush, object_in

SCOPE = "https://www.googleapis.com/auth/firebase.messaging"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
ASSERTION_SECONDS = 3600
RENEWED_EARLY = 300
"""How many seconds before its end an access token is replaced."""
_BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"
_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError"


def fcm_message(payload: dict[str, Any], *, receipts: bool) -> dict[str, Any]:
    """The message without its token; the values in `data` are strings, as FCM wants them.

    An app that reports receipts shows it itself, because Android starts it for data alone.
    """
    data = {name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
            for name, value in payload.items()}  # fmt: skip
    if receipts:
        return {"data": data}
    shown = {"title": payload["title"], "body": payload["body"]}
    drawn = {"tag": payload.get("tag", ""), "notification_count": payload["badge"]}
    return {"data": data, "notification": shown, "android": {"notification": drawn}}


class Fcm(ServicePush):
    """Notifications to the app of the Firebase project of FCM_ACCOUNT_FILE."""

    name = "fcm"
    dead = frozenset({"INVALID_ARGUMENT", "SENDER_ID_MISMATCH", "UNREGISTERED"})

    def __init__(self) -> None:
        self._token, self._until = "", 0.0
        self._asking = asyncio.Lock()

    def request(self, group: DeliveryGroup) -> Request:
        assert group.endpoint is not None
        assert settings.FCM is not None
        device = group.endpoint
        message = fcm_message(payload_of(group), receipts=device.receipts) | {"token": device.url}
        message["android"] = message.get("android", {}) | {
            "collapse_key": collapse_key(group),
            "priority": "HIGH" if is_urgent(group) else "NORMAL",
            "ttl": f"{TTL_SECONDS}s",
        }
        url = f"{settings.FCM_URL}/v1/projects/{settings.FCM.project}/messages:send"
        headers = {"content-type": "application/json"}
        return Request(url, headers, msgspec.json.encode({"message": message}))

    async def credentials(self) -> Mapping[str, str]:
        async with self._asking:
            if monotonic() >= self._until:
                await self._ask()
            return {"authorization": f"Bearer {self._token}"}

    async def _ask(self) -> None:
        """Get an access token for a signed assertion (RFC 7523)."""
        account, now = settings.FCM, int(time())
        assert account is not None
        claims = {
            "iss": account.email,
            "scope": SCOPE,
            "aud": account.token_url,
            "iat": now,
            "exp": now + ASSERTION_SECONDS,
        }
        assertion = jwt_sign(account.key, account.key_id, claims)
        form = urlencode({"grant_type": GRANT, "assertion": assertion}).encode()
        headers = {"content-type": "application/x-www-form-urlencoded"}
        answer = await post(account.token_url, headers, form)
        said = object_in(answer)
        if answer.status != HTTPStatus.OK or "access_token" not in said:
            text = f"no access token: {answer.text} {said.get('error', '')}".strip()
            raise NoCredentials(Answer(None, text, answer.retry_after))
        self._token = str(said["access_token"])
        self._until = monotonic() + float(said.get("expires_in", 0)) - RENEWED_EARLY

    def reason(self, answer: Answer) -> str:
        """The code of FCM itself; an invalid argument that has another field's name has none."""
        details = object_in(answer).get("error", {}).get("details", ())
        fields = {
            violation.get("field")
            for one in details
            if one.get("@type") == _BAD_REQUEST
            for violation in one.get("fieldViolations", ())
        }
        codes = [str(one["errorCode"]) for one in details if one.get("@type") == _ERROR]
        return codes[0] if codes and fields <= {"message.token"} else ""

    def result(self, answer: Answer) -> DeliveryResult:
        if answer.status == HTTPStatus.UNAUTHORIZED:
            self._until = 0.0  # the next request asks for another access token
        return super().result(answer)
