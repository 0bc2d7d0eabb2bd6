"""Moving a whole installation from one database to another, running matches included.

Not here: SQL and what differs between SQLite and PostgreSQL, which are in events/database; the
command and its progress bars, which are in config/management. May import everything in events but
admin, tasks and management.
"""
