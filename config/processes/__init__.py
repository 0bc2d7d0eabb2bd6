"""Entry points of the processes web, worker, beat and smtp, with the startup that they share.

The supervisor runs each with `python -m config.processes.<name>`; it is not needed to run them. How
requests are answered is in config/http/. May import config.asgi, config.celery, events, and of
config/supervisor/ only its errors.
"""
