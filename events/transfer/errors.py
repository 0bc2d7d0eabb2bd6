"""Why a move is not made, or not finished; the texts say what to do."""


class MoveFailed(Exception):
    """The move cannot go on; what is done already stays, and a next run continues."""
