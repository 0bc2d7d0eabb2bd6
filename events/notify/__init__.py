"""Telling people: from rows of the outbox to mails, browsers and machines.

`plan` decides what goes where and when, `reminders` finds deadlines that come near, `news` whether
something is still worth telling, `notices` what may be said of it; `channels` are the ways there,
and `send` takes what is due and lets them carry it. Nothing is lost when a worker dies: what was
taken is tried again with the same id, so somebody may be told twice, and never not at all.
"""
