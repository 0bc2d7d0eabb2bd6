"""The PostgreSQL backend: prepared statements without a cursor, fewer round trips.

May import the modules of events/database and nothing else of events.
"""
