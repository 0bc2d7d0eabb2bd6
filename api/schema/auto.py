"""Tells drf-spectacular what it cannot infer from our views."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from api.http.authentication import SignedIn, SignedInToWrite
from api.schema.enums import Json


class Operation(AutoSchema):
    """drf-spectacular's inspector of one operation, with our permissions."""

    def get_auth(self) -> list[Json]:
        """Return the token scheme, optional where the operation is open to anonymous clients."""
        found: list[Json] = super().get_auth()
        return found if not found or self._signed_in() else [*found, {}]

    def _signed_in(self) -> bool:
        required: Any = self.view.permission_classes
        writes = self.method not in SAFE_METHODS
        return SignedIn in required or (writes and SignedInToWrite in required)
