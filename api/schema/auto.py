"""Tells drf-spectacular what it cannot infer from our views: who may call an operation."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from api.http.authentication import SignedIn, SignedInToWrite, scope_of
from api.schema.descriptions import enum_text
from api.schema.enums import Json
from api.schema.outside.oauth import AUTHORIZE, TOKEN
from events.oauth import scopes


class Operation(AutoSchema):
    """drf-spectacular's inspector of one operation, with our permissions."""

    def get_auth(self) -> list[Json]:
        """Return the token scheme, optional where the operation is open to anonymous clients."""
        found: list[Json] = super().get_auth()
        scope = scope_of(getattr(self.view, self.method.lower(), None))
        if found and scope is not None:
            found = [*found, {"oauth2": [] if scope == "any" else [scope]}]
        return found if not found or self._signed_in() else [*found, {}]

    def _signed_in(self) -> bool:
        required: Any = self.view.permission_classes
        writes = self.method not in SAFE_METHODS
        return SignedIn in required or (writes and SignedInToWrite in required)


def oauth2_scheme() -> Json:
    """Return the security scheme of apps, with what each scope allows."""
    return {
        "type": "oauth2",
        "description": "For third-party apps: `Authorization: Bearer …`, PKCE with S256 only.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": AUTHORIZE,
                "tokenUrl": TOKEN,
                "refreshUrl": TOKEN,
                "scopes": enum_text(scopes.__name__, "Scope").values,
            }
        },
    }
