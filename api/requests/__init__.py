"""The bodies of requests, declared once: they validate, and they are part of the OpenAPI schema.

Answers are in `responses`. May import types and limits of events, and games; nothing else of api.
"""
