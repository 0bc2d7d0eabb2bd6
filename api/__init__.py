"""The HTTP interface on top of events and games: views, errors, OpenAPI."""
