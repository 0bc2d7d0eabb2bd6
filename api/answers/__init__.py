"""The forms of answers, declared once: every Struct in here is part of the OpenAPI schema."""
