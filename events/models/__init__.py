"""All tables, a file per concept; the rows of the log never change.

Not here: the rules by which rows change, which are in the packages above. Only events/ reads and
writes these tables. May import errors, database and metrics.
"""

from events.models.by_mail import SpentLink, TakenMail
from events.models.ids import random_id
from events.models.log import LoggedEvent, SealedAnswer, SecretRead, SigningKey
from events.models.matches import Invitation, Match, Message, Removed, Seat, Secrets
from events.models.notifications import Bounce, Delivery, Endpoint, MailCount, StoppedMail
from events.models.players import Player, Reliability, Report, Shunned, SignInCode, Token
from events.models.projections import Encounter, Placing
from events.models.work import Due, Letter, Outbox, QueueRow, Ration, StoredResponse

__all__ = [
    "Bounce",
    "Delivery",
    "Due",
    "Encounter",
    "Endpoint",
    "Invitation",
    "Letter",
    "LoggedEvent",
    "MailCount",
    "Match",
    "Message",
    "Outbox",
    "Placing",
    "Player",
    "QueueRow",
    "Ration",
    "Reliability",
    "Removed",
    "Report",
    "SealedAnswer",
    "Seat",
    "SecretRead",
    "Secrets",
    "Shunned",
    "SignInCode",
    "SigningKey",
    "SpentLink",
    "StoppedMail",
    "StoredResponse",
    "TakenMail",
    "Token",
    "random_id",
]
