"""A player's profile: name, locale, time zone, quiet hours, vacation and notifications."""

import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from events.clocks.calendar import (
    Calendar,
    Hours,
    calendar_of,
    calendar_text,
    days_off,
)
from events.errors import Unprocessable
from events.log.envelope import timestamp
from events.mail.bounces import banners_for
from events.models import Player, Seat
from events.play.vacation import (
    deadlines_recount,
    hours_left,
    matches_with_clock_lock,
    vacation_plan,
)
from events.players.locales import language_of_tag, time_zone_require_known
from events.players.names import name_require_no_link
from events.players.quotas import quota_use
from events.seats.locks import player_lock
from games.codec import convert
from games.contract import Text
from games.malformed import form

DAY = datetime.timedelta(days=1)
QUIET_AT_MOST = datetime.timedelta(hours=16)
CHANGES_AT_MOST = 100
"""The most declarations of quiet hours that a calendar may hold; more are refused."""
PLANNED_AHEAD = datetime.timedelta(days=2 * 365)

Pace = Literal["instant", "hourly", "daily", "none"]
"""How soon a player is notified.

instant: At once, outside quiet hours.
hourly: In a digest, at most one an hour.
daily: In a digest, at most one a day.
none: Never.
"""
Reminders = Annotated[
    tuple[Annotated[int, Meta(ge=60, le=14 * 24 * 3600)], ...], Meta(max_length=5)
]
"""How many seconds before a deadline to remind the player, besides the default reminder."""
Clock = Annotated[
    str,
    form(
        r"^([01]\d|2[0-3]):[0-5]\d$(?!\n)",
        Text("une heure HH:MM, de 00:00 à 23:59", "a time HH:MM from 00:00 to 23:59"),
    ),
]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """From when until when, by the clock of the player's time zone, the player is not disturbed."""

    from_: Clock = field(name="from")
    """When they begin each day, HH:MM in your time zone."""
    until: Clock
    """When they end, HH:MM in your time zone; before `from` means on the next day."""


class Vacation(Struct, frozen=True, forbid_unknown_fields=True):
    """The first and the last day of being away, in the player's time zone."""

    from_: datetime.date = field(name="from")
    """The first day, in your time zone."""
    until: datetime.date
    """The last day, in your time zone."""


class Channels(Struct, frozen=True, forbid_unknown_fields=True):
    """How soon each channel tells of something."""

    email: Pace = "none"
    """How soon an e-mail is sent."""
    push: Pace = "instant"
    """How soon your browsers and phones are notified."""
    webhook: Pace = "instant"
    """How soon it is posted to your webhooks."""


class Notifications(Struct, frozen=True, forbid_unknown_fields=True):
    """How soon to tell of what."""

    your_turn: Channels = Channels(email="hourly")
    """When a match waits for you."""
    match_started: Channels = Channels(email="hourly")
    """When one of your matches starts."""
    match_finished: Channels = Channels(email="daily")
    """When one of your matches ends."""
    invited: Channels = Channels(email="instant")
    """When you are invited to a match."""
    deadline_near: Channels = Channels(email="instant")
    """When most of your time for an answer is gone."""
    timed_out: Channels = Channels(email="hourly")
    """When you have not answered in time."""
    message: Channels = Channels()
    """When a player writes at one of your tables."""
    cup_started: Channels = Channels(email="hourly")
    """When a cup or season that you are in starts, and you have no table yet."""
    cup_ended: Channels = Channels(email="daily")
    """When a cup or season that you are in ends."""


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON content of Player.choices."""

    quiet_hours: QuietHours | None = None
    vacation: Vacation | None = None
    automatic_vacation: bool = True
    notifications: Notifications = Notifications()
    reminders: Reminders = ()


def preferences_of(player: Player) -> Preferences:
    """Return a player's preferences, with defaults where none is set."""
    return msgspec.json.decode(player.choices, type=Preferences)


def account_json(player: Player) -> dict[str, Any]:
    """Serialise an account in short, for its owner."""
    return {"id": player.id, "name": player.name, "kind": "human", "guest": player.guest}


def own_profile(player: Player) -> dict[str, Any]:
    """Serialise the whole profile of a player, for that player alone."""
    shown: dict[str, Any] = msgspec.to_builtins(preferences_of(player))
    now = timezone.now()
    return {
        **account_json(player),
        "email": player.email,
        "locale": player.locale,
        "time_zone": player.time_zone,
        **shown,
        "vacation_left_seconds": hours_left(calendar_of(player.calendar), now.year) * 3600,
        "banners": banners_for(player),
        "created_at": timestamp(player.created_at),
    }


def profile_change(*, player: Player, changes: dict[str, Any]) -> Player:
    """Apply a JSON merge patch (RFC 7396) to the profile; returns the changed player."""
    now, stopping = timezone.now(), not changes.keys().isdisjoint(("vacation", "time_zone"))
    reminding = "reminders" in changes
    matches = matches_with_clock_lock(player) if stopping or reminding else []
    changed = player_lock(player.id)
    if changes.get("name", changed.name) != changed.name:
        name_require_no_link(changes["name"])
        quota_use(player=changed, kind="rename", most=settings.RENAMES_PER_DAY)
    rest = dict(changes)
    for name in ("name", "locale", "time_zone"):
        setattr(changed, name, rest.pop(name, getattr(changed, name)))
    changed.locale = language_of_tag(changed.locale)
    time_zone_require_known(changed.time_zone)
    choices = convert(_merge_patch(msgspec.to_builtins(preferences_of(changed)), rest), Preferences)
    _preferences_require_valid(choices)
    changed.choices = msgspec.json.encode(choices).decode()
    changed.calendar = calendar_text(_calendar(changed, choices, now, planning=stopping))
    changed.save(update_fields=["name", "locale", "time_zone", "choices", "calendar"])
    if reminding:  # reminders are computed again, for open questions too
        own = Seat.objects.filter(player=changed, match__in=matches)
        own.update(remind_at=F("asked_at"))
    if stopping:
        deadlines_recount(changed, matches, now)
    return changed


def _calendar(
    player: Player, choices: Preferences, now: datetime.datetime, *, planning: bool
) -> Calendar:
    """Return the calendar with the preferences that count for clocks from now on."""
    calendar = replace(calendar_of(player.calendar), automatic=choices.automatic_vacation)
    hours, last = _declaration(player, choices.quiet_hours, now), calendar.hours_at(now)
    if (last is None and hours.quiet_from) or (last and replace(last, since=now) != hours):
        calendar = calendar.with_declaration(hours)
        if len(calendar.declared) > CHANGES_AT_MOST:
            raise Unprocessable("quiet_hours_changed_too_often")
    if planning and (days := choices.vacation):
        first = max(days.from_, now.date() - DAY)
        return vacation_plan(calendar, days_off(first, days.until, player.time_zone), now)
    return vacation_plan(calendar, None, now) if planning else calendar


def _declaration(player: Player, quiet: QuietHours | None, now: datetime.datetime) -> Hours:
    if quiet is None:
        return Hours(now, player.time_zone)
    return Hours(now, player.time_zone, quiet.from_, quiet.until)


def _merge_patch(target: Any, patch: Any) -> Any:
    """Merge by RFC 7396: null deletes, an object is merged by name, anything else replaces."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = _merge_patch(merged.get(name), value)
    return merged


def _preferences_require_valid(choices: Preferences) -> None:
    hours, vacation = choices.quiet_hours, choices.vacation
    if hours and hours.from_ == hours.until:
        raise Unprocessable("quiet_hours_empty")
    if hours and _length(hours) > QUIET_AT_MOST:
        raise Unprocessable("quiet_hours_too_long")
    if vacation and vacation.until < vacation.from_:
        raise Unprocessable("vacation_backwards")
    if vacation and vacation.until > timezone.now().date() + PLANNED_AHEAD:
        raise Unprocessable("vacation_too_long")


def _length(hours: QuietHours) -> datetime.timedelta:
    """Return the length of the quiet hours, which may span midnight."""
    begins, ends = (
        datetime.datetime.combine(datetime.date.min, datetime.time.fromisoformat(clock))
        for clock in (hours.from_, hours.until)
    )
    return (ends - begins) % DAY
