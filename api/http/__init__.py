"""The HTTP layer around the views: authentication, throttling, pagination, ETag, problems.

Handlers of routes are in `views` and `operations`, bodies in `requests` and `responses`. May import
events and games, and nothing else of api.
"""
