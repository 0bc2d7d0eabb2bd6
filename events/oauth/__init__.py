"""Third-party apps (OAuth 2.0): registered, authorised by players, and their tokens.

The tokens of a player's own devices are in `players`. May import `players` and every package
below it.
"""
