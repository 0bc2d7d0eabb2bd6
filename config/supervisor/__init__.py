"""The supervisor of `manage.py serve`: starts every process of the server and keeps it running.

It starts Valkey, web processes, two Celery workers, Celery beat and the mail process. The code they
run is not here but in config/processes/, which can also be deployed without this supervisor. May
import config.environment, and nothing else of this project.
"""
