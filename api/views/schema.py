"""The OpenAPI schema, in the version and form that a reader asks for."""

from typing import Any

from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.json import JsonRenderer
from api.problems import Problem
from api.schema.document import NEWER, VERSIONS, as_json, as_yaml


class AsJson(BaseRenderer):
    """The document of a version, for programs and for whoever does not mind."""

    charset = None
    media_type = "application/json"
    format = "json"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        return as_json(data)


class AsOpenApiJson(AsJson):
    """Under the name that OpenAPI proposes."""

    media_type = "application/vnd.oai.openapi+json"


class AsYaml(BaseRenderer):
    """The document of a version, for people."""

    media_type = "application/yaml"
    format = "yaml"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        return as_yaml(data).encode()


class AsOpenApiYaml(AsYaml):
    """Under the name that OpenAPI proposes."""

    media_type = "application/vnd.oai.openapi"


class Schema(APIView):
    """The schema."""

    authentication_classes = ()
    throttle_classes = ()
    renderer_classes = (AsJson, AsOpenApiJson, AsYaml, AsOpenApiYaml)
    schema = None

    def get(self, request: Request) -> Response:
        """OpenAPI 3.1, or 3.0.3 where `version` says so; JSON or YAML by Accept."""
        version = VERSIONS.get(request.query_params.get("version", NEWER))
        if version is None:
            raise Problem(404, "schema_version_unknown")
        response = Response(version)
        response["Vary"] = "Accept"
        return response

    def handle_exception(self, error: Exception) -> Response:
        """A refusal is a problem like all others, whatever form was asked for."""
        self.request.accepted_renderer = JsonRenderer()
        self.request.accepted_media_type = JsonRenderer.media_type
        response: Response = super().handle_exception(error)
        return response
