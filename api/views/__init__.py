"""The handlers of /api/v1/, one module for each part of the API: a view validates the request,
calls events and serialises the answer.

No rules and no queries are here. May import all of api but `operations`, events but not its models,
and games.
"""
