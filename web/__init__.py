"""The browser client, and the views that serve its files.

The client is made of static modules that use the public API alone. Nothing here reads
data. Of the server it may import api.operations alone.
"""
