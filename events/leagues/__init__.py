"""The rules of competitions: points, sizes of tables, pairing, and a log folded into a state.

Pure and typed: no database, no clock, no framework. What rows a competition has, and its matches,
are in `cups`. Imports nothing of events.
"""
