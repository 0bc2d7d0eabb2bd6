"""Playing by mail: links that were used, and incoming mails that were processed."""

from django.db import models


class SpentLink(models.Model):
    """A link of a mail that was used to play a move; each works only once."""

    digest = models.CharField(primary_key=True, max_length=64)
    at = models.DateTimeField()


class ReceivedMail(models.Model):
    """An incoming mail that was processed; only a digest of its Message-ID is stored."""

    digest = models.CharField(primary_key=True, max_length=64)
    at = models.DateTimeField()
