"""Converts moves, options and events to and from JSON, by stored names.

Malformed input (not a move of this game at all) is distinct from an illegal move (a move, but
against the rules): only Malformed is raised here.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate, product
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import fields

from games import malformed
from games.chance import Chance
from games.choices import Choice, size
from games.contract import AnyGame, Event, Move, Text
from games.malformed import NOTHING_SAID

T = TypeVar("T", bound=Struct)

MOST_FAULTS = 20
"""Most faults that are reported at once."""

_encoder = msgspec.json.Encoder(order="sorted")


class Malformed(Exception):
    """Input that does not have the declared form; `pointer` is the JSON Pointer of the fault.

    `limit` names the required form for people; `others` are further faults of the same input.
    """

    def __init__(
        self,
        code: str,
        pointer: str = "",
        limit: Text = NOTHING_SAID,
        others: "Sequence[Malformed]" = (),
    ) -> None:
        super().__init__(f"{code} at {pointer!r}")
        self.code = code
        self.pointer = pointer
        self.limit = limit
        self.others = others

    def within(self, pointer: str) -> "Malformed":
        """Return the same fault relative to an outer value that holds this one at `pointer`."""
        others = [other.within(pointer) for other in self.others]
        return Malformed(self.code, pointer + self.pointer, self.limit, others)

    @property
    def text(self) -> Text:
        """The fault and what to do about it, in every language."""
        fr, en = MALFORMED[self.code]
        return Text(fr.format(limit=self.limit.fr), en.format(limit=self.limit.en))


@contextmanager
def within(pointer: str) -> Iterator[None]:
    """Report faults of a value inside the block relative to the outer value that holds it."""
    try:
        yield
    except Malformed as error:
        raise error.within(pointer) from None


MALFORMED: Mapping[str, Text] = {
    "not_an_object": Text("Un objet JSON est attendu ici.", "This must be a JSON object."),
    "unknown_type": Text(
        "Ce jeu ne connaît pas de coup de ce type ; son manifeste liste les types.",
        "This game has no move of that type; its manifest lists the types.",
    ),
    "missing_field": Text(
        "Ce champ est obligatoire ; ajoutez-le.", "This field is required; add it."
    ),
    "unknown_field": Text("Ce champ n’existe pas ; retirez-le.", "No such field; leave it out."),
    "wrong_type": Text(
        "Mauvais type de valeur : il faut {limit}.", "Wrong kind of value: {limit} expected."
    ),
    "too_small": Text(
        "La valeur doit être au moins {limit}.", "The value must be at least {limit}."
    ),
    "too_large": Text("La valeur doit être au plus {limit}.", "The value must be at most {limit}."),
    "too_short": Text(
        "Trop court : il faut au moins {limit}.", "Too short: at least {limit} needed."
    ),
    "too_long": Text("Trop long : {limit} au plus.", "Too long: {limit} at most."),
    "not_offered": Text(
        "Cette valeur n’est pas possible ici ; le schéma ou le manifeste du jeu liste les autres.",
        "That value is not possible here; the schema or the game's manifest lists the others.",
    ),
    "malformed": Text(
        "Cette valeur n’a pas la forme attendue : {limit}.",
        "This value does not have the expected form: {limit}.",
    ),
}

# msgspec reports the first fault as one sentence; these are all that our declarations can cause.
# `_wanted` turns the values in them into texts for people.
_FAULTS = (
    ("missing_field", re.compile(r"Object missing required field `(?P<field>.*)`", re.DOTALL)),
    ("unknown_field", re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)),
    ("too_short", re.compile(r"Expected `(?P<kind>\w+)` of length >= (?P<length>\d+)")),
    ("too_long", re.compile(r"Expected `(?P<kind>\w+)` of length <= (?P<length>\d+)")),
    ("too_small", re.compile(r"Expected `\w+` >= (?P<figure>-?\d+)")),
    ("too_large", re.compile(r"Expected `\w+` <= (?P<figure>-?\d+)")),
    ("not_offered", re.compile(r"Invalid (enum )?value .+", re.DOTALL)),
    ("wrong_type", re.compile(r"Expected `(?P<kind>[^`]+)`, got `.+`")),
    ("malformed", re.compile(r"Expected `str` matching regex (?P<pattern>.+)", re.DOTALL)),
    ("malformed", re.compile(r"Invalid RFC3339 encoded (?P<kind>\w+)")),
)
# The path comes last and consists of our own field names; text of the client may look like one.
_PLACE = re.compile(r"(?P<fault>.*?)(?: - at `(?P<path>\$[\w.\[\]]*)`)?", re.DOTALL)


def canonical(value: object) -> bytes:
    """Return canonical JSON: sorted keys, no spaces, UTF-8; the form that is hashed and stored."""
    return _encoder.encode(value)


def decode_move(game: AnyGame, data: object) -> Move:
    """Return the move that a client sent, or raise Malformed."""
    if not isinstance(data, dict):
        raise Malformed("not_an_object")
    if "type" not in data:
        raise Malformed("missing_field", "/type")
    kind = _moves_by_name(game.moves).get(data["type"]) if isinstance(data["type"], str) else None
    if kind is None:
        raise Malformed("unknown_type", "/type")
    return convert(data, kind)


def decode_options(game: AnyGame, data: object) -> Any:
    """Return the options of a match with all defaults filled in, or raise Malformed."""
    return convert(data, game.options)


def named_values(declared: Mapping[str, Any]) -> list[str]:
    """Return the values of an option that have labels, by its JSON Schema; none for a number."""
    kinds = [kind.get("type") for kind in declared.get("anyOf", [declared])]
    return ["false", "true"] if "boolean" in kinds else declared.get("enum", [])


def event_data(event: Event) -> dict[str, Any]:
    """Return an event's `data`: all fields except its name and hidden values."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    del data["type"]
    return data


def event_decoders(kinds: Iterable[type[Event]]) -> dict[tuple[str, int], Decoder[Event]]:
    """Return decoders of an event's stored `data`, by name and schema.

    An unknown kind has no decoder, so that looking it up raises KeyError.
    """
    return {(name_of(kind), kind.schema): Decoder(kind) for kind in kinds}


def legal_moves(game: AnyGame, choices: tuple[Choice, ...]) -> tuple[Any, ...]:
    """Expand the choices: return every legal move and nothing else."""
    return _legal_moves(game.moves, choices)


def any_move(game: AnyGame, choices: tuple[Choice, ...], chance: Chance) -> Any:
    """Return one of the legal moves, each equally likely, without building the others."""
    below, entry = chance.below, choices[0]
    if len(choices) > 1:
        ends = _ends(choices)
        entry = choices[bisect(ends, below(ends[-1], "any_move"))]
    kind = _moves_by_name(game.moves)[entry.type]
    return kind(*[values[below(len(values), "any_move")] for _, values in entry.fields])


def name_of(kind: type[Struct]) -> str:
    """Return the stored name of a kind of move, event or view."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str), f"{kind.__name__} has no stored name"
    return tag


@lru_cache(maxsize=4096)
def _legal_moves(kinds: tuple[type[Move], ...], choices: tuple[Choice, ...]) -> tuple[Move, ...]:
    by_name = _moves_by_name(kinds)
    moves = []
    for entry in choices:
        names = [name for name, _ in entry.fields]
        for values in product(*(values for _, values in entry.fields)):
            moves.append(by_name[entry.type](**dict(zip(names, values, strict=True))))
    return tuple(moves)


@lru_cache(maxsize=1 << 16)
def _ends(choices: tuple[Choice, ...]) -> tuple[int, ...]:
    """Return where each choice's moves would end if all moves were in one sequence."""
    return tuple(accumulate(map(size, choices)))


@lru_cache
def _moves_by_name(kinds: tuple[type[Move], ...]) -> dict[str, type[Move]]:
    return {name_of(kind): kind for kind in kinds}


def convert(data: object, kind: type[T]) -> T:
    """Return the data as a value of this type, or raise Malformed with all its faults."""
    try:
        if not _unknown(data, kind):
            return msgspec.convert(data, kind)
        faults = _faults(data, kind)
    except msgspec.ValidationError as error:
        faults = _faults(data, kind) or [_malformed(str(error))]
    except UnicodeEncodeError:  # half of a surrogate pair, in a key or a value
        faults = [Malformed("malformed", limit=malformed.UNICODE)]
    first, *others = faults
    raise Malformed(first.code, first.pointer, first.limit, others)


def _unknown(data: object, kind: type[Struct]) -> list[object]:
    """Return the names of undeclared fields; msgspec's message would repeat a name unescaped."""
    config = kind.__struct_config__
    if not isinstance(data, dict) or not config.forbid_unknown_fields:
        return []
    return [n for n in data if n not in kind.__struct_encode_fields__ and n != config.tag_field]


def _faults(data: object, kind: type[Struct]) -> list[Malformed]:
    """Return the faults of all fields, at most MOST_FAULTS."""
    if not isinstance(data, dict):
        return []
    unknown = _unknown(data, kind)[:MOST_FAULTS]
    found = [Malformed("unknown_field", _inner("", name)) for name in unknown]
    for field in fields(kind):
        pointer = _inner("", field.encode_name)
        try:
            if field.encode_name in data:
                msgspec.convert(data[field.encode_name], field.type)
            elif field.required:
                found.append(Malformed("missing_field", pointer))
        except msgspec.ValidationError as error:
            found.append(_malformed(str(error), pointer))
        except UnicodeEncodeError:
            found.append(Malformed("malformed", pointer, malformed.UNICODE))
    return found[:MOST_FAULTS]


def _malformed(message: str, within: str = "") -> Malformed:
    place = _PLACE.fullmatch(message)
    assert place is not None
    pointer = within + _pointer(place["path"] or "$")
    for code, pattern in _FAULTS:
        if found := pattern.fullmatch(place["fault"]):
            named = found.groupdict()
            if (field := named.get("field")) is not None:
                pointer = _inner(pointer, field)
            if code == "wrong_type" and named["kind"] == "object" and not pointer:
                code = "not_an_object"
            return Malformed(code, pointer, _wanted(named))
    return Malformed("malformed", pointer)


def _wanted(named: Mapping[str, str]) -> Text:
    """Return the text for the form that a fault says is required."""
    match named:
        case {"kind": kind, "length": number}:
            return malformed.length(kind, number)
        case {"kind": kind}:
            return malformed.kinds(kind)
        case {"pattern": quoted}:
            return malformed.quoted_pattern(quoted)
        case {"figure": number}:
            return malformed.figure(number)
    return NOTHING_SAID


def _inner(pointer: str, name: object) -> str:
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def _pointer(path: str) -> str:
    """Convert msgspec's `$.a[0]` to the JSON Pointer `/a/0`."""
    return re.sub(r"[.\[]", "/", path.removeprefix("$").replace("]", ""))
