"""The ASGI application: batches moves, writes streams, and answers the rest in a few threads."""

from config.startup import set_up, struct_types_load

set_up()  # first: models can be imported only then

from django.conf import settings  # noqa: E402

from config.http.dispatch import dispatch  # noqa: E402
from config.http.event_streams import Streams  # noqa: E402
from config.http.move_batcher import MoveBatcher, MoveQueue  # noqa: E402
from config.http.wsgi_bridge import WsgiBridge  # noqa: E402
from config.wsgi import application as answers  # noqa: E402

struct_types_load()
_LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
bridge = WsgiBridge(answers, threads=settings.WEB_THREADS, body_limit=_LIMIT)
streams = Streams(answers, body_limit=_LIMIT)
application = dispatch(
    streams=streams,
    moves=MoveBatcher(bridge, MoveQueue(settings.MOVE_THREADS), body_limit=_LIMIT),
    answers=bridge,
)
