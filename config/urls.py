"""Every address of the server."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from api.views import operations
from api.views.metrics import metrics
from api.views.schema import Schema

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(url="/api/docs/")),
    path("api/v1/", include("api.urls")),
    path("api/schema/", Schema.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema")),
    path("health/live", operations.live),
    path("health/ready", operations.ready),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
]

handler400 = operations.bad_request
handler404 = operations.not_found
handler500 = operations.server_error
