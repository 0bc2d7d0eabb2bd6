"""The log of every match and all that is rebuilt from it; the only owner of tables."""
