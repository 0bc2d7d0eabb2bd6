"""Power cuts on SQLite: the writes and syncs of a playing process, replayed up to any point.

`recorder.c` records them between the process and the system, `player` plays, `recording` reads the
record, and `disk` says what a disk may hold when the power is cut after any entry of it.
"""
