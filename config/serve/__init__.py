"""`manage.py serve`: one command that runs every process of the server and keeps them running.

A supervisor holds the listening socket and starts Valkey, web processes, a Celery worker and
Celery beat. What they do is not here: they run the same application that one would deploy apart.
"""
