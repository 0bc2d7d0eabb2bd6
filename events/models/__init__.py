"""All tables. Only this package reads and writes them; the log's own rows never change."""

from events.models.duties import Due, KeptAnswer, Letter, Outbox, Ration
from events.models.ids import random_id
from events.models.log import LoggedEvent, SealedAnswer, SecretRead, SigningKey
from events.models.mail import SpentLink, TakenMail
from events.models.matches import Invitation, Match, Message, Removed, Seat, Secrets
from events.models.notices import Bounce, Delivery, Endpoint
from events.models.people import Player, Reliability, Report, Shunned, SignInCode, Token
from events.models.results import Encounter, Placing

__all__ = [
    "Bounce",
    "Delivery",
    "Due",
    "Encounter",
    "Endpoint",
    "Invitation",
    "KeptAnswer",
    "Letter",
    "LoggedEvent",
    "Match",
    "Message",
    "Outbox",
    "Placing",
    "Player",
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
    "TakenMail",
    "Token",
    "random_id",
]
