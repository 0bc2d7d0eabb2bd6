"""Emotes: six faces and six phrases that players show each other at a table with one tap."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from games.contract import Text

Emote: TypeAlias = Literal[
    "laugh", "cry", "wow", "think", "cool", "grumble",
    "hello", "good_luck", "well_played", "oops", "thanks", "again",
]  # fmt: skip
"""What is shown at a table with one tap.

laugh: a face that laughs
cry: a face that cries
wow: a face that is amazed
think: a face that thinks
cool: a face with sunglasses
grumble: a face that grumbles
hello: a greeting
good_luck: a wish before the match
well_played: praise
oops: an apology
thanks: thanks
again: an offer of another match
"""

TEXTS: Mapping[Emote, Text] = {
    "laugh": Text("Ha ha !", "Ha ha!"),
    "cry": Text("Snif…", "Boo hoo…"),
    "wow": Text("Oh !", "Wow!"),
    "think": Text("Hmm…", "Hmm…"),
    "cool": Text("Facile !", "Easy!"),
    "grumble": Text("Grr…", "Grr…"),
    "hello": Text("Bonjour !", "Hello!"),
    "good_luck": Text("Bonne chance !", "Good luck!"),
    "well_played": Text("Bien joué !", "Well played!"),
    "oops": Text("Oups !", "Oops!"),
    "thanks": Text("Merci !", "Thanks!"),
    "again": Text("On remet ça ?", "Another match?"),
}
