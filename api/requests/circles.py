"""Bodies of requests about circles."""

from typing import Annotated

from msgspec import Meta

from api.requests.common import Form, Id, Name


class NewCircle(Form, frozen=True):
    """A circle to be opened; you are its owner and first member."""

    name: Name
    """The name that its members see; no link or domain."""


class CircleChanges(Form, frozen=True):
    """What to change of a circle; what is left out stays."""

    name: Name | None = None
    """The new name; no link or domain."""
    owner: Id | None = None
    """`id` of the member who becomes the owner; the link becomes void."""


class JoiningCircle(Form, frozen=True):
    """A player who joins a circle."""

    invite: Annotated[str, Meta(max_length=100)]
    """The secret of the circle's link, the part after `#`."""
