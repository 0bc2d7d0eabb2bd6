"""The server's one door: streams are async, everything else goes to WSGI in a few threads."""

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.serve.bridge import WsgiBridge
from config.serve.dispatch import dispatch
from config.wsgi import application as answers

application = dispatch(
    streams=get_asgi_application(),
    answers=WsgiBridge(
        answers,
        threads=settings.WEB_THREADS,
        body_limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    ),
)
