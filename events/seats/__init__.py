"""Seats: their rows and players, access to matches, row locks with their order, and answers that
are sealed until their turn or stand for questions to come.

Nothing here appends to the log: that is in `play`. May import `mail` and the packages below it.
"""
