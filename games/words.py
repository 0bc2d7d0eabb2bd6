"""Texts for people that are common to all games."""

import re
from collections.abc import Mapping

from games.contract import AnyGame, Text

ERRORS: Mapping[str, Text] = {
    "match_over": Text(
        "La partie est terminée : plus rien ne peut être joué.",
        "The match is over: nothing more can be played.",
    ),
    "not_your_turn": Text(
        "Ce n’est pas à vous de jouer ; attendez qu’on vous le demande.",
        "It is not your turn; wait until you are asked.",
    ),
    "seats_out_of_range": Text(
        "Ce jeu ne se joue pas à ce nombre de places ; voyez `seats` du jeu.",
        "This game is not for that number of seats; see the game's `seats`.",
    ),
}

LABELS: Mapping[str, Text] = {
    "reason.others_left": Text(
        "toutes les autres places ont abandonné", "all the others have left"
    ),
    "reason.all_left": Text("il ne restait que des bots", "only bots were left"),
    "reason.last_day": Text(
        "son dernier jour est passé, classée comme elle en était",
        "its last day came, ranked as it stood",
    ),
    "reason.time_out": Text("une place n’a pas joué à temps", "a seat ran out of time"),
}


def labels_of(game: AnyGame) -> Mapping[str, Text]:
    """Return all labels of a game, the common ones included."""
    return {**LABELS, **game.words.labels}


def errors_of(game: AnyGame) -> Mapping[str, Text]:
    """Return the texts of all refusals of a game by code, the common ones included."""
    return {**ERRORS, **game.words.errors}


class You(str):
    """How sentences name their reader: verbs follow it in the second person."""


READER = Text(You("vous"), You("you"))
_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))(?:v(?=ous\b)|y(?=ou\b))")
_BREAKABLE = re.compile(r" (?=[!?:;»])|(?<=«) ")


def form(name: str, other: str, yours: str) -> str:
    """Return the form of a word that goes with a name, or with the reader."""
    return yours if isinstance(name, You) else other


def does(name: str, other: str, yours: str) -> str:
    """Return a name and its verb: “Anna plays”, “you play”."""
    return f"{name} {form(name, other, yours)}"


def whose(name: str) -> str:
    """Return an English name as an owner: “Anna’s”, “your”."""
    return form(name, f"{name}’s", "your")


def typeset(sentence: Text, language: str) -> str:
    """Return a sentence in one language: with a capital where it begins with its reader, and in
    French with spaces before punctuation at which no line breaks."""
    text = _BEGINNING.sub(lambda found: found[0].upper(), sentence.within(language))
    return _BREAKABLE.sub("\u00a0", text) if language == "fr" else text


def listed(names: list[str]) -> Text:
    """Return names joined as in a sentence, with “and” before the last."""
    if len(names) < 2:
        return Text(*("".join(names),) * 2)
    head, last = ", ".join(names[:-1]), names[-1]
    return Text(f"{head} et {last}", f"{head} and {last}")
