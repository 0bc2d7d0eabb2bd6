"""Every route under /api/v1/."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from api.operations import health
from api.views import (
    endpoints,
    games,
    history,
    lists,
    matches,
    me,
    moves,
    players,
    seats,
    server,
    streams,
    talk,
)
from api.views.circles import circle as circles
from api.views.cups import cup as cups
from api.views.cups import league as leagues
from api.views.sign_in import apps, mailed_codes, passkeys


class MatchId(StringConverter):
    """The id of a match; a path with anything else does not reach a view."""

    regex = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


class PlayerId(MatchId):
    """The id of a player."""


class DeviceId(StringConverter):
    """The id of a device."""

    regex = "[0-9a-f]{16}"


class PasskeyId(MatchId):
    """The id of a passkey."""


class AppId(MatchId):
    """The id of an app."""


class GrantId(MatchId):
    """The id of an authorised app."""


class EndpointId(MatchId):
    """The id of an endpoint for notifications."""


class CircleId(MatchId):
    """The id of a circle."""


class CupId(MatchId):
    """The id of a cup."""


register_converter(AppId, "app")
register_converter(CircleId, "circle")
register_converter(CupId, "cup")
register_converter(EndpointId, "endpoint")
register_converter(GrantId, "grant")
register_converter(MatchId, "match")
register_converter(PasskeyId, "passkey")
register_converter(PlayerId, "player")
register_converter(DeviceId, "device")

urlpatterns = [
    # Routes are tried in this order, and this one has the most requests.
    path("matches/<match:match>/moves", moves.Moves.as_view()),
    path("auth/guest", mailed_codes.Guest.as_view()),
    path("auth/email", mailed_codes.Code.as_view()),
    path("auth/email/confirm", mailed_codes.Confirm.as_view()),
    path("auth/passkey", passkeys.SignIn.as_view()),
    path("auth/passkey/options", passkeys.SignInOptions.as_view()),
    path("auth/authorize", apps.Authorize.as_view()),
    path("me", me.Me.as_view()),
    path("me/export", me.Export.as_view()),
    path("me/devices", me.Devices.as_view()),
    path("me/devices/<device:device>", me.OneDevice.as_view()),
    path("me/passkeys", passkeys.Passkeys.as_view()),
    path("me/passkeys/options", passkeys.RegistrationOptions.as_view()),
    path("me/passkeys/<passkey:passkey>", passkeys.OnePasskey.as_view()),
    path("me/apps", apps.Apps.as_view()),
    path("me/apps/<app:app>", apps.OneApp.as_view()),
    path("me/grants", apps.Grants.as_view()),
    path("me/grants/<grant:grant>", apps.OneGrant.as_view()),
    path("me/push", endpoints.Pushes.as_view()),
    path("me/push/<endpoint:endpoint>", endpoints.OnePush.as_view()),
    path("me/push/<endpoint:endpoint>/test", endpoints.PushTrial.as_view()),
    path("me/push/<endpoint:endpoint>/receipts", endpoints.PushReceipts.as_view()),
    path("me/webhooks", endpoints.Webhooks.as_view()),
    path("me/webhooks/<endpoint:endpoint>", endpoints.OneWebhook.as_view()),
    path("me/webhooks/<endpoint:endpoint>/test", endpoints.WebhookTrial.as_view()),
    path("games", games.Games.as_view()),
    path("games/<slug:game>", games.OneGame.as_view()),
    path("games/<slug:game>/emblem.svg", games.Emblem.as_view(), name="emblem"),
    path("games/<slug:game>/lesson", games.OneLesson.as_view()),
    path("games/<slug:game>/ranking", games.Ranking.as_view()),
    path("matches", matches.Matches.as_view()),
    path("matches/<match:match>", matches.OneMatch.as_view()),
    path("matches/<match:match>/join", matches.Join.as_view()),
    path("matches/<match:match>/invitations", matches.Invitations.as_view()),
    path("matches/<match:match>/start", matches.Start.as_view()),
    path("matches/<match:match>/seed", matches.Seed.as_view()),
    path("matches/<match:match>/leave", seats.Leave.as_view()),
    path("matches/<match:match>/remove", seats.Remove.as_view()),
    path("matches/<match:match>/resign", seats.Resign.as_view()),
    path("matches/<match:match>/standing", moves.StandingAnswer.as_view()),
    path("matches/<match:match>/more-time", seats.Time.as_view()),
    path("matches/<match:match>/return", seats.Return.as_view()),
    path("matches/<match:match>/cancel-vote", seats.CancelVotes.as_view()),
    path("matches/<match:match>/rematch", seats.Rematch.as_view()),
    path("matches/<match:match>/events", history.Feed.as_view()),
    path("matches/<match:match>/stream", streams.MatchStream.as_view()),
    path("matches/<match:match>/replay", history.Replay.as_view()),
    path("matches/<match:match>/share", history.Share.as_view()),
    path("matches/<match:match>/export", history.Export.as_view()),
    path("matches/<match:match>/transcript", history.Transcript.as_view()),
    path("matches/<match:match>/messages", talk.Messages.as_view()),
    path("matches/<match:match>/seen", talk.SeenUpTo.as_view()),
    path("matches/<match:match>/recap", history.Recap.as_view()),
    path("matches/<match:match>/text", talk.Text.as_view()),
    path("me/matches", lists.OwnMatches.as_view()),
    path("me/turns", lists.Turns.as_view()),
    path("me/invitations", lists.Invitations.as_view()),
    path("me/stream", streams.MyStream.as_view()),
    path("me/friends", players.Friends.as_view()),
    path("me/blocks", players.Blocks.as_view()),
    path("players/<player:player>", players.OnePlayer.as_view()),
    path("players/<player:player>/block", players.Block.as_view()),
    path("players/<player:player>/mute", players.Mute.as_view()),
    path("players/<player:player>/friend", players.Friend.as_view()),
    path("players/<player:player>/ratings", players.RatingHistory.as_view()),
    path("players/<player:player>/report", players.ReportOnPlayer.as_view()),
    path("circles", circles.Circles.as_view()),
    path("circles/<circle:circle>", circles.OneCircle.as_view()),
    path("circles/<circle:circle>/link", circles.Link.as_view()),
    path("circles/<circle:circle>/join", circles.Join.as_view()),
    path("circles/<circle:circle>/members/<player:player>", circles.Member.as_view()),
    path("circles/<circle:circle>/matches", circles.Tables.as_view()),
    path("circles/<circle:circle>/standings", circles.Standings.as_view()),
    path("circles/<circle:circle>/cups", cups.OfCircle.as_view()),
    path("cups", cups.Cups.as_view()),
    path("cups/<cup:cup>", cups.OneCup.as_view()),
    path("cups/<cup:cup>/join", cups.Join.as_view()),
    path("cups/<cup:cup>/leave", cups.Leave.as_view()),
    path("cups/<cup:cup>/start", cups.Start.as_view()),
    path("cups/<cup:cup>/log", cups.Log.as_view()),
    path("leagues", leagues.Leagues.as_view()),
    path("leagues/<slug:league>", leagues.OneLeague.as_view()),
    path("leagues/<slug:league>/join", leagues.Join.as_view()),
    path("leagues/<slug:league>/leave", leagues.Leave.as_view()),
    path("server", server.Server.as_view()),
    path("keys", health.Keys.as_view()),
    path("verify.py", history.Verifier.as_view()),
]
