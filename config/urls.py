"""Every URL of the server."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from api.operations import health
from api.operations.metrics import metrics
from api.operations.schema import Docs, Schema
from api.views import mail, server
from api.views.sign_in import oauth
from web.views import page_not_found

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("web.urls")),
    path("api/v1/", include("api.urls")),
    path("api/schema/", Schema.as_view(), name="schema"),
    path("api/docs/", Docs.as_view(url_name="schema")),
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("metrics", metrics),
    path(".well-known/apple-app-site-association", server.apple_app_links),
    path(".well-known/assetlinks.json", server.android_app_links),
    path(".well-known/oauth-authorization-server", oauth.metadata),
    path("oauth/token", oauth.token),
    path("oauth/revoke", oauth.revoke),
    path("mail/play/<str:token>", mail.play),
    path("mail/stop/<str:token>", mail.stop),
    path("admin/", admin.site.urls),
]

if settings.MAIL_WEBHOOK_SECRET:
    from api import mail_webhook

    urlpatterns.append(path("mail/inbound/", include("anymail.urls")))
    assert mail_webhook  # its import connects the signal receivers

handler400 = health.bad_request
handler404 = page_not_found
handler500 = health.server_error
