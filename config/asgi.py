"""The server's one door: moves are played together, streams go on, a few threads do the rest."""

from config.serve.guarded import set_up

set_up()  # before the rest: what streams read can be imported only then

from django.conf import settings  # noqa: E402

from config.serve.bridge import WsgiBridge  # noqa: E402
from config.serve.dispatch import dispatch  # noqa: E402
from config.serve.express import Express  # noqa: E402
from config.serve.paced import paced_posts  # noqa: E402
from config.serve.streams import Streams  # noqa: E402
from config.wsgi import application as answers  # noqa: E402

_LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
bridge = WsgiBridge(paced_posts(answers), threads=settings.WEB_THREADS, body_limit=_LIMIT)
streams = Streams(answers, body_limit=_LIMIT)
application = dispatch(
    streams=streams,
    moves=Express(bridge, threads=settings.EXPRESS_THREADS, body_limit=_LIMIT),
    answers=bridge,
)
