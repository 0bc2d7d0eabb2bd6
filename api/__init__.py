"""The HTTP interface on top of events and games: views, serializers, errors, OpenAPI."""
