"""Every address under /api/v1/."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from api.views import games, matches, operations, people


class MatchId(StringConverter):
    """Only what can be the id of a match gets as far as a view."""

    regex = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


register_converter(MatchId, "match")

urlpatterns = [
    path("auth/guest", people.Guest.as_view()),
    path("games", games.Games.as_view()),
    path("games/<slug:game>", games.OneGame.as_view()),
    path("matches", matches.Matches.as_view()),
    path("matches/<match:match>", matches.OneMatch.as_view()),
    path("matches/<match:match>/join", matches.Join.as_view()),
    path("matches/<match:match>/invitations", matches.Invitations.as_view()),
    path("matches/<match:match>/start", matches.Start.as_view()),
    path("matches/<match:match>/seed", matches.Seed.as_view()),
    path("matches/<match:match>/moves", matches.Moves.as_view()),
    path("matches/<match:match>/events", matches.Feed.as_view()),
    path("matches/<match:match>/export", matches.Export.as_view()),
    path("keys", operations.Keys.as_view()),
]
