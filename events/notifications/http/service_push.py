"""Pushes through a service that the operator has configured: what APNs and FCM have in common."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from events.notifications.http.channel import Answer, Call, Request
from events.notifications.http.http2_client import Http2Call
from events.notifications.http.push import Push

_REFUSED = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND})


class ServicePush(Push):
    """The base class of pushes through a service."""

    dead: frozenset[str]
    """The reasons by which the service says that a device is gone."""

    @abstractmethod
    async def credentials(self) -> Mapping[str, str]:
        """Return the headers that identify this server to the service."""

    def call(self, request: Request, ended: Callable[[Call], None]) -> Call:
        return Http2Call(request, ended, self.credentials)

    def is_unwanted(self, answer: Answer) -> bool:
        return self.reason(answer) in self.dead

    def is_of_service(self, answer: Answer) -> bool:
        """Whether the service fails, or refuses this server and not the device."""
        fails = answer.status is None or answer.status >= 500 or answer.status in _REFUSED
        return fails and not self.is_unwanted(answer)


def object_in(answer: Answer) -> dict[str, Any]:
    """Return the JSON object in the body of an answer; empty if there is none."""
    try:
        return msgspec.json.decode(answer.body, type=dict[str, Any])
    except msgspec.DecodeError:
        return {}
