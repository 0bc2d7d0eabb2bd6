"""Background work: due rows, leases with retry, waking workers, publishing; commands to Redis and
the circuit breaker.

Not here: the work itself, which events/tasks.py dispatches, and what the queues hold: mails
(events/mail) and deliveries (events/notifications). May import errors, database, metrics and
models.
"""
