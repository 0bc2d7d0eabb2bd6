"""Endpoints for running the service: health, metrics, receipt keys, the OpenAPI document, and the
answers to requests that reach no view.

The document itself is made in `schema`. May import `http`, `schema` and api.metrics, and events.
"""
