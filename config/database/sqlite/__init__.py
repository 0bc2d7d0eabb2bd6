"""SQLite, with its writers in turn."""
