"""Read queries: what one viewer may see of matches, lists, turns, recaps, replays and players.

Nothing here appends to a log: the only writes are read marks (`unread`) and the record of
administrators' readings (`secrets`). May import `matches` and every package below it.
"""
