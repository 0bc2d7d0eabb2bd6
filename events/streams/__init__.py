"""Server-Sent Events: the stream of a match, and the stream of a player's notices.

`hub` runs all streams of a process, `match` and `person` read what each has to send. Writing the
HTTP response is in config/http/event_streams.py. May import `by_mail` and every package below it,
but not `proof`, `accounts` or `batch`.
"""
