"""The OpenAPI schema: made of the declarations, in two versions, when somebody asks for it."""

from api.schema.deprecation import Deprecated
from api.schema.operations import EVENT_STREAM, described

__all__ = ["EVENT_STREAM", "Deprecated", "described"]
