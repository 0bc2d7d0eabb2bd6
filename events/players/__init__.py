"""Players: identity by token, devices, sign-in codes, profile, blocks and quotas.

Signing in, merging and deleting accounts are in `accounts`, a player's JSON for viewers in
`selectors`. May import `play` and the packages below it.
"""
