"""The operations of OAuth, which are outside /api/v1/: forms, and refusals of RFC 6749."""

from msgspec import Struct

from api.requests.oauth import Revocation, TokenRequest
from api.responses.sign_in import OAuthRefusal, OAuthServer, OAuthTokens
from api.schema.enums import Json, ref
from api.schema.examples.generated import Samples
from api.schema.problems import problem_reference

AUTHORIZE, TOKEN, REVOKE = "/authorize", "/oauth/token", "/oauth/revoke"
METADATA = "/.well-known/oauth-authorization-server"
FORM = "application/x-www-form-urlencoded"


def oauth_paths(samples: Samples) -> Json:
    """Return the paths of the endpoints that apps call."""
    tokens = _answer(samples, OAuthTokens)
    given_back = _json_answer("An empty object.", {"type": "object"}, {})
    token = _operation(
        "get_tokens",
        "Get the tokens of an app",
        "Exchange a code for tokens, or a refresh token for new ones. A code works once, for two "
        "minutes; a refresh token until it is replaced, and the last one for a minute more.",
        _form(TokenRequest) | _answers(samples, tokens),
    )
    revoke = _operation(
        "give_back_tokens",
        "Give the tokens of an app back",
        "End the tokens of an app on one device. An unknown token is answered alike (RFC 7009).",
        _form(Revocation) | _answers(samples, given_back),
    )
    metadata = _operation(
        "get_oauth_server",
        "Get the addresses of OAuth",
        "The addresses and abilities of this server, as libraries for OAuth read them (RFC 8414).",
        {"responses": {"200": _answer(samples, OAuthServer), "400": problem_reference(400)}},
    )
    return {TOKEN: {"post": token}, REVOKE: {"post": revoke}, METADATA: {"get": metadata}}


def _operation(name: str, summary: str, description: str, more: Json) -> Json:
    said = {"operationId": name, "summary": summary, "description": description}
    return said | {"tags": ["oauth"], "security": []} | more


def _form(body: type[Struct]) -> Json:
    content = {"schema": ref(body.__name__)}
    return {"requestBody": {"required": True, "content": {FORM: content}}}


def _answers(samples: Samples, accepted: Json) -> Json:
    problems = {str(status): problem_reference(status) for status in (429, 503)}
    return {"responses": {"200": accepted, "400": _answer(samples, OAuthRefusal), **problems}}


def _answer(samples: Samples, body: type[Struct]) -> Json:
    name = body.__name__
    return _json_answer(samples.description(name), ref(name), samples.named(name))


def _json_answer(description: str, schema: Json, example: Json) -> Json:
    examples = {"typical": {"summary": "Typical", "value": example}}
    content = {"schema": schema, "examples": examples}
    return {"description": description, "content": {"application/json": content}}
