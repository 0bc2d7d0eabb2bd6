"""The e-mail channel: the content of mails about matches (`sheet`, `compose`) and their form
(`text`, `html`, `picture`, `message`).

Replies to these mails are read in `events.by_mail`. May import what `notifications` may.
"""
