"""Endpoints for notifications: browsers (Web Push) and webhooks."""

from typing import ClassVar

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required, token_of
from api.http.pagination import page
from api.idempotency import idempotent_write
from api.requests.common import Id
from api.requests.notices import NewPush, NewWebhook, Trial
from api.schema import described
from events.notifications.http.endpoints import (
    PUSH,
    WEBHOOK,
    endpoint_json,
    endpoint_remove,
    endpoint_try,
    endpoints_of,
    push_register,
    webhook_register,
)
from events.notifications.http.push import public_key
from games.codec import convert


class _Endpoints(APIView):
    """The base class of views on the endpoints of one channel."""

    permission_classes = (SignedIn,)
    channel: ClassVar[str]

    def listed(self, request: Request) -> dict[str, object]:
        player = player_required(request)
        return page(
            request,
            lambda after, most: endpoints_of(player, self.channel, after=after, most=most),
            places=Id,
            place=lambda endpoint: endpoint.id,
            shown=lambda endpoints: [endpoint_json(endpoint) for endpoint in endpoints],
        )

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
    """The caller's browsers."""

    channel = PUSH

    @described("list_push", "List your browsers", answer="PushList", listed=True)
    def get(self, request: Request) -> Response:
        """Browsers that show you notices, and the key that another one subscribes with."""
        return Response(self.listed(request) | {"vapid_key": public_key()})

    @described(
        "register_push",
        "Register a browser",
        body=NewPush,
        answer="EndpointShown",
        status=201,
        problems=(400, 401, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request) -> Response:
        """Let this browser show you notices, until this device signs out. Send what
        `PushSubscription.toJSON()` gives; the same one again changes nothing."""
        form = convert(request.data, NewPush)
        made = push_register(
            player=player_required(request),
            token=token_of(request),
            url=form.endpoint,
            p256dh=form.keys.p256dh,
            auth=form.keys.auth,
        )
        return Response(endpoint_json(made), status=201)


class OnePush(_Endpoints):
    """One browser."""

    channel = PUSH

    @described("remove_push", "Remove a browser", answer=None, status=204, problems=(401, 404))
    def delete(self, request: Request, endpoint: str) -> Response:
        """Let a browser show you nothing more."""
        return self.remove(request, endpoint)


class PushTrial(_Endpoints):
    """A test delivery to a browser."""

    channel = PUSH

    @described(
        "test_push",
        "Test a browser",
        body=Trial,
        answer="EndpointShown",
        status=202,
        problems=(400, 401, 404, 409),
    )
    @idempotent_write()
    def post(self, request: Request, endpoint: str) -> Response:
        """Send a notice to a browser; the list says soon what came of it. One at a time."""
        return self.try_out(request, endpoint)


class Webhooks(_Endpoints):
    """The caller's webhooks."""

    channel = WEBHOOK

    @described("list_webhooks", "List your webhooks", answer="WebhookList", listed=True)
    def get(self, request: Request) -> Response:
        """Machines that are told what you are."""
        return Response(self.listed(request))

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

    @described("remove_webhook", "Remove a webhook", answer=None, status=204, problems=(401, 404))
    def delete(self, request: Request, endpoint: str) -> Response:
        """Tell a machine nothing more."""
        return self.remove(request, endpoint)


class WebhookTrial(_Endpoints):
    """A test delivery to a webhook."""

    channel = WEBHOOK

    @described(
        "test_webhook",
        "Test a webhook",
        body=Trial,
        answer="EndpointShown",
        status=202,
        problems=(400, 401, 404, 409),
    )
    @idempotent_write()
    def post(self, request: Request, endpoint: str) -> Response:
        """Send a notice of the type `test` to a machine; the list says soon what came of it. One at
        a time. A machine that was disabled and takes it is enabled again."""
        return self.try_out(request, endpoint)
