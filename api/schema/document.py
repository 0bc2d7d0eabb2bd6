"""The finished schema, made once and only when somebody asks for it."""

from functools import cache
from typing import Any

import msgspec
import yaml
from drf_spectacular.generators import SchemaGenerator

from api.schema.enums import Json
from api.schema.older import VERSION as OLDER
from api.schema.older import in_older_form

NEWER = "3.1"
VERSIONS = {NEWER: NEWER, "3.1.1": NEWER, "3.0": OLDER, OLDER: OLDER}
"""What may be asked for, and which of the two it is."""


@cache
def document(version: str) -> Json:
    """The schema in one of the versions; nobody may change it."""
    if version == OLDER:
        return in_older_form(document(NEWER))
    made = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return _plain(made)


@cache
def as_json(version: str) -> bytes:
    """The schema for programs."""
    return msgspec.json.encode(document(version))


@cache
def as_yaml(version: str) -> str:
    """The schema for reading, and for comparing with an earlier one."""
    return yaml.dump(
        document(version), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100
    )


class _Dumper(yaml.CSafeDumper):
    """Writes everything in full, however often it occurs."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _plain(value: Any) -> Json:
    """Without lazy texts and tuples."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))
    return plain
