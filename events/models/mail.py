"""Playing by mail: what has been used up, and what has been read."""

from django.db import models


class SpentLink(models.Model):
    """A link out of a mail with which a move was played."""

    digest = models.CharField(primary_key=True, max_length=64)
    at = models.DateTimeField()


class TakenMail(models.Model):
    """A mail that came in and has been dealt with; only a digest of its Message-ID is kept."""

    digest = models.CharField(primary_key=True, max_length=64)
    at = models.DateTimeField()
