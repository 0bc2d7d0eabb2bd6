"""Playing by mail: incoming replies, play links and unsubscribe links, and their acknowledgements.

Accepting mail over SMTP is in config/processes/smtp.py, a provider's webhook in
api/mail_webhook.py, and what mails say in `notifications.email`. May import `notifications` and
every package below it.
"""
