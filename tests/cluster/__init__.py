"""A cluster on this machine whose parts are killed, cut off and replaced while people play.

`network` makes hosts that can be cut off, `database`, `redis_hosts` and `application` say what runs
on them, `cluster` starts it all, `failovers` disturbs it, and `run` plays and compares with the log
as tests/faults does. `python -m tests.cluster` needs root and programs of Debian.
"""
