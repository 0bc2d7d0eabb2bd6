"""The program: settings from the environment, URLs, Celery, and the processes of the server.

Packages: supervisor keeps processes alive, processes are their entry points, http answers requests.
No views, tables or rules of games. The top layer: may import web, api, events and games.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
