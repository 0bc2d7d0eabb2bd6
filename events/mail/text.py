"""A sheet as plain text: enough to play from."""

from collections.abc import Iterator

from events.mail.links import unsubscribe_url
from events.mail.sheet import Kind, Sheet
from events.mail.words import said
from events.notify.times import moment_said

FEW = 12
"""So many moves are listed one below the other, each with its link."""


def subject_of(sheet: Sheet) -> str:
    """The same for all mails about a match, so that they stay together."""
    one_line = said("subject", sheet.language, game=sheet.title, others=sheet.others)
    return " ".join(one_line.split())[:150]


def text_of(sheet: Sheet, note: str = "") -> str:
    """The whole text of a mail; a note comes first."""
    return "\n".join(_lines(sheet, note)) + "\n"


def state_of(sheet: Sheet) -> str:
    """Whose turn it is, and until when."""
    language = sheet.language
    if sheet.position.over:
        return said("over", language)
    if sheet.asked is None:
        if not sheet.waited_for:
            return said("nobody", language)
        return said("waiting", language, names=sheet.waited_for)
    if sheet.sealed is not None:
        return said("sealed", language, move=sheet.sealed)
    if sheet.deadline is None:
        return said("your_turn", language)
    moment = moment_said(sheet.deadline, zone=sheet.player.time_zone, language=language)
    return f"{said('your_turn', language)} {said('until', language, moment=moment)}"


def standing_said(sheet: Sheet) -> list[str]:
    """How to answer in advance, where that can be done by mail."""
    if sheet.reply_to is None:
        return []
    return [
        said("standing", sheet.language, move=move, word=move.lower()) for move in sheet.standing
    ]


def _lines(sheet: Sheet, note: str) -> Iterator[str]:
    language = sheet.language
    if note:
        yield from (note, "")
    yield from (state_of(sheet), "")
    if sheet.news:
        yield f"{said('news', language)}:"
        if sheet.untold:
            yield said("untold", language, count=sheet.untold, url=sheet.url)
        yield from (f"- {sentence}" for sentence in sheet.news)
        yield ""
    yield from (f"{said('table', language)}:", sheet.board, "")
    if sheet.kinds:
        yield from _choices(sheet)
    yield from (f"{said('look', language)}: {sheet.url}", "-- ")
    yield said("foot", language, name=sheet.player.name, url=f"{_home(sheet)}/me")
    yield f"{said('stop', language)}: {unsubscribe_url(sheet.player.id)}"


def _choices(sheet: Sheet) -> Iterator[str]:
    language = sheet.language
    how = "how" if sheet.reply_to else "choices"
    yield f"{said(how, language)}:"
    few = sum(len(kind.options) for kind in sheet.kinds) <= FEW
    for kind in sheet.kinds:
        yield from _one_by_one(kind) if few and not kind.many else _together(kind, language)
    yield from standing_said(sheet)
    yield ""
    yield said("click", language)
    for kind in sheet.kinds:
        if few and not kind.many:
            yield from (f"- {option.label}: {option.url}" for option in kind.options)
        else:
            yield f"- {kind.label} ({said('choose', language)}): {kind.url}"
    yield ""


def _one_by_one(kind: Kind) -> Iterator[str]:
    width = max(len(option.code) for option in kind.options)
    for option in kind.options:
        yield f"    {option.code:{width}}   {option.label}"


def _together(kind: Kind, language: str) -> Iterator[str]:
    codes = " · ".join(option.code for option in kind.options)
    among = f" ({said('for_example', language)})" if kind.many else ""
    yield f"    {kind.label}{among}: {codes}"


def _home(sheet: Sheet) -> str:
    return sheet.url.rpartition("/matches/")[0]
