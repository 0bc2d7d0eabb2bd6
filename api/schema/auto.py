"""What drf-spectacular cannot see in a view of ours."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from api.authentication import SignedIn, SignedInToWrite
from api.schema.enums import Json


class Operation(AutoSchema):
    """An operation of the schema."""

    def get_auth(self) -> list[Json]:
        """A token, which one may leave out where anybody may ask."""
        found: list[Json] = super().get_auth()
        return found if not found or self._signed_in() else [*found, {}]

    def _signed_in(self) -> bool:
        required: Any = self.view.permission_classes
        writes = self.method not in SAFE_METHODS
        return SignedIn in required or (writes and SignedInToWrite in required)
