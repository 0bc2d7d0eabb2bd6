"""Settings from the environment, urls, Celery: what ties the layers into one program."""
