"""Proof of fairness: the export of a finished match, its replay by the rules, and the log check.

`referee` and `attendance` import no Django, as verify.py uses them without it; hashes and receipts
are in `log`. May import `by_mail` and every package below it, but not `streams`, `accounts` or
`batch`.
"""
