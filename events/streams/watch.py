"""One open stream: what it follows, for whom, and how far it has come."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from django.utils import timezone

from events.models import Token

AT_ONCE = 500
"""How many ids one statement names."""


class Look(NamedTuple):
    """What there is to send now, nothing perhaps; whether more is waiting, and whether that was
    the end."""

    text: bytes = b""
    more: bool = False
    over: bool = False


OVER = Look(over=True)


class Watch(ABC):
    """What a stream knows between two looks; it holds no connection to the database."""

    def __init__(self, *, subject: str, account: str, token: str | None) -> None:
        self.subject = subject
        """The id of the match or player that it follows."""
        self.account = account
        """On whom it counts: a player's id, or an address."""
        self.token = token
        """The digest of the token it was opened with."""

    @classmethod
    @abstractmethod
    def look(cls, subject: str, watches: Sequence[Self]) -> list[Look]:
        """What each of the streams that follow one subject has to send now."""

    @classmethod
    @abstractmethod
    def behind(cls, watches: Sequence[Self]) -> set[str]:
        """The subjects of which there is more than these streams have seen."""


def signed_out(watches: Iterable[Watch]) -> set[Watch]:
    """The streams whose token is gone, has expired, or has become another account's."""
    with_token = [watch for watch in watches if watch.token is not None]
    owners: dict[str | None, str] = {}
    for some in batches(sorted({watch.token for watch in with_token if watch.token})):
        valid = Token.objects.filter(digest__in=some, expires_at__gt=timezone.now())
        owners.update(valid.values_list("digest", "player_id"))
    return {watch for watch in with_token if owners.get(watch.token) != watch.account}


def batches(items: list[str]) -> Iterable[list[str]]:
    """Ids in as many lists as statements are needed to name them."""
    return (items[start : start + AT_ONCE] for start in range(0, len(items), AT_ONCE))
