"""The error that prevents the server from starting."""


class StartupError(Exception):
    """Why the server cannot start and what to do about it, in one line for the operator."""
