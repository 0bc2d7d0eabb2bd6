"""Background work: due rows, waking workers, publishing changes to streams; commands to Redis and
the circuit breaker.

Not here: the work itself, which events/tasks.py dispatches, and the queues of mails (events/mail)
and notifications (events/notifications). May import errors, database, metrics and models.
"""
