"""The Python SDK signs in with passkeys, and acts as a third-party app, on a real server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from gobelet_sdk import Gobelet, OAuthRefused, Problem, Store, legal_moves
from tests.support.authenticator import Authenticator
from tests.support.letters import code_in
from tests.support.server import SharedServer

Start = Callable[..., Gobelet]
HOME = "http://127.0.0.1/back"


@pytest.fixture
def server(shared_server: SharedServer) -> str:
    return f"http://127.0.0.1:{shared_server.port}"


@pytest.fixture
def device(server: str) -> Iterator[Start]:
    """Starts an app, on a device of its own or on one with this store."""
    with ExitStack() as running:

        def started(store: Store | None = None) -> Gobelet:
            return running.enter_context(Gobelet(server, store))

        yield started


def account(gobelet: Gobelet, shared_server: SharedServer, address: str) -> str:
    """Sign in by mail; returns the id of the account."""
    nonce = gobelet.ask_code(address)["nonce"]
    code = code_in(shared_server.data_dir / "outbox", address)
    return gobelet.confirm_code(address, code, nonce)["id"]


def decided(player: Gobelet, address: str, *, allow: bool) -> str:
    """Where the page that asks a player sends them."""
    asked = dict(parse_qsl(urlsplit(address).query))
    answer = player.post("auth/authorize", {**asked, "allow": allow})
    redirect: str = answer["redirect"]
    return redirect


def test_a_passkey_signs_in_elsewhere(device: Start, shared_server: SharedServer) -> None:
    phone = Authenticator(origin=f"http://localhost:{shared_server.port}")
    first = device()
    own = account(first, shared_server, "python.passkey@example.org")
    assert first.add_passkey(phone.register, "Phone")["name"] == "Phone"
    assert device().sign_in_with_passkey(phone.sign)["id"] == own
    phone.origin = "http://elsewhere.example"
    with pytest.raises(Problem, match="passkey"):
        device().sign_in_with_passkey(phone.sign)


def test_an_app_acts_for_a_player_until_it_gives_its_tokens_back(
    device: Start, shared_server: SharedServer
) -> None:
    player, acting = device(), device()
    own = account(player, shared_server, "python.oauth@example.org")
    app = player.post("me/apps", {"name": "Table", "redirect_uris": [HOME]})["id"]
    oauth = acting.oauth(app, HOME)
    assert oauth.resume() is None
    back = decided(player, oauth.begin(), allow=True)
    assert oauth.finish(back)["id"] == own
    table = acting.open("ciaociao", 2, bots=1)
    match = next(iter(table.turns()))
    assert table.play(next(legal_moves(match)), match)
    with pytest.raises(Problem) as refused:
        acting.get("me/devices")
    assert refused.value.code == "insufficient_scope"
    first = stored(acting)
    acting.store.set("oauth", first | {"until": 0})
    assert acting.get("me")["id"] == own
    assert stored(acting)["access_token"] != first["access_token"], "it was replaced"
    again = device(acting.store)
    assert again.oauth(app, HOME).resume() == acting.get("me")
    oauth.sign_out()
    with pytest.raises(OAuthRefused):
        again.get("me")
    again.api.renew = None
    with pytest.raises(Problem) as refused:
        again.get("me")
    assert refused.value.code == "invalid_token"


def test_an_app_that_is_refused_or_answered_by_somebody_else_has_no_tokens(
    device: Start, shared_server: SharedServer
) -> None:
    player, acting = device(), device()
    account(player, shared_server, "python.refusal@example.org")
    app = player.post("me/apps", {"name": "Table", "redirect_uris": [HOME]})["id"]
    oauth = acting.oauth(app, HOME)
    for back, code in (
        (decided(player, oauth.begin(), allow=False), "access_denied"),
        (f"{HOME}?code=x&state=forged", "invalid_state"),
    ):
        with pytest.raises(OAuthRefused) as refused:
            oauth.finish(back)
        assert refused.value.code == code
    with pytest.raises(OAuthRefused) as refused:
        oauth.finish(decided(player, oauth.begin(), allow=True).replace("code=", "code=x"))
    assert refused.value.code == "invalid_grant"
    assert oauth.resume() is None


def stored(gobelet: Gobelet) -> dict[str, Any]:
    """The tokens that the app keeps."""
    tokens: dict[str, Any] = gobelet.store.get("oauth")
    return tokens
