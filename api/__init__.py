"""The HTTP API on top of events and games.

`requests` and `responses` declare bodies, `http` has what HTTP needs (authentication, throttling,
pagination, ETag, problems), `views` are the handlers of /api/v1/, `operations` serves health,
metrics and the OpenAPI document, which `schema` makes. No tables and no rules of games are here.
May import events (but not its models) and games.
"""
