"""Clocks: their kinds, players' calendars, deadlines, and the clock columns of a seat's row.

`kinds`, `calendar` and `readings` are pure. Settling a passed deadline is in `play`.
May import `log` and the packages below it (the order is in pyproject.toml).
"""
