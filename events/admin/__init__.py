"""The Django admin: its pages (`pages`) and their French and English words (`words`)."""

from events.admin import pages

__all__ = ["pages"]
