"""Texts for people that name the required form of a value."""

from collections.abc import Mapping
from typing import Any

from msgspec import Meta

from games.contract import Text

NOTHING_SAID = Text(
    "voyez le schéma ou le manifeste du jeu", "see the schema or the game's manifest"
)
UNICODE = Text("du texte Unicode valide", "valid Unicode text")
KINDS: Mapping[str, Text] = {
    "str": Text("du texte", "text"),
    "int": Text("un nombre entier", "a whole number"),
    "float": Text("un nombre", "a number"),
    "bool": Text("vrai ou faux (true, false)", "true or false"),
    "array": Text("une liste", "a list"),
    "object": Text("un objet JSON", "a JSON object"),
    "date": Text("une date comme 2026-05-31", "a date such as 2026-05-31"),
    "datetime": Text(
        "un moment comme 2026-05-31T12:00:00Z", "a moment such as 2026-05-31T12:00:00Z"
    ),
    "null": Text("rien (null)", "nothing (null)"),
}
"""Texts by msgspec's names of types."""
_UNITS: Mapping[bool, tuple[Text, Text]] = {
    True: (Text("caractère", "character"), Text("caractères", "characters")),
    False: (Text("élément", "entry"), Text("éléments", "entries")),
}

_patterns: dict[str, Text] = {}


def form(pattern: str, said: Text, **limits: Any) -> Meta:
    """Return a constraint on texts, and register the text that explains its pattern."""
    _patterns[pattern] = said
    return Meta(pattern=pattern, **limits)


def quoted_pattern(quoted: str) -> Text:
    """Return the text that explains a pattern, given as msgspec quotes it."""
    return next((said for own, said in _patterns.items() if repr(own) == quoted), NOTHING_SAID)


def kinds(names: str) -> Text:
    """Return the text for types of value, given as msgspec lists them."""
    found = [KINDS.get(name, Text(name, name)) for name in names.split(" | ")]
    return Text(" ou ".join(one.fr for one in found), " or ".join(one.en for one in found))


def length(kind: str, number: str) -> Text:
    """Return the text for a length: in characters of a string, in entries of anything else."""
    unit = _UNITS[kind == "str"][int(number) != 1]
    return Text(f"{number} {unit.fr}", f"{number} {unit.en}")


def figure(number: object) -> Text:
    """Return the text for a number, the same in every language."""
    return Text(str(number), str(number))
