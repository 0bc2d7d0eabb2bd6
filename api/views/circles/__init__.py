"""Handlers about circles. May import the other views."""
