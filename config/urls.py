"""Every address of the server."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from api.views import mail, operations
from api.views.metrics import metrics
from api.views.schema import Schema
from web.views import nowhere

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("web.urls")),
    path("api/v1/", include("api.urls")),
    path("api/schema/", Schema.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema")),
    path("health/live", operations.live),
    path("health/ready", operations.ready),
    path("metrics", metrics),
    path("mail/play/<str:token>", mail.play),
    path("mail/stop/<str:token>", mail.stop),
    path("admin/", admin.site.urls),
]

if settings.MAIL_WEBHOOK_SECRET:
    from api import inbound

    urlpatterns.append(path("mail/inbound/", include("anymail.urls")))
    assert inbound  # it listens from now on

handler400 = operations.bad_request
handler404 = nowhere
handler500 = operations.server_error
