"""The schema's webhooks, in the form of the Standard Webhooks specification."""

from api.responses.notices import (
    CupEndedNotice,
    CupStartedNotice,
    DeadlineNearNotice,
    InvitedNotice,
    MatchFinishedNotice,
    MatchStartedNotice,
    MessageNotice,
    TimedOutNotice,
    TrialNotice,
    YourTurnNotice,
)
from api.schema.enums import Json, ref
from api.schema.examples.generated import Samples

NOTICES = (
    YourTurnNotice,
    DeadlineNearNotice,
    TimedOutNotice,
    MatchStartedNotice,
    MatchFinishedNotice,
    InvitedNotice,
    MessageNotice,
    CupStartedNotice,
    CupEndedNotice,
    TrialNotice,
)
_RETRIES = "Anything else than 2xx is tried again for some days; 410 ends it for this address."
_HEADERS = {
    "webhook-id": "The same for every attempt to deliver this notice; heed each id once.",
    "webhook-timestamp": "When this attempt was made, in seconds since 1970.",
    "webhook-signature": "`v1,` and the HMAC-SHA256, in base64, of id, timestamp and body.",
}


def webhooks(samples: Samples) -> Json:
    """Return the webhook of each notice, by the notice's type."""
    return {
        samples.named(notice.__name__)["type"]: {"post": _operation(notice.__name__, samples)}
        for notice in NOTICES
    }


def _operation(name: str, samples: Samples) -> Json:
    example = samples.named(name)
    description = samples.description(name)
    return {
        "operationId": f"notice_{example['type']}",
        "summary": description.removesuffix("."),
        "description": f"{description} {_RETRIES}",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {
                "in": "header",
                "name": header,
                "required": True,
                "description": text,
                "schema": {"type": "string"},
            }
            for header, text in _HEADERS.items()
        ],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": ref(name),
                    "examples": {"typical": {"summary": description, "value": example}},
                }
            },
        },
        "responses": {"204": {"description": "Received; anything else than 2xx is tried again."}},
    }
