"""Accounts: signing in by mailed code or passkey, merging guests, exporting and deleting data.

Identity, devices, profiles, passkeys and the mailed codes themselves are in `players`. May import
`by_mail` and every package below it, but not `streams`, `proof` or `batch`.
"""
