"""An operation on its way out says so in every answer and in the schema."""

from typing import Any

import pytest
from django.test import Client
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.schema import Deprecated, described
from events.errors import NotFound

LEAVING = Deprecated(since="2026-05-01", sunset="2026-11-01", link="https://example.org/changes")


class Old(APIView):
    """Something that has a better successor."""

    authentication_classes = ()
    throttle_classes = ()

    @described("old_thing", "Old thing", answer="Keys", problems=(404,), deprecated=LEAVING)
    def get(self, request: Request) -> Response:
        """Do it the old way."""
        if "missing" in request.query_params:
            raise NotFound("match_not_found")
        return Response({"keys": []})


urlpatterns = [path("api/v1/keys/old", Old.as_view())]


@pytest.mark.parametrize(("query", "status"), [("", 200), ("?missing", 404)])
def test_answers_and_refusals_carry_the_headers(settings: Any, query: str, status: int) -> None:
    settings.ROOT_URLCONF = __name__
    response = Client(SERVER_NAME="localhost").get(f"/api/v1/keys/old{query}")
    assert response.status_code == status
    assert response.headers["Deprecation"] == "@1777593600"
    assert response.headers["Sunset"] == "Sun, 01 Nov 2026 00:00:00 GMT"
    assert response.headers["Link"].startswith('<https://example.org/changes>; rel="deprecation"')


def test_the_schema_says_so_too() -> None:
    generator: Any = SchemaGenerator(patterns=urlpatterns)  # type: ignore[no-untyped-call]
    operation = generator.get_schema(public=True)["paths"]["/api/v1/keys/old"]["get"]
    assert operation["deprecated"] is True
    assert operation["responses"]["200"]["headers"].keys() == {"Deprecation", "Sunset"}
