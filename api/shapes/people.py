"""What people ask for themselves."""

from typing import Literal

from api.shapes.common import Form, Name


class NewGuest(Form, frozen=True):
    """Who wants to play at once."""

    name: Name | None = None
    locale: Literal["fr", "en"] | None = None
