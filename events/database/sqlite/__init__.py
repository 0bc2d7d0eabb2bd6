"""The SQLite backend: a fair queue for writers, and commits whose syncs overlap.

May import the modules of events/database and nothing else of events.
"""
