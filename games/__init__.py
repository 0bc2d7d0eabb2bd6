"""The rules of the games as a library of pure, typed values: no web, no database, no clock."""
