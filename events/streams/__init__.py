"""News as they happen, to whoever keeps a connection open: of a match, or of all one's matches."""
