"""Servers whose processes are killed and stopped while people play through a network that fails.

`run` plays, disturbs and checks. `history` is what clients saw, `logs` what the database holds at
the end, and `checker` compares the two without any of the others.
"""
