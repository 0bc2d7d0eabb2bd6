"""The client's URLs: all screens have the same page, which reads its own URL."""

from django.urls import path, re_path

from web import link_preview, views

_FIRST_PARTS = "matches|lobby|new|join|rules|learn|me|players|people|circles|ranking|authorize"
SCREENS = rf"^(?:(?:{_FIRST_PARTS})(?:/[\w-]+)*)?$"

urlpatterns = [
    re_path(SCREENS, views.page),
    path("sw.js", views.worker),
    path("preview/<slug:name>.png", link_preview.picture),
    path("web/<slug:version>/<path:path>", views.asset),
]
