"""Outgoing mail: the queue, addresses, signed reply addresses and links, bounces, stops and caps.

What mails say is in `notifications.email`; incoming mail and opened links are in `by_mail`. May
import `clocks` and every package below it.
"""
