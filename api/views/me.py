"""The caller's account: profile, devices, export and deletion."""

from typing import Annotated

import msgspec
from django.db import transaction
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required, token_of
from api.http.pagination import Timestamp, page, timestamp_decode, timestamp_encode
from api.requests.people import ProfileChanges
from api.schema import described
from events.accounts.data_export import own_data
from events.accounts.sign_in import account_leave
from events.players.devices import device_json, device_sign_out, devices_of
from events.players.profile import own_profile, profile_change
from games.codec import convert

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class Me(APIView):
    """The caller's profile."""

    permission_classes = (SignedIn,)

    @described(
        "get_me",
        "Get your profile",
        answer="Profile",
        problems=(401,),
        conditional=True,
        scope="profile",
    )
    def get(self, request: Request) -> Response:
        """Your profile and settings."""
        return Response(own_profile(player_required(request)))

    @described(
        "change_me",
        "Change your profile",
        body=ProfileChanges,
        answer="Profile",
        problems=(400, 401, 422),
        keyed=False,
    )
    def patch(self, request: Request) -> Response:
        """Change what you name, leave the rest, take away what you say is null."""
        changes = msgspec.to_builtins(convert(request.data, ProfileChanges))
        with transaction.atomic():
            changed = profile_change(player=player_required(request), changes=changes)
        return Response(own_profile(changed))

    @described("delete_me", "Delete your account", answer=None, status=204, problems=(401,))
    def delete(self, request: Request) -> Response:
        """Leave for good, at once and without being asked again. You leave open matches and resign
        from running ones; address, devices and settings are deleted, your name and what you said at
        tables are taken away. What you played stays in the logs of matches, and what you reported
        with the administrators, under an id that tells nothing."""
        account_leave(player=player_required(request))
        return Response(status=204)


class Export(APIView):
    """A copy of the caller's data."""

    permission_classes = (SignedIn,)

    @described("export_me", "Export your data", answer="OwnData", problems=(401,))
    def get(self, request: Request) -> Response:
        """Everything that is kept about you, as one file."""
        response = Response(own_data(player_required(request), token=token_of(request)))
        response["Content-Disposition"] = 'attachment; filename="gobelet-me.json"'
        response["Cache-Control"] = "no-store"
        return response


class Devices(APIView):
    """The caller's signed-in devices."""

    permission_classes = (SignedIn,)

    @described("list_devices", "List your devices", answer="DeviceList", listed=True)
    def get(self, request: Request) -> Response:
        """Your signed-in devices, the latest first."""
        player = player_required(request)
        listed = page(
            request,
            lambda after, most: devices_of(
                player, after=(timestamp_decode(after[0]), after[1]) if after else None, most=most
            ),
            places=tuple[Timestamp, Digest],
            place=lambda device: (timestamp_encode(device.created_at), device.digest),
            serialise=lambda devices: [
                device_json(device, token_of(request)) for device in devices
            ],
        )
        return Response(listed)


class OneDevice(APIView):
    """One signed-in device."""

    permission_classes = (SignedIn,)

    @described("sign_out_device", "Sign a device out", answer=None, status=204, problems=(401, 404))
    def delete(self, request: Request, device: str) -> Response:
        """Sign a device of yours out, be it this one."""
        device_sign_out(player=player_required(request), device=device)
        return Response(status=204)
