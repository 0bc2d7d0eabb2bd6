"""Kept answers that show a match: given again, they tell no more than can be read now."""

import msgspec
from rest_framework.request import Request

from api.authentication import asker
from events.refusals import Unknown
from events.shown import match_shown, match_visible, viewer_of


class ShownAgain:
    """For views whose answer is a match, or has one as `match`."""

    def still(self, request: Request, answer: bytes, match: str = "") -> bytes:
        """The first answer, byte for byte, as long as the match stands where it stood; afterwards
        with the match as it is now, so that nothing faded comes back."""
        kept = msgspec.json.decode(answer)
        shown = kept.get("match", kept)
        try:
            now = match_visible(shown["id"], asker(request))
        except Unknown:  # private, and left before it began: there is nothing hidden in it
            return answer
        if now.version == shown["version"]:
            return answer
        shown = match_shown(now, viewer_of(now, asker(request)))
        return msgspec.json.encode(kept | {"match": shown} if "match" in kept else shown)
