"""What a third-party app may do; the routes declare which scope they need."""

from typing import Literal, get_args

Scope = Literal["play", "read", "profile"]
"""Something that a player can allow an app.

play: To take part in matches: open and join them, move, talk, resign.
read: To read matches, turns, invitations and other players' pages, as the player sees them.
profile: To read the player's account: name, address and settings.
"""
SCOPES: tuple[Scope, ...] = get_args(Scope)


def scopes_in(text: str) -> tuple[Scope, ...] | None:
    """Return the scopes of a list by spaces, each once; None if one is unknown or there is none."""
    asked = set(text.split())
    known = tuple(scope for scope in SCOPES if scope in asked)
    return known if known and len(known) == len(asked) else None
