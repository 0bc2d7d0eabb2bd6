"""The log of a match: envelopes, append, read, position (the fold), hash chain and receipts.

Not here: deciding moves (events/play), and JSON for viewers (events/selectors). May import errors,
database, metrics, models, work and idempotency.
"""
