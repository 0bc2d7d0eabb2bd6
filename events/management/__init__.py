"""Django's package for management commands; there is nothing else in it."""
