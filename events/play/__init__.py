"""Play: a move from the request to the log, bots, time-outs, vacation, expiry and cancelling.

Opening and leaving a match are in `matches`, JSON for viewers in `selectors`, moves played together
in `batch`. May import `projections` and the packages below it.
"""
