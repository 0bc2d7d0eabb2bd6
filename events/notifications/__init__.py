"""Notifications: outbox rows become e-mails, push messages and webhook requests.

`plan` makes deliveries of outbox rows, `reminders` adds rows for near deadlines. Due deliveries are
leased, those that `freshness` finds outdated are dropped, and the rest are sent: by `email` in
`deliver`, by the channels of `http` in a worker of its own. Delivery is at least once: a delivery
whose worker died is retried with the same id. Incoming mails are in `by_mail`, the queue of all
other mails is in `mail`. May import `selectors` and the packages below it.
"""
