"""The SQLite backend: Django's, with a fair queue for writers.

May import the modules of events/database and nothing else of events.
"""
