"""Descriptions of fields and enumerations: the docstrings that stand below them in the source."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec import inspect as types
from msgspec.structs import fields

_VALUE = re.compile(r"^([\w-]+): (.+)$")


class EnumText(NamedTuple):
    """What an enumeration is, and what each value means."""

    summary: str = ""
    values: dict[str, str] = {}


def structs_within(kinds: Iterable[type[Struct]]) -> Iterator[type[Struct]]:
    """Yield these structs and all that they contain."""
    seen: set[type] = set()
    waiting: list[Any] = list(types.multi_type_info(kinds))
    while waiting:
        found = waiting.pop()
        if isinstance(found, types.StructType):
            if found.cls in seen:
                continue
            seen.add(found.cls)
            yield found.cls
        if isinstance(found, types.Type | types.Field):
            waiting += [getattr(found, name) for name in found.__struct_fields__]
        elif isinstance(found, tuple):
            waiting += found


def field_texts(kind: type[Struct]) -> dict[str, str]:
    """Return the docstrings of a struct's fields, inherited ones included, by the names in JSON."""
    said: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base is not Struct and issubclass(base, Struct):
            said |= _class_texts(base.__module__, base.__name__)
    return {field.encode_name: said[field.name] for field in fields(kind) if field.name in said}


def enum_text(module: str, name: str) -> EnumText:
    """Return the docstring of `Name = Literal[…]`, found where the module imports it from.

    Its first paragraph is the summary; the lines after it are `value: meaning`.
    """
    tree = _tree(module)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and any(name == found.name for found in node.names):
            return enum_text(str(node.module), name)
    summary, _, rest = _docstrings(tree.body).get(name, "").partition("\n\n")
    lines = re.sub(r"\n +", " ", rest).splitlines()
    values = {found[1]: found[2] for line in lines if (found := _VALUE.match(line))}
    return EnumText(_on_one_line(summary), values)


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(import_module(module)))


@cache
def _class_texts(module: str, name: str) -> dict[str, str]:
    classes = (node for node in _tree(module).body if isinstance(node, ast.ClassDef))
    body = next(node.body for node in classes if node.name == name)
    return {field: _on_one_line(text) for field, text in _docstrings(body).items()}


def _docstrings(body: Sequence[ast.stmt]) -> dict[str, str]:
    """Return the text that stands directly below each assignment, by the assigned name."""
    found = {}
    for node, below in pairwise(body):
        match node, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = inspect.cleandoc(text)
    return found


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
