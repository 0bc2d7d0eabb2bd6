"""Third-party apps: registered, authorised, listed and revoked."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedIn, player_required
from api.http.pagination import page_of_rows
from api.idempotency import idempotent_write
from api.requests.common import Id
from api.requests.oauth import Authorization, NewApp
from api.schema import described
from api.views.sign_in.answers import no_store
from events.oauth.apps import (
    app_json,
    app_register,
    app_remove,
    apps_of,
    grant_json,
    grant_revoke,
    grants_of,
)
from events.oauth.consent import consent_check, consent_give, consent_json, consent_refuse
from games.codec import convert

_REMOVED: dict[str, Any] = {"answer": None, "status": 204, "problems": (401, 404)}


class Authorize(APIView):
    """Decisions about what an app asks for."""

    permission_classes = (SignedIn,)

    @described(
        "authorize_app",
        "Decide about an app that asks for something",
        body=Authorization,
        answer="Consent",
        problems=(400, 401, 404, 409, 422),
        keyed=False,
    )
    def post(self, request: Request) -> Response:
        """The page `/authorize` sends here what an app asks for. Without `allow` the answer says
        what that is; with it, where to go: to the app, with a code or with your refusal."""
        form = convert(request.data, Authorization)
        asked = consent_check(
            client_id=form.client_id,
            redirect_uri=form.redirect_uri,
            scope=form.scope,
            challenge=form.code_challenge,
            state=form.state,
        )
        redirect = None
        if form.allow is not None:
            player = player_required(request)
            redirect = consent_give(asked, player=player) if form.allow else consent_refuse(asked)
        return no_store(Response(consent_json(asked) | {"redirect": redirect}))


class Apps(APIView):
    """The apps that the caller has registered."""

    permission_classes = (SignedIn,)

    @described("list_apps", "List the apps that you have registered", answer="AppList", listed=True)
    def get(self, request: Request) -> Response:
        """The apps that you have registered."""
        return Response(page_of_rows(request, apps_of(player_required(request)), Id, app_json))

    @described(
        "register_app",
        "Register an app",
        body=NewApp,
        answer="App",
        status=201,
        problems=(400, 401, 403, 409, 422),
    )
    @idempotent_write()
    def post(self, request: Request) -> Response:
        """Register an app that players can authorise: a public client of OAuth 2.0 with PKCE, which
        has no secret. An account with an address has ten at most."""
        form = convert(request.data, NewApp)
        made = app_register(
            player=player_required(request), name=form.name, redirect_uris=form.redirect_uris
        )
        return Response(app_json(made), status=201)


class OneApp(APIView):
    """One app."""

    permission_classes = (SignedIn,)

    @described("remove_app", "Remove an app", **_REMOVED)
    def delete(self, request: Request, app: str) -> Response:
        """Remove an app of yours; what players have allowed it ends at once."""
        app_remove(player=player_required(request), app=app)
        return Response(status=204)


class Grants(APIView):
    """The apps that the caller has authorised."""

    permission_classes = (SignedIn,)

    @described(
        "list_grants", "List the apps that you have authorised", answer="GrantList", listed=True
    )
    def get(self, request: Request) -> Response:
        """The apps that may act for you, and what each may do."""
        return Response(page_of_rows(request, grants_of(player_required(request)), Id, grant_json))


class OneGrant(APIView):
    """One authorised app."""

    permission_classes = (SignedIn,)

    @described("revoke_grant", "Revoke what you have allowed an app", **_REMOVED)
    def delete(self, request: Request, grant: str) -> Response:
        """Revoke what you have allowed an app, on every device; its streams end."""
        grant_revoke(player=player_required(request), grant=grant)
        return Response(status=204)
