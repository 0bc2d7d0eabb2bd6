"""Cups and leagues with their rows: the log, entrants, tables opened as matches, seasons, notices.

The rules are in `leagues`, pure; what viewers read is in `selectors`. May import `circles` and the
packages below it.
"""
