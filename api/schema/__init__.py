"""The OpenAPI schema in two versions, generated from declarations on the first request for it.

Handlers declare their operations with `described`; requests, responses and games add their types.
The view that serves the schema is in api/operations/. May import api/http, api/requests,
api/responses, events and games, and no views.
"""

from api.schema.deprecation import Deprecated
from api.schema.enums import ref
from api.schema.operations import EVENT_STREAM, LIMIT, PROOF, SHARE, described, number

__all__ = ["EVENT_STREAM", "LIMIT", "PROOF", "SHARE", "Deprecated", "described", "number", "ref"]
