"""Acting for a player as a third-party app: OAuth 2.0 with PKCE; tokens are kept and replaced."""

import asyncio
import json
import secrets
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any, cast
from urllib.parse import parse_qs, urlencode, urlsplit

from .client import AsyncGobelet
from .errors import OAuthRefused, Unreachable
from .schema import Account

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
EARLY = 60
"""Seconds before its end at which an access token is replaced."""


class AsyncOAuth:
    """An app that players authorise; `redirect_uri` is one that it is registered with."""

    def __init__(
        self,
        gobelet: AsyncGobelet,
        client_id: str,
        redirect_uri: str,
        scope: str = "play read profile",
    ) -> None:
        self._gobelet = gobelet
        self._api = gobelet.api
        self._store = gobelet.store
        self._client_id = client_id
        self._redirect_uri = redirect_uri
        self._scope = scope
        self._replacing = asyncio.Lock()

    def begin(self) -> str:
        """The page to open in a browser, where the player is asked."""
        verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self._store.set("oauth.asked", {"verifier": verifier, "state": state})
        challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
        asked = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": self._redirect_uri,
            "scope": self._scope,
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return f"{self._api.server}/authorize?{urlencode(asked)}"

    async def finish(self, address: str) -> Account:
        """Take the address that the player came back to; raises OAuthRefused."""
        came = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        asked = self._store.get("oauth.asked")
        if not asked or came.get("state") != asked["state"]:
            raise OAuthRefused("invalid_state")
        if "code" not in came:
            raise OAuthRefused(came.get("error", "invalid_request"))
        await self._ask_tokens(
            grant_type="authorization_code",
            code=came["code"],
            redirect_uri=self._redirect_uri,
            code_verifier=asked["verifier"],
        )
        self._store.set("oauth.asked", None)
        return cast(Account, await self.resume())

    async def resume(self) -> Account | None:
        """Act for the player again, as after a restart; None if none has authorised the app here.

        It needs the scope `profile`.
        """
        if not self._store.get("oauth"):
            return None
        self._api.scheme, self._api.renew = "Bearer", self._renew
        account: Account = await self._api.get("me")
        self._gobelet.player = account
        return account

    async def sign_out(self) -> None:
        """Give the tokens back."""
        if tokens := self._store.get("oauth"):
            await self._post("/oauth/revoke", token=tokens["refresh_token"])
        self._store.set("oauth", None)
        self._api.scheme, self._api.renew, self._api.token = "Token", None, None
        self._gobelet.player = None

    async def _renew(self) -> None:
        """Give the API a token that is valid, a new one if it ends soon; one at a time."""
        async with self._replacing:
            tokens = self._store.get("oauth")
            if not tokens:
                raise OAuthRefused("invalid_grant")
            if tokens["until"] - EARLY <= time.time():
                try:
                    await self._ask_tokens(
                        grant_type="refresh_token", refresh_token=tokens["refresh_token"]
                    )
                except OAuthRefused:
                    self._store.set("oauth", None)
                    raise
            self._api.token = self._store.get("oauth")["access_token"]

    async def _ask_tokens(self, **fields: str) -> None:
        tokens = await self._post("/oauth/token", **fields)
        self._store.set("oauth", tokens | {"until": time.time() + tokens["expires_in"]})

    async def _post(self, path: str, **fields: str) -> dict[str, Any]:
        sent = urlencode(fields | {"client_id": self._client_id}).encode()
        url = self._api.server + path
        got = await self._api.transport.request("POST", url, FORM, sent, self._api.timeout)
        try:
            body: dict[str, Any] = json.loads(got.body)
        except ValueError:
            raise Unreachable(f"status {got.status}") from None
        if "error" in body:
            raise OAuthRefused(body["error"], body.get("error_description", ""))
        if got.status != 200:
            raise Unreachable(f"status {got.status}")
        return body
