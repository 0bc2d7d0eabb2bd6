"""A client of Gobelet: AsyncGobelet for asyncio, Gobelet for a thread that waits."""

from .client import AsyncGobelet
from .errors import OAuthRefused, Pending, Problem, Stale, Unreachable
from .fairness import Unfair
from .follow import Update
from .oauth import AsyncOAuth
from .outbox import Entry, Sent
from .stores import FileStore, MemoryStore, Store
from .sync import Gobelet, OAuth, Table
from .table import AsyncTable, legal_moves

__all__ = [
    "AsyncGobelet",
    "AsyncOAuth",
    "AsyncTable",
    "Entry",
    "FileStore",
    "Gobelet",
    "MemoryStore",
    "OAuth",
    "OAuthRefused",
    "Pending",
    "Problem",
    "Sent",
    "Stale",
    "Store",
    "Table",
    "Unfair",
    "Unreachable",
    "Update",
    "legal_moves",
]
