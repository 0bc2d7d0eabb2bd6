"""The shapes of answers, declared once: every Struct in here is part of the OpenAPI schema.

The unions over all games are made in `schema`. May import `requests`, and types of events.
"""
