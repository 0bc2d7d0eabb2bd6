"""French and English names of what the admin shows; its buttons and dates are Django's own."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import Model

from events.models import (
    Bounce,
    Delivery,
    Due,
    Match,
    Outbox,
    Player,
    QueuedMail,
    Report,
    SecretRead,
    SigningKey,
)
from events.models.labels import label

TABLES: dict[type[Model], tuple[Any, Any]] = {
    Bounce: (label("adresse en échec", "bounce"), label("adresses en échec", "bounces")),
    Delivery: (label("envoi", "delivery"), label("envois", "deliveries")),
    Due: (label("travail prévu", "due work"), label("travaux prévus", "due work")),
    Match: (label("partie", "match"), label("parties", "matches")),
    Outbox: (label("avis", "notice"), label("avis", "notices")),
    Player: (label("joueur", "player"), label("joueurs", "players")),
    QueuedMail: (
        label("courriel en attente", "queued mail"),
        label("courriels en attente", "queued mails"),
    ),
    Report: (label("signalement", "report"), label("signalements", "reports")),
    SecretRead: (
        label("secret consulté", "secret read"),
        label("secrets consultés", "secret reads"),
    ),
    SigningKey: (
        label("clé de signature", "signing key"),
        label("clés de signature", "signing keys"),
    ),
}
"""In the singular and in the plural."""
COLUMNS: dict[str, Any] = {
    "administrator": label("administrateur", "administrator"),
    "answer": label("réponse", "answer"),
    "at": label("date", "at"),
    "at_the_table": label("sièges", "seats"),
    "channel": label("canal", "channel"),
    "commitment": label("engagement", "commitment"),
    "created_at": label("création", "created at"),
    "creator": label("créateur", "creator"),
    "data": label("données", "data"),
    "devices": label("appareils", "devices"),
    "digest": label("résumé", "digest"),
    "email": label("adresse", "email"),
    "finished_at": label("fin", "finished at"),
    "game": label("jeu", "game"),
    "guest": label("invité", "guest"),
    "head": label("empreinte", "head"),
    "key_id": label("numéro de clé", "key id"),
    "kind": label("genre", "kind"),
    "left_at": label("départ", "left at"),
    "locale": label("langue", "locale"),
    "log": label("journal", "log"),
    "match": label("partie", "match"),
    "matches": label("parties", "matches"),
    "name": label("nom", "name"),
    "notice": label("avis", "notice"),
    "number": label("numéro", "number"),
    "options": label("variantes", "options"),
    "planned": label("réparti", "planned"),
    "public": label("clé publique", "public key"),
    "reason": label("motif", "reason"),
    "recipient": label("destinataire", "recipient"),
    "reported": label("joueur signalé", "reported"),
    "reporter": label("signalé par", "reporter"),
    "retired_at": label("retrait", "retired at"),
    "ruleset": label("règles", "ruleset"),
    "seat": label("siège", "seat"),
    "seen_at": label("dernière visite", "seen at"),
    "seq": label("événement", "seq"),
    "settled_at": label("réglé", "settled at"),
    "started_at": label("début", "started at"),
    "state": label("état", "state"),
    "status": label("état", "status"),
    "talk": label("ce qui s’y est dit", "what was said there"),
    "time_zone": label("fuseau horaire", "time zone"),
    "to": label("à", "to"),
    "tries": label("essais", "tries"),
    "version": label("version", "version"),
    "visibility": label("visibilité", "visibility"),
}


def tables_name() -> None:
    """Give tables and columns these names; migrations do not see them, and none is needed."""
    for model, (one, many) in TABLES.items():
        model._meta.verbose_name, model._meta.verbose_name_plural = one, many
        for field in model._meta.fields:
            if field.name in COLUMNS:
                field.verbose_name = COLUMNS[field.name]


def related(path: str, name: str, *, shown: str = "") -> Callable[[Any], Any]:
    """A column of a row that a row refers to, sorted by it; `shown` if what is read is another."""
    return admin.display(
        lambda row: _read(row, shown or path), description=COLUMNS[name], ordering=path
    )


def _read(row: Any, path: str) -> Any:
    for step in path.split("__"):
        row = None if row is None else getattr(row, step)
    return row() if callable(row) else row
