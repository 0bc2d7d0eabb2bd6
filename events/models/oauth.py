"""Third-party apps, and what players allow them (OAuth 2.0)."""

from django.db import models

from events.models.ids import random_id
from events.models.players import Player


class OAuthApp(models.Model):
    """A public client: a third-party app, which can keep no secret."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="oauth_apps")
    """Who registered it."""
    name = models.CharField(max_length=40)
    redirect_uris = models.TextField()
    """The addresses that codes may be sent to, by line."""
    created_at = models.DateTimeField()


class OAuthGrant(models.Model):
    """An app that a player has authorised."""

    id = models.CharField(primary_key=True, max_length=36, default=random_id)
    app = models.ForeignKey(OAuthApp, on_delete=models.CASCADE, related_name="grants")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="oauth_grants")
    scopes = models.CharField(max_length=40)
    """All that the app was ever allowed, by spaces; a session may have less."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["app", "player"], name="granted_once")]


class OAuthCode(models.Model):
    """An authorisation code, for one exchange within a short time; a used one stays until then."""

    digest = models.CharField(primary_key=True, max_length=64)
    grant = models.ForeignKey(OAuthGrant, on_delete=models.CASCADE, related_name="codes")
    scopes = models.CharField(max_length=40)
    redirect_uri = models.CharField(max_length=500)
    challenge = models.CharField(max_length=43)
    """The SHA-256 of the verifier that the app must show, in base64url (PKCE)."""
    session = models.CharField(max_length=64, default="")
    """The session that it was exchanged for."""
    at = models.DateTimeField(db_index=True)


class OAuthSession(models.Model):
    """One device on which an authorised app has tokens; only their digests are stored."""

    digest = models.CharField(primary_key=True, max_length=64)
    """Of the first half of its refresh tokens, which names the session."""
    grant = models.ForeignKey(OAuthGrant, on_delete=models.CASCADE, related_name="sessions")
    scopes = models.CharField(max_length=40)
    access = models.CharField(max_length=64, unique=True)
    access_until = models.DateTimeField()
    refresh = models.CharField(max_length=64)
    """Of the second half of the refresh token that is valid now."""
    previous = models.CharField(max_length=64, default="")
    """Of the one before it, whose answer may have been lost."""
    created_at = models.DateTimeField()
    rotated_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
