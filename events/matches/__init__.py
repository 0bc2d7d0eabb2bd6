"""Matches around their moves: opening and joining, invitations, leaving, rematch and table talk.

Moves are in `play`, JSON of a match for viewers in `selectors`, notices on their way in
`notifications`. May import `players` and the packages below it.
"""
