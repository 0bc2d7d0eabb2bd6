"""Handlers about cups and leagues. May import the other views."""
