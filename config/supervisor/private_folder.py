"""Keeps DATA_DIR to the user that runs the server: it holds seeds, sealed answers and keys.

What the processes write themselves is private by their umask (config/settings.py).
"""

import stat
from pathlib import Path

from config.supervisor.errors import StartupError

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def folder_make_private(folder: Path) -> str | None:
    """Take away other users' access to a folder and all that is in it; report if there was any.

    Raise StartupError for a folder that all users share, such as /tmp.
    """
    if folder.stat().st_mode & stat.S_ISVTX:
        raise StartupError(
            f"DATA_DIR={folder} is shared by all users; choose a folder for this server alone."
        )
    open_to_others = [path for path in (folder, *folder.rglob("*")) if is_open_to_others(path)]
    for path in open_to_others:
        try:
            path.chmod(path.stat().st_mode & ~OTHERS)
        except PermissionError:
            return f"Other users may read {path}, which belongs to one of them."
    if not open_to_others:
        return None
    return f"Other users could read {len(open_to_others)} files and folders in {folder}; no longer."


def is_open_to_others(path: Path) -> bool:
    """Whether users other than its owner have any access to a file or folder."""
    status = path.lstat()
    return not stat.S_ISLNK(status.st_mode) and bool(status.st_mode & OTHERS)
