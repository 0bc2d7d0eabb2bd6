"""Proof of fairness: the export of a finished match, its replay by the rules, the log check, and
the archive of logs that it has found right.

`referee` and `attendance` import no Django, as verify.py uses them without it; hashes and receipts
are in `log`. May import `by_mail` and every package below it, but not `streams`, `accounts` or
`batch`.
"""
