"""Endpoints for notifications: browsers, phones and webhooks."""

from typing import Any, ClassVar

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required, token_of
from api.http.pagination import page_of_rows
from api.idempotency import idempotent_write
from api.requests.common import Id
from api.requests.notices import NewPush, NewReceipt, NewWebhook, Trial
from api.schema import described
from events.notifications.delivery_receipts import receipt_record
from events.notifications.http.endpoints import (
    PUSH,
    WEBHOOK,
    endpoint_json,
    endpoint_own,
    endpoint_remove,
    endpoint_try,
    endpoints_of,
    phone_register,
    push_kinds,
    web_push_register,
    webhook_register,
)
from events.notifications.http.push import vapid_public_key
from games.codec import Malformed, convert

_REMOVED: dict[str, Any] = {"answer": None, "status": 204, "problems": (401, 404)}
_TRIED: dict[str, Any] = {
    "body": Trial,
    "answer": "EndpointShown",
    "status": 202,
    "problems": (400, 401, 404, 409),
}


class _Endpoints(APIView):
    """The base class of views on the endpoints of one channel."""

    permission_classes = (SignedIn,)
    channel: ClassVar[str]

    def endpoint_page(self, request: Request) -> dict[str, object]:
        player = player_required(request)
        return page_of_rows(request, endpoints_of(player, self.channel), Id, endpoint_json)

    def remove(self, request: Request, endpoint: str) -> Response:
        with transaction.atomic():
            endpoint_remove(
                player=player_required(request), channel=self.channel, endpoint=endpoint
            )
        return Response(status=204)

    def try_out(self, request: Request, endpoint: str) -> Response:
        convert(request.data, Trial)
        tried = endpoint_try(
            player=player_required(request), channel=self.channel, endpoint=endpoint
        )
        return Response(endpoint_json(tried), status=202)


class Pushes(_Endpoints):
    """The caller's browsers and phones."""

    channel = PUSH

    @described("list_push", "List your browsers and phones", answer="PushList", listed=True)
    def get(self, request: Request) -> Response:
        """Devices that show you notices, and what another one needs to register."""
        ours = {"kinds": push_kinds(), "vapid_key": vapid_public_key()}
        return Response(self.endpoint_page(request) | ours)

    @described(
        "register_push",
        "Register a browser or a phone",
        body=NewPush,
        answer="EndpointShown",
        status=201,
        problems=(400, 401, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request) -> Response:
        """Let this browser or phone show you notices, until this device signs out. A browser sends
        what `PushSubscription.toJSON()` gives; the same registration again changes nothing."""
        return Response(_register(request, convert(request.data, NewPush)), status=201)


def _register(request: Request, form: NewPush) -> dict[str, Any]:
    """Register a device; raise Malformed if a field that its kind needs is missing."""
    player, token, receipts = player_required(request), token_of(request), bool(form.receipts)
    kind = form.kind or "web"
    if kind in ("apns", "fcm"):
        if form.token is None:
            raise Malformed("missing_field", "/token")
        made = phone_register(
            player=player,
            token=token,
            kind=kind,
            address=form.token,
            sandbox=bool(form.sandbox),
            receipts=receipts,
        )
        return endpoint_json(made)
    if form.endpoint is None or form.keys is None:
        raise Malformed("missing_field", "/keys" if form.endpoint else "/endpoint")
    made = web_push_register(
        player=player,
        token=token,
        kind=kind,
        url=form.endpoint,
        p256dh=form.keys.p256dh,
        auth=form.keys.auth,
        receipts=receipts,
    )
    return endpoint_json(made)


class OnePush(_Endpoints):
    """One browser or phone."""

    channel = PUSH

    @described("remove_push", "Remove a browser or a phone", **_REMOVED)
    def delete(self, request: Request, endpoint: str) -> Response:
        """Let a device show you nothing more."""
        return self.remove(request, endpoint)


class PushTrial(_Endpoints):
    """A test delivery to a browser or a phone."""

    channel = PUSH

    @described("test_push", "Test a browser or a phone", **_TRIED)
    @idempotent_write()
    def post(self, request: Request, endpoint: str) -> Response:
        """Send a notice to a device; the list says soon what came of it. One at a time."""
        return self.try_out(request, endpoint)


class PushReceipts(_Endpoints):
    """Delivery receipts of a browser or a phone."""

    channel = PUSH

    @described(
        "report_receipt",
        "Report that a notice was shown",
        body=NewReceipt,
        answer="DeliveryReceipt",
        problems=(400, 401, 404),
    )
    @idempotent_write()
    def post(self, request: Request, endpoint: str) -> Response:
        """Say that this device has shown a notice, or that you have opened it. A turn without a
        receipt is told by the next channel some minutes later, if devices report receipts."""
        form = convert(request.data, NewReceipt)
        found = endpoint_own(player_required(request), self.channel, endpoint)
        opened = form.state == "opened"
        return Response(receipt_record(endpoint=found, delivery=form.id, opened=opened))


class Webhooks(_Endpoints):
    """The caller's webhooks."""

    channel = WEBHOOK

    @described("list_webhooks", "List your webhooks", answer="WebhookList", listed=True)
    def get(self, request: Request) -> Response:
        """Machines that are told what you are."""
        return Response(self.endpoint_page(request))

    @described(
        "register_webhook",
        "Register a webhook",
        body=NewWebhook,
        answer="WebhookMade",
        status=201,
        problems=(400, 401, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request) -> Response:
        """Let a machine be told what you are, by signed requests after Standard Webhooks 1.0.
        Private and loopback addresses are refused; redirects are not followed."""
        form = convert(request.data, NewWebhook)
        made = webhook_register(player=player_required(request), url=form.url)
        return Response(endpoint_json(made) | {"secret": made.keys}, status=201)


class OneWebhook(_Endpoints):
    """One webhook."""

    channel = WEBHOOK

    @described("remove_webhook", "Remove a webhook", **_REMOVED)
    def delete(self, request: Request, endpoint: str) -> Response:
        """Tell a machine nothing more."""
        return self.remove(request, endpoint)


class WebhookTrial(_Endpoints):
    """A test delivery to a webhook."""

    channel = WEBHOOK

    @described("test_webhook", "Test a webhook", **_TRIED)
    @idempotent_write()
    def post(self, request: Request, endpoint: str) -> Response:
        """Send a notice of the type `test` to a machine; the list says soon what came of it. One at
        a time. A machine that was disabled and takes it is enabled again."""
        return self.try_out(request, endpoint)
