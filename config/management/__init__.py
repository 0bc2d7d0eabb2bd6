"""Commands of this project."""
