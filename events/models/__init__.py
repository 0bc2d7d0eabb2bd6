"""All tables, a file per concept; the rows of the log never change.

Not here: the rules by which rows change, which are in the packages above. Only events/ reads and
writes these tables. May import errors, database and metrics.
"""

from events.models.by_mail import ReceivedMail, SpentLink
from events.models.circles import Circle, CircleMember, CircleTable, Friendship
from events.models.cups import Cup, CupEntrant, CupEvent, CupTable, League, LeaguePlayer
from events.models.ids import random_id
from events.models.log import (
    ArchivedLog,
    ArchivedResponses,
    LoggedEvent,
    SealedAnswer,
    SecretRead,
    SigningKey,
)
from events.models.matches import Invitation, Match, Message, RemovedPlayer, Seat, Secrets
from events.models.notifications import Bounce, Delivery, Endpoint, MailCount, StoppedMail
from events.models.oauth import OAuthApp, OAuthCode, OAuthGrant, OAuthSession
from events.models.passkeys import Passkey, PasskeyChallenge
from events.models.players import Block, Device, Player, Report, SignInCode
from events.models.projections import Encounter, Placing, Reliability
from events.models.ratings import Pool, Rating, RatingChange
from events.models.work import Due, Outbox, QueuedMail, QueueRow, QuotaUse, StoredResponse

__all__ = [
    "ArchivedLog",
    "ArchivedResponses",
    "Block",
    "Bounce",
    "Circle",
    "CircleMember",
    "CircleTable",
    "Cup",
    "CupEntrant",
    "CupEvent",
    "CupTable",
    "Delivery",
    "Device",
    "Due",
    "Encounter",
    "Endpoint",
    "Friendship",
    "Invitation",
    "League",
    "LeaguePlayer",
    "LoggedEvent",
    "MailCount",
    "Match",
    "Message",
    "OAuthApp",
    "OAuthCode",
    "OAuthGrant",
    "OAuthSession",
    "Outbox",
    "Passkey",
    "PasskeyChallenge",
    "Placing",
    "Player",
    "Pool",
    "QueueRow",
    "QueuedMail",
    "QuotaUse",
    "Rating",
    "RatingChange",
    "ReceivedMail",
    "Reliability",
    "RemovedPlayer",
    "Report",
    "SealedAnswer",
    "Seat",
    "SecretRead",
    "Secrets",
    "SignInCode",
    "SigningKey",
    "SpentLink",
    "StoppedMail",
    "StoredResponse",
    "random_id",
]
