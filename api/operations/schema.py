"""The OpenAPI document, in the version and format that the client requests."""

from typing import Any

from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.gzip import gzip_page
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.codecs import JsonRenderer
from api.http.problems import Problem
from api.schema.document import NEWER, VERSIONS, as_json, as_yaml


class AsJson(BaseRenderer):
    """The document as JSON, the default."""

    charset = None
    media_type = "application/json"
    format = "json"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        return as_json(data)


class AsOpenApiJson(AsJson):
    """The document as JSON, under the media type that OpenAPI proposes."""

    media_type = "application/vnd.oai.openapi+json"


class AsYaml(BaseRenderer):
    """The document as YAML."""

    media_type = "application/yaml"
    format = "yaml"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        return as_yaml(data).encode()


class AsOpenApiYaml(AsYaml):
    """The document as YAML, under the media type that OpenAPI proposes."""

    media_type = "application/vnd.oai.openapi"


class Schema(APIView):
    """The OpenAPI document."""

    authentication_classes = ()
    throttle_classes = ()
    renderer_classes = (AsJson, AsOpenApiJson, AsYaml, AsOpenApiYaml)
    schema = None
    # DRF's own would render its metadata as if they were the document.
    options = View.options  # type: ignore[assignment]

    @method_decorator(gzip_page)
    def get(self, request: Request) -> Response:
        """OpenAPI 3.1, or 3.0.3 where `version` says so; JSON or YAML by Accept."""
        version = VERSIONS.get(request.query_params.get("version", NEWER))
        if version is None:
            raise Problem(404, "schema_version_unknown")
        response = Response(version)
        response["Vary"] = "Accept"
        return response

    def handle_exception(self, error: Exception) -> Response:
        """Answer a refusal with a JSON problem, whatever format was requested."""
        self.request.accepted_renderer = JsonRenderer()
        self.request.accepted_media_type = JsonRenderer.media_type
        response: Response = super().handle_exception(error)
        return response


class Docs(SpectacularSwaggerSplitView):
    """The OpenAPI document as a page to read and try."""

    options = View.options  # type: ignore[assignment]
