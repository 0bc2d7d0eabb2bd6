"""The rules of the games as a library of pure, typed values: no web, no database, no clock.

Each game has a folder of its own; the modules here are common to all. The lowest layer: imports no
other package of this project.
"""
