"""Accounts: sign-in by mailed code, merging guests, exporting and deleting a player's data.

Identity, devices, profiles and the mailed codes themselves are in `players`. May import `by_mail`
and every package below it, but not `streams`, `proof` or `batch`.
"""
