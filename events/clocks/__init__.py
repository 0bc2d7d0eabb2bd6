"""Clocks: what a match allows, by when a seat must have answered, and what happens when it has not.

`kinds`, `calendar` and `readings` are pure; the rest keeps their results in rows.
"""
