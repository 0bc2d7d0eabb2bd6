"""Parses moves as people write them: a line becomes the offered move that it means, or Unclear.

A game declares its words in its `Speech`. The common rules are here: accents, case, punctuation and
small words are ignored, one wrong letter in a longer word is forgiven unless the game has another
word written like that, a label is always understood, and where moves themselves contain no numbers,
a number selects a move of the list.
Nothing is guessed: an unknown word, or a line that fits two moves, is no move.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from games.contract import LANGUAGES, AnyGame, Move, Speech
from games.move_phrases import SMALL, Mark
from games.words import labels_of

Until: TypeAlias = Literal["changed", "turn"]

MOST_SIGNS: Final = 200
SHORTEST_FORGIVEN: Final = 4

_WORD = re.compile(r"[a-z]+|\d+")
_SMALL_WORDS: Final = """
je j le la les l un une des du de d dans sur au aux a en et mon ma mes ce cet cette tu te vous votre
vos puis m merci svp stp s il plait bonjour salut y moi numero
i the an of in into on onto to and my your then please thanks thank you hello hi it that this me us
number
"""
_GREETINGS: Final = frozenset(
    ["bonjour", "bonsoir", "salut", "coucou", "cher", "chere", "hello", "hi", "hey", "dear", "good"]
)
_NOTHING: Final = frozenset(_SMALL_WORDS.split())
_NUMBERS: Final[Mapping[str, int]] = {
    word: number
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "zero - deux trois quatre cinq six sept huit neuf dix onze douze",
    )
    for number, word in enumerate(words.split())
    if word != "-"
}

# Together with an answer, these phrases make it a standing answer to future questions.
_STANDING: Final[Mapping[str, Until]] = {
    "toujours": "changed",
    "jusqu a nouvel ordre": "changed",
    "always": "changed",
    "from now on": "changed",
    "until i say otherwise": "changed",
    "jusqu a mon tour": "turn",
    "jusqu a mon prochain tour": "turn",
    "until my turn": "turn",
    "until my next turn": "turn",
    "till my turn": "turn",
}
_NO_LONGER: Final = frozenset({"plus toujours", "stop always", "no longer", "ne plus repondre"})


class Said(Struct, frozen=True):
    """The move that a line means, and how long it lasts if it is a standing answer."""

    move: Move
    until: Until | None = None


class Withdrawn(Struct, frozen=True):
    """A line that withdraws a standing answer."""


class Unclear(Struct, frozen=True):
    """A line that means no offered move, or more than one. `word` is the part not understood;
    `between` are the moves that it might mean."""

    word: str = ""
    between: tuple[Move, ...] = ()


def line_parse(game: AnyGame, moves: Sequence[Move], line: str) -> Said | Withdrawn | Unclear:
    """Return the meaning of a line, given the offered moves in the order of their list."""
    plain = _plain(line)
    if len(line) > MOST_SIGNS or "?" in line or not plain:
        return Unclear(word=line[:MOST_SIGNS].strip())
    if plain in _NO_LONGER:
        return Withdrawn()
    rest, until = _standing(plain)
    found = _found(game, moves, rest)
    if until is not None and isinstance(found, Unclear) and not rest.isdecimal():
        found = _found(game, [kind() for kind in game.standing], rest)  # of a future question
    if isinstance(found, Unclear) or until is None:
        return found if isinstance(found, Unclear) else Said(found)
    return Said(found, until) if type(found) in game.standing else Unclear(between=(found,))


def is_greeting(game: AnyGame, line: str) -> bool:
    """Whether a line only greets: it begins so, and no word or number of a move follows."""
    greeting, _, rest = line.partition(",")
    words = _plain(greeting).split()
    if not words or words[0] not in _GREETINGS or len(words) > 5 or _plain(rest) or "?" in line:
        return False
    speech = game.words.speech
    meaningful = {*_NUMBERS, *(speech.names if speech else _known(game))} - _NOTHING
    return not any(word.isdecimal() or word in meaningful for word in words[1:])


def shortest_lines(game: AnyGame, moves: Sequence[Move], language: str) -> list[str]:
    """Return for each offered move, in order, the shortest line that means it."""
    if _are_numbered(game, moves):
        return [str(number) for number, _ in enumerate(moves, 1)]
    return [_spelled(game, moves, move, language) for move in moves]


def _standing(plain: str) -> tuple[str, Until | None]:
    """Split a line into the answer and how long it stands, None for a single answer."""
    for words in sorted(_STANDING, key=len, reverse=True):
        if plain.endswith(f" {words}"):
            return plain.removesuffix(words).strip(), _STANDING[words]
        if plain.startswith(f"{words} "):
            return plain.removeprefix(words).strip(), _STANDING[words]
    return plain, None


def _found(game: AnyGame, moves: Sequence[Move], plain: str) -> Move | Unclear:
    labelled = [move for move in moves if plain in _labels(game, move)]
    if len(labelled) == 1:
        return labelled[0]
    if plain.isdecimal() and _are_numbered(game, moves):
        number = int(plain)
        return moves[number - 1] if 0 < number <= len(moves) else Unclear(word=plain)
    if game.words.speech is None:
        return Unclear(word=plain)
    marks = _marks(game, game.words.speech, plain)
    if isinstance(marks, Unclear):
        return marks
    fitting = _index(game, tuple(moves)).get(marks, ())
    return fitting[0] if len(fitting) == 1 else Unclear(word=plain, between=tuple(fitting))


def _labels(game: AnyGame, move: Move) -> set[str]:
    return {_plain(label) for label in game.words.move(move)}


def _are_numbered(game: AnyGame, moves: Sequence[Move]) -> bool:
    """Whether a number means a position in the list: not where moves themselves have numbers."""
    speech = game.words.speech
    return speech is None or not any(
        isinstance(mark, int) for move in moves for form in speech.forms(move) for mark in form
    )


@lru_cache(maxsize=64)
def _index(game: AnyGame, moves: tuple[Move, ...]) -> dict[tuple[Mark, ...], list[Move]]:
    """Return the offered moves by each of their forms."""
    speech = game.words.speech
    assert speech is not None
    found: defaultdict[tuple[Mark, ...], list[Move]] = defaultdict(list)
    for move in moves:
        for form in dict.fromkeys(speech.forms(move)):
            found[form].append(move)
    return found


def _spelled(game: AnyGame, moves: Sequence[Move], move: Move, language: str) -> str:
    speech = game.words.speech
    assert speech is not None
    index = _index(game, tuple(moves))
    for form in speech.forms(move):
        if index[form] == [move]:
            return " ".join(_word(speech, game, mark, language) for mark in form)
    return game.words.move(move).within(language)


def _word(speech: Speech, game: AnyGame, mark: Mark, language: str) -> str:
    """Return the word for a mark: its label in that language if that is a known word."""
    if isinstance(mark, int):
        return str(mark)
    for label in game.words.labels.values():
        word = label.within(language)
        if speech.names.get(_plain(word)) == mark:
            return word.strip(" !").lower()
    here = LANGUAGES.index(language)
    named = [word for word, meant in speech.names.items() if meant == mark]
    return named[min(here, len(named) - 1)]


@lru_cache
def _known(game: AnyGame) -> Mapping[str, Mark | None]:
    """Return the mark of every word of this game; None for words without meaning in a move."""
    labels = (text for label in labels_of(game).values() for text in label)
    others = {word for text in labels for word in _plain(text).split()}
    names: Mapping[str, Mark] = game.words.speech.names if game.words.speech else {}
    return {**dict.fromkeys([*others, *_NUMBERS]), **names}


def _marks(game: AnyGame, speech: Speech, plain: str) -> tuple[Mark, ...] | Unclear:
    """Return the marks of a line's words, or Unclear with the first unknown word."""
    marks: list[Mark] = []
    for word in _WORD.findall(plain):
        if word in speech.names:
            marks.append(speech.names[word])
        elif word.isdecimal():
            marks.append(int(word[:9]))
        elif word in _NUMBERS:
            marks.append(_NUMBERS[word])
        elif word not in _NOTHING:
            meant = _forgiven(word, _known(game))
            if meant is None:
                return Unclear(word=word)
            marks.append(meant)
    return tuple(mark for mark in marks if mark != SMALL)


def _forgiven(word: str, known: Mapping[str, Mark | None]) -> Mark | None:
    """Return the only mark that a word can mean if one of its letters is wrong, missing, extra or
    swapped with the next; None if there are several, or if the word is known as it is."""
    if len(word) < SHORTEST_FORGIVEN or word in known:
        return None
    meant = {mark for name, mark in known.items() if _one_off(word, name)}
    return meant.pop() if len(meant) == 1 else None


def _one_off(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1 or len(other) < SHORTEST_FORGIVEN:
        return False
    if len(one) > len(other):
        one, other = other, one
    start = next((place for place, sign in enumerate(one) if sign != other[place]), len(one))
    if len(one) < len(other):
        return one[start:] == other[start + 1 :]
    exchanged = one[start : start + 2] == other[start : start + 2][::-1]
    return one[start + 1 :] == other[start + 1 :] or (
        exchanged and one[start + 2 :] == other[start + 2 :]
    )


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return a text in lower case, without accents and punctuation, words separated by a space."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(_WORD.findall("".join(s for s in decomposed if not unicodedata.combining(s))))
