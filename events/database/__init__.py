"""The two Django backends, hand-written statements, transactions, and the triggers of the log.

Not here: tables (events/models), and what statements about them mean. May import errors only.
"""
