"""The forms of requests, declared once: they validate, and they are the OpenAPI schema."""
