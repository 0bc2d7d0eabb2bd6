"""Every address of the server."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from api.views import operations

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RedirectView.as_view(url="/api/docs/")),
    path("api/v1/", include("api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema")),
    path("health/live", operations.live),
    path("health/ready", operations.ready),
]

handler400 = operations.bad_request
handler404 = operations.not_found
handler500 = operations.server_error
