"""The finished schema, generated once, on the first request for it."""

from functools import cache
from typing import Any

import msgspec
import yaml
from drf_spectacular.generators import SchemaGenerator

from api.schema.enums import Json
from api.schema.openapi30 import VERSION as OLDER
from api.schema.openapi30 import as_openapi30

NEWER = "3.1"
VERSIONS = {NEWER: NEWER, "3.1.1": NEWER, "3.0": OLDER, OLDER: OLDER}
"""The versions that may be requested, each with the one of the two that answers it."""


@cache
def document(version: str) -> Json:
    """Return the schema in one of the versions; it is cached, so callers must not change it."""
    if version == OLDER:
        return as_openapi30(document(NEWER))
    made = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    return _plain(made)


@cache
def as_json(version: str) -> bytes:
    """Return the schema as JSON, for programs."""
    return msgspec.json.encode(document(version))


@cache
def as_yaml(version: str) -> str:
    """Return the schema as YAML, for readers and for comparison with an earlier one."""
    return yaml.dump(
        document(version), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100
    )


class _Dumper(yaml.CSafeDumper):
    """Writes repeated values in full, without YAML aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _plain(value: Any) -> Json:
    """Convert lazy texts and tuples to JSON types."""
    plain: Json = msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))
    return plain
