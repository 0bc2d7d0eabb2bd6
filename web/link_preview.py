"""What a link to the client shows where it is shared: `og:` tags, and a picture per game.

A private match is shown as any address is: its secret is after #, which no server gets.
"""

import re
from functools import lru_cache
from html import escape

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from api.http.language import accepted_language
from api.views.games import emblem
from events.errors import NotFound
from events.notifications.email.picture import png_of
from events.seats.access import match_get_visible
from games.contract import AnyGame, Text
from games.registry import all_games

BLURB = Text(
    "Des jeux de table français à secrets, entre amis ou contre des robots.",
    "French table games with secrets, against friends or bots.",
)
INVITED = Text("Une place vous attend", "A seat is waiting for you")
A_DAY = "public, max-age=86400"
_MATCH = re.compile(r"^/(?P<screen>join|matches)/(?P<id>[0-9a-f-]{36})(?:/|$)")
_GAME = re.compile(r"^/(?:rules|learn|new)/(?P<game>[\w-]+)$")
_WIDTH, _HEIGHT, _EMBLEM = 600, 315, 220


def preview_tags(request: HttpRequest) -> str:
    """Return the tags of a page; they name a game only if everyone may know it."""
    language = accepted_language(request.headers.get("Accept-Language", "")) or "en"
    game, invited = _game_at(request.path)
    title = game.words.title.within(language) if game else "Gobelet"
    if invited:
        title = f"{title} · {INVITED.within(language)}"
    picture = game.key if game else "gobelet"
    tags = {
        "og:type": "website",
        "og:site_name": "Gobelet",
        "og:title": title,
        "og:description": (game.words.blurb if game else BLURB).within(language),
        "og:image": f"{settings.PUBLIC_URL}/preview/{picture}.png",
        "og:image:width": str(_WIDTH * 2),
        "og:image:height": str(_HEIGHT * 2),
        "twitter:card": "summary_large_image",
    }
    return "\n".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()
    )


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    """Return the picture of a game, or of all of them, as PNG."""
    if name != "gobelet" and name not in all_games():
        raise Http404
    return HttpResponse(_picture(name), content_type="image/png", headers={"Cache-Control": A_DAY})


def _game_at(path: str) -> tuple[AnyGame | None, bool]:
    """Return the game that an address leads to, and whether it invites to a match."""
    if found := _GAME.match(path):
        return all_games().get(found["game"]), False
    if found := _MATCH.match(path):
        try:
            match = match_get_visible(found["id"], None)
        except NotFound:
            return None, found["screen"] == "join"
        return all_games()[match.game], found["screen"] == "join"
    return None, False


@lru_cache
def _picture(name: str) -> bytes:
    games = list(all_games().values()) if name == "gobelet" else [all_games()[name]]
    size = min(_EMBLEM, (_WIDTH - 40) // len(games) - 20)
    left = (_WIDTH - len(games) * size - (len(games) - 1) * 20) / 2
    parts = [
        emblem(game)
        .decode()
        .replace(
            "<svg ",
            f'<svg x="{left + at * (size + 20)}" y="{(_HEIGHT - size) / 2}" '
            f'width="{size}" height="{size}" ',
            1,
        )
        for at, game in enumerate(games)
    ]
    return png_of(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#f6efe2"/>{"".join(parts)}</svg>'
    )
