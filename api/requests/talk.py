"""Bodies of requests about table talk and other players."""

from typing import Annotated

from api.requests.common import Form, Id, Number
from events.matches.emotes import Emote
from games.codec import Malformed
from games.contract import Text
from games.malformed import form

# At least one visible character, and no control character but the newline.
_SAID = r"^\s*[^\s\x00-\x1f\x7f-\x9f\ud800-\udfff][^\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]*$"
_WORDS = Text(
    "quelque chose qui se lit, sans autres caractères de contrôle que le retour à la ligne",
    "something to read, without control characters other than the line break",
)

MESSAGE_CHARACTERS_MOST = 1000


class NewMessage(Form, frozen=True):
    """Something to say, or an emote: exactly one of the two."""

    text: (
        Annotated[
            str,
            form(
                _SAID,
                _WORDS,
                min_length=1,
                max_length=MESSAGE_CHARACTERS_MOST,
                examples=["Well played!"],
            ),
        ]
        | None
    ) = None
    """What to say; line breaks are kept, space around it is not."""
    emote: Emote | None = None
    """A face or a phrase to show, instead of `text`."""

    def __post_init__(self) -> None:
        if self.text is None and self.emote is None:
            raise Malformed("missing_field", "/text")
        if self.text is not None and self.emote is not None:
            raise Malformed("unknown_field", "/text")


class Seen(Form, frozen=True):
    """How far one has read: the version of the match, the id of a message."""

    version: Number | None = None
    """`version` of the match that was shown; left out, the mark stays."""
    message: Number | None = None
    """`id` of the newest message that was shown; left out, the mark stays."""


class EmptyBody(Form, frozen=True):
    """An empty object: the operation has no parameters."""


class NewReport(Form, frozen=True):
    """A complaint about a player."""

    reason: Annotated[
        str, form(_SAID, _WORDS, min_length=1, max_length=2000, examples=["Insults in the talk."])
    ]
    """What the player did, for an administrator to read."""
    match: Id | None = None
    """`id` of the match where it happened; left out if it was in none."""
