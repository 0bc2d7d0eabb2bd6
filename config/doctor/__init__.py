"""What `manage.py doctor` checks: an installation, from its database to its clock.

Each check returns findings, in sentences that say what to do and contain no secret. How they are
printed is in config/management. May import events, config.celery and config.supervisor.
"""
