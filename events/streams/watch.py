"""One open stream: its subject, its account, and how much has been sent."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from secrets import token_hex
from typing import NamedTuple, Self, TypeVar

from django.utils import timezone

from events.models import Device, OAuthSession

AT_ONCE = 500
"""The most ids in one statement."""

T = TypeVar("T")


class Look(NamedTuple):
    """What to send now (may be empty), whether more is waiting, and whether the stream ends."""

    text: bytes = b""
    more: bool = False
    over: bool = False


OVER = Look(over=True)


class Watch(ABC):
    """The state of a stream between two looks; it holds no database connection."""

    def __init__(self, *, subject: str, account: str, address: str, token: str | None) -> None:
        self.subject = subject
        """The id of the match or player that the stream follows."""
        self.account = account
        """The account whose quota it counts towards: a player's id, or a network address."""
        self.address = address
        """The network address of the client, which has a quota of its own."""
        self.lease = token_hex(8)
        """The name under which all web processes count the stream."""
        self.token = token
        """The digest of the token that opened the stream."""

    @property
    def counted(self) -> set[str]:
        """The names that the stream counts towards; an anonymous client's address is both."""
        return {self.account, self.address}

    @property
    def channels(self) -> list[str]:
        """The channels for news of the stream; the first is its subject."""
        return [self.subject]

    def take(self, content: bytes) -> Look | None:
        """Return what the content of a message brings; None if the stream has to look itself."""
        return None

    @classmethod
    @abstractmethod
    def look(cls, subject: str, watches: Sequence[Self]) -> list[Look]:
        """Return what each of these streams of one subject has to send now."""

    @classmethod
    @abstractmethod
    def behind(cls, watches: Sequence[Self]) -> set[str]:
        """Return the subjects with news that these streams have not seen."""


def signed_out_of(watches: Iterable[Watch]) -> set[Watch]:
    """Return the streams whose token is deleted, expired, or now another account's."""
    with_token = [watch for watch in watches if watch.token is not None]
    owners: dict[str | None, str] = {}
    for some in batches(sorted({watch.token for watch in with_token if watch.token})):
        valid = Device.objects.filter(digest__in=some, expires_at__gt=timezone.now())
        owners.update(valid.values_list("digest", "player_id"))
        apps = OAuthSession.objects.filter(access__in=some, access_until__gt=timezone.now())
        owners.update(apps.values_list("access", "grant__player_id"))
    return {watch for watch in with_token if owners.get(watch.token) != watch.account}


def batches(items: list[T]) -> Iterable[list[T]]:
    """Split items into lists of at most AT_ONCE, one for each statement."""
    return (items[start : start + AT_ONCE] for start in range(0, len(items), AT_ONCE))
