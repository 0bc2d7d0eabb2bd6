"""Notifications: outbox rows become e-mails, push messages and webhook requests.

`plan` makes deliveries of outbox rows, `reminders` adds rows for near deadlines, and `deliver`
leases due deliveries, drops those that `freshness` finds outdated and gives the rest to channels:
`email`, `push`, `webhooks`. Delivery is at least once: a delivery whose worker died is retried with
the same id. Incoming mails are in `by_mail`, the queue of all other mails is in `mail`.
May import `selectors` and the rooms below it.
"""
