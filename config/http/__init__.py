"""The ASGI application, made of three: for streams, for moves, and for all other requests.

Here is how a request reaches a thread or the event loop; the views are in api/. May import api and
events, and no other package of config.
"""
