"""All tables. Only this package reads and writes them; the log's own rows never change."""

from events.models.duties import Due, KeptAnswer, Letter, Outbox, Ration
from events.models.ids import random_id
from events.models.log import LoggedEvent, SealedAnswer, SecretRead, SigningKey
from events.models.matches import Invitation, Match, Message, Seat, Secrets
from events.models.people import Player, Report, Shunned, SignInCode, Token

__all__ = [
    "Due",
    "Invitation",
    "KeptAnswer",
    "Letter",
    "LoggedEvent",
    "Match",
    "Message",
    "Outbox",
    "Player",
    "Ration",
    "Report",
    "SealedAnswer",
    "Seat",
    "SecretRead",
    "Secrets",
    "Shunned",
    "SignInCode",
    "SigningKey",
    "Token",
    "random_id",
]
