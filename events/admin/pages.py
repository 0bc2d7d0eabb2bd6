"""The Django admin: nearly every table read-only, very few changes, no secrets.

A match shows what a spectator may see of it. The rest is on a page of its own, which takes a POST
and records the access (SecretRead) before it shows anything. Notices that ask a player to move are
listed only once their match is over: the seat that gets none has a sealed or standing answer.
"""

from typing import TYPE_CHECKING, Any

import msgspec
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from events.admin.words import COLUMNS, related, tables_name
from events.log.envelope import timestamp
from events.log.position import position_at_head
from events.log.read import history
from events.matches.talk import REMOVED, messages_around
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
from events.selectors.secrets import secrets_read
from games.contract import SPECTATOR

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
else:
    Admin = admin.ModelAdmin

ASKING = (Outbox.Kind.YOUR_TURN, Outbox.Kind.DEADLINE_NEAR)
"""Kinds of notices that only seats without a sealed or standing answer get."""
TO_BE_SENT = label("à renvoyer.", "to be sent.")
TALK_SHOWN = 200
"""The most messages shown from before a report, and from after it."""

admin.site.site_header = admin.site.site_title = "Gobelet"
admin.site.site_url = None


class ReadOnly(Admin):
    """A model that administrators can read and not change."""

    list_per_page = 50
    show_full_result_count = False
    actions_on_top = True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow filters on displayed fields only, so that filters cannot reveal hidden values."""
        if self.fields is not None:
            shown = {str(name).split("__")[0] for name in (*self.list_display, *self.fields)}
            if lookup.split("__")[0] not in shown:
                return False
        return super().lookup_allowed(lookup, value, request)


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """A match and its log, as a spectator may read them now."""

    list_display = ("id", "game", "status", "visibility", "version", "created_at")
    list_filter = ("status", "game", "visibility")
    search_fields = ("=id",)
    ordering = ("-created_at",)
    fields = (
        "id", "game", "ruleset", "options", "visibility", "status", "creator", "created_at",
        "started_at", "finished_at", "commitment", "head", "version", "at_the_table", "log",
    )  # fmt: skip

    @admin.display(description=COLUMNS["at_the_table"])
    def at_the_table(self, match: Match) -> SafeString:
        seats = match.seats.select_related("player").order_by("number")
        return format_html_join(
            "",
            "<div>{}: {} {}</div>",
            (
                (seat.number, seat.player.name, seat.player.id)
                if seat.player
                else (seat.number, _bot_or_free(seat.level), "")
                for seat in seats
            ),
        )

    @admin.display(description=COLUMNS["log"])
    def log(self, match: Match) -> SafeString:
        events = history(match, position_at_head(match), SPECTATOR, after=0)
        return _events_table(event for _, event, _ in events)

    def get_urls(self) -> list[URLPattern]:
        secrets = self.admin_site.admin_view(require_POST(self.secrets))
        own = path("<path:match_id>/secrets/", secrets, name="events_match_secrets")
        return [own, *super().get_urls()]

    def secrets(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Show everything in a match, after recording the access; needs `events.add_secretread`."""
        if not request.user.has_perm("events.add_secretread"):
            raise PermissionDenied
        match = self.get_object(request, match_id)
        if match is None:
            raise Http404
        hidden = secrets_read(match_id=match.id, administrator=request.user.get_username())
        context = self.admin_site.each_context(request) | {
            "title": f"{label('Ce que cache la partie', 'What this match hides:')} {match.id}",
            "opts": self.opts,
            "original": match,
            "hidden": hidden,
            "log": _events_table(hidden.events),
        }
        return TemplateResponse(request, "admin/events/match/secrets.html", context)


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Players; only the name can be changed, so that an offensive one can be replaced."""

    list_display = ("id", "name", "guest", "locale", "created_at", "seen_at", "left_at")
    list_filter = ("guest", "locale")
    search_fields = ("=id", "name", "=email")
    ordering = ("-created_at",)
    fields = (
        "id", "name", "guest", "email", "locale", "time_zone", "created_at", "seen_at", "left_at",
        "devices", "matches",
    )  # fmt: skip
    actions = ("send_again",)
    readonly_fields = tuple(name for name in fields if name != "name")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return Admin.has_change_permission(self, request, obj)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        Player.objects.filter(id=obj.id).update(name=obj.name)

    @admin.action(
        description=label(
            "Renvoyer ce que les joueurs choisis n’ont pas reçu",
            "Try what did not reach the selected players again",
        ),
        permissions=["send"],
    )
    def send_again(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Also notices of running matches, without telling whether there are any."""
        _try_again(Delivery.objects.filter(notice__recipient__in=players))
        self.message_user(request, str(label("Ce sera renvoyé.", "To be sent again.")))

    def has_send_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("events.change_delivery")

    @admin.display(description=COLUMNS["devices"])
    def devices(self, player: Player) -> int:
        return player.tokens.count()

    @admin.display(description=COLUMNS["matches"])
    def matches(self, player: Player) -> int:
        return player.seats.count()


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Reports about players, with the messages of the match they name."""

    list_display = (
        "at",
        related("reported__name", "reported"),
        related("reporter__name", "reporter"),
        "reason",
        related("match_id", "match"),
        "settled_at",
    )
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    fields = ("at", "reported", "reporter", "reason", "match", "talk", "settled_at")
    ordering = ("-at",)
    actions = ("settle",)

    @admin.display(description=COLUMNS["talk"])
    def talk(self, report: Report) -> SafeString:
        """The messages around the report, which every viewer of the match can read as well."""
        if report.match is None:
            return format_html(
                "{}", label("Le signalement ne nomme aucune partie.", "The report names no match.")
            )
        messages = messages_around(match=report.match, time=report.at, most=TALK_SHOWN)
        rows = (
            (timestamp(row.at), row.player.name, row.player_id, row.text or REMOVED)
            for row in messages
        )
        row = "<tr><td>{}</td><td>{} {}</td><td>{}</td></tr>"
        return format_html("<table>{}</table>", format_html_join("", row, rows))

    @admin.action(
        description=label("Régler les signalements choisis", "Settle the selected reports"),
        permissions=["settle"],
    )
    def settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        settled = reports.filter(settled_at=None).update(settled_at=timezone.now())
        self.message_user(request, f"{settled} {label('réglés.', 'settled.')}")

    def has_settle_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("events.change_report")


@admin.register(QueuedMail)
class MailAdmin(ReadOnly):
    """The mail queue with its dead mails; subject and text are private and not shown."""

    list_display = ("to", "state", "at", "tries", "answer")
    list_filter = ("state",)
    ordering = ("at",)
    fields = ("to", "state", "at", "tries", "answer")
    actions = ("send_now",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[QueuedMail]:
        """Without replies to a mail that played: it may be sealed."""
        return super().get_queryset(request).exclude(match__status=Match.Status.RUNNING)

    @admin.action(
        description=label(
            "Renvoyer tout de suite les courriels choisis", "Try the selected mails again now"
        ),
        permissions=["send"],
    )
    def send_now(self, request: HttpRequest, mails: QuerySet[QueuedMail]) -> None:
        due = mails.update(state=QueuedMail.State.WAITING, at=timezone.now(), tries=0)
        self.message_user(request, f"{due} {TO_BE_SENT}")

    def has_send_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("events.change_queuedmail")


@admin.register(Outbox)
class OutboxAdmin(ReadOnly):
    """Notices to players, without those that tell who is awaited in a running match."""

    list_display = (
        related("recipient__name", "recipient"),
        "kind",
        related("match_id", "match"),
        "seq",
        "at",
    )
    list_filter = ("kind",)
    list_select_related = ("recipient",)
    ordering = ("-at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outbox]:
        running = Match.Status.RUNNING
        return super().get_queryset(request).exclude(kind__in=ASKING, match__status=running)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    """Deliveries of the notices that are listed; a dead one is no longer retried."""

    list_display = (
        "channel",
        related("notice__kind", "kind", shown="notice__get_kind_display"),
        related("notice__recipient__name", "recipient"),
        "state",
        "at",
        "tries",
        "answer",
    )
    list_filter = ("state", "channel")
    list_select_related = ("notice__recipient",)
    search_fields = ("=id", "=notice__match__id", "=notice__recipient__id")
    ordering = ("-at",)
    fields = ("id", "channel", "notice", "digest", "state", "at", "tries", "answer")
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        running = Match.Status.RUNNING
        every = super().get_queryset(request)
        return every.exclude(notice__kind__in=ASKING, notice__match__status=running)

    @admin.action(
        description=label(
            "Renvoyer ceux qui sont abandonnés", "Try the selected ones again if they are dead"
        ),
        permissions=["send"],
    )
    def send_again(self, request: HttpRequest, deliveries: QuerySet[Delivery]) -> None:
        self.message_user(request, f"{_try_again(deliveries)} {TO_BE_SENT}")

    def has_send_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("events.change_delivery")


@admin.register(Bounce)
class BounceAdmin(ReadOnly):
    """Addresses that bounced permanently."""

    list_display = ("email", "at", "answer")
    search_fields = ("=email",)
    ordering = ("-at",)
    actions = ("write_again",)

    @admin.action(
        description=label(
            "Écrire de nouveau aux adresses choisies", "Write to the selected addresses again"
        ),
        permissions=["write"],
    )
    def write_again(self, request: HttpRequest, bounces: QuerySet[Bounce]) -> None:
        count, _ = bounces.delete()
        self.message_user(
            request, f"{count} {label('recevront de nouveau nos courriels.', 'written to again.')}"
        )

    def has_write_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("events.delete_bounce")


@admin.register(Due)
class DueAdmin(ReadOnly):
    """Due work of matches."""

    list_display = (related("match_id", "match"), "kind", "at")
    list_filter = ("kind",)
    ordering = ("at",)


@admin.register(SecretRead)
class SecretReadAdmin(ReadOnly):
    """The record of administrators who read the secrets of a match."""

    list_display = ("at", "administrator", related("match_id", "match"), "version")
    list_filter = ("administrator",)
    ordering = ("-at",)


@admin.register(SigningKey)
class SigningKeyAdmin(ReadOnly):
    """The public keys that verify receipts."""

    list_display = ("key_id", "created_at", "retired_at")


def _bot_or_free(level: int | None) -> str:
    if level is None:
        return str(label("libre", "free"))
    return f"{label('robot, niveau', 'bot, level')} {level}"


def _try_again(deliveries: QuerySet[Delivery]) -> int:
    """Make those that are dead due at once; return how many."""
    dead = deliveries.filter(state=Delivery.State.DEAD)
    return dead.update(state=Delivery.State.WAITING, at=timezone.now(), tries=0)


def _events_table(events: Any) -> SafeString:
    rows = format_html_join(
        "",
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><code>{}</code></td></tr>",
        (
            (
                event["seq"],
                event["at"],
                event["type"],
                "" if event["actor"] is None else event["actor"],
                msgspec.json.encode(event["data"]).decode(),
            )
            for event in events
        ),
    )
    names = (COLUMNS[name] for name in ("seq", "at", "kind", "seat", "data"))
    head = format_html_join("", "<th>{}</th>", ((name,) for name in names))
    return format_html("<table><tr>{}</tr>{}</table>", head, rows)


tables_name()
