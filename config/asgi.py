"""The server's one door: everything is answered by WSGI in a few threads, and streams go on."""

from config.serve.guarded import set_up

set_up()  # before the rest: what streams read can be imported only then

from django.conf import settings  # noqa: E402

from config.serve.bridge import WsgiBridge  # noqa: E402
from config.serve.dispatch import dispatch  # noqa: E402
from config.serve.paced import paced  # noqa: E402
from config.serve.streams import Streams  # noqa: E402
from config.wsgi import application as answers  # noqa: E402

streams = Streams(answers, body_limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
application = dispatch(
    streams=streams,
    answers=WsgiBridge(
        paced(answers),
        threads=settings.WEB_THREADS,
        body_limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    ),
)
