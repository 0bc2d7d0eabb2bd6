"""The mail that tells somebody of something.

`notice_mail(player, notices)` is the whole border between deciding that a mail is sent and how it
looks: `notices` are of one match, or of several in a digest, at least one, the most urgent first,
and all of them were still news a moment ago. It returns a mail of Django's that is ready to be sent
but for its Message-ID, which the sender sets so that it is the same at every try where the mail has
none of its own. It reads and writes nothing else, and may be called again for the same notices.
"""

from events.mail.notices import notice_mail

__all__ = ["notice_mail"]
