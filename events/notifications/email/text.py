"""A sheet as plain text, complete enough to play from."""

from collections.abc import Iterator

from events.mail.tokens import unsubscribe_url
from events.notifications.email.sheet import Kind, Sheet
from events.notifications.email.words import mail_text
from events.notifications.local_time import local_time_text

FEW = 12
"""Up to this many moves are listed one per line, each with its link."""


def subject_of(sheet: Sheet) -> str:
    """The subject, the same for all mails about a match, so that mail programs thread them."""
    one_line = mail_text("subject", sheet.language, game=sheet.title, others=sheet.others)
    return " ".join(one_line.split())[:150]


def sheet_text(sheet: Sheet, note: str = "") -> str:
    """The text of a mail, with the note first."""
    return "\n".join(_lines(sheet, note)) + "\n"


def state_of(sheet: Sheet) -> str:
    """Whose turn it is, and the deadline."""
    language = sheet.language
    if sheet.position.over:
        return mail_text("over", language)
    if sheet.asked is None:
        if not sheet.waited_for:
            return mail_text("nobody", language)
        return mail_text("waiting", language, names=sheet.waited_for)
    if sheet.sealed is not None:
        return mail_text("sealed", language, move=sheet.sealed)
    if sheet.deadline is None:
        return mail_text("your_turn", language)
    deadline = local_time_text(sheet.deadline, zone=sheet.player.time_zone, language=language)
    return f"{mail_text('your_turn', language)} {mail_text('until', language, deadline=deadline)}"


def standing_instructions(sheet: Sheet) -> list[str]:
    """How to give a standing answer by mail; empty if the server reads no mail."""
    if sheet.reply_to is None:
        return []
    return [
        mail_text("standing", sheet.language, move=move, word=move.lower())
        for move in sheet.standing
    ]


def _lines(sheet: Sheet, note: str) -> Iterator[str]:
    language = sheet.language
    if note:
        yield from (note, "")
    yield from (state_of(sheet), "")
    if sheet.news:
        yield f"{mail_text('news', language)}:"
        if sheet.untold:
            yield mail_text("untold", language, count=sheet.untold, url=sheet.url)
        yield from (f"- {sentence}" for sentence in sheet.news)
        yield ""
    yield from (f"{mail_text('table', language)}:", sheet.board, "")
    if sheet.kinds:
        yield from _choices(sheet)
    yield from (f"{mail_text('look', language)}: {sheet.url}", "-- ")
    yield mail_text("foot", language, name=sheet.player.name, url=f"{_home(sheet)}/me")
    yield f"{mail_text('stop', language)}: {unsubscribe_url(sheet.player.id)}"


def _choices(sheet: Sheet) -> Iterator[str]:
    language = sheet.language
    how = "how" if sheet.reply_to else "choices"
    yield f"{mail_text(how, language)}:"
    few = sum(len(kind.options) for kind in sheet.kinds) <= FEW
    for kind in sheet.kinds:
        yield from _one_by_one(kind) if few and not kind.many else _together(kind, language)
    yield from standing_instructions(sheet)
    if sheet.reply_to:
        yield mail_text("ask_receipt", language)
    yield ""
    yield mail_text("click", language)
    for kind in sheet.kinds:
        if few and not kind.many:
            yield from (f"- {option.label}: {option.url}" for option in kind.options)
        else:
            yield f"- {kind.label} ({mail_text('choose', language)}): {kind.url}"
    yield ""


def _one_by_one(kind: Kind) -> Iterator[str]:
    width = max(len(option.code) for option in kind.options)
    for option in kind.options:
        yield f"    {option.code:{width}}   {option.label}"


def _together(kind: Kind, language: str) -> Iterator[str]:
    codes = " · ".join(option.code for option in kind.options)
    among = f" ({mail_text('for_example', language)})" if kind.many else ""
    yield f"    {kind.label}{among}: {codes}"


def _home(sheet: Sheet) -> str:
    return sheet.url.rpartition("/matches/")[0]
