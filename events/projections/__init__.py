"""Rows that follow from the log: seats and their clocks, results, reliability; and their rebuild.

Nothing here appends to the log or decides a move: that is in `play`.
May import `seats` and the packages below it.
"""
