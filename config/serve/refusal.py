"""Why the server cannot run, in words for whoever started it."""


class Refusal(Exception):
    """A reason and what to do about it, in one line."""
