"""The codes of problems: as enumerations in the schema, and as a page for readers."""

from collections.abc import Iterable, Mapping

from api.http.problems import TITLES, all_problems, rule_texts
from api.schema.descriptions import EnumText
from api.schema.enums import Json, enumeration, ref
from games.codec import MALFORMED
from games.contract import Text
from games.registry import all_games
from games.words import ERRORS

ANY_STRING: Json = {"type": "string"}

_PAGE = """\
# Problems

Written by `make schema` from the texts in the source. Every refusal is
`application/problem+json` (RFC 9457):

```json
{example}
```

Branch on `code`, which is stable. Show `detail`: the texts below, in the language of
`Accept-Language` (fr, en); each says the cause and what to do. New codes may come; treat an unknown
one like its status. After 429 and 503 wait for the seconds in `Retry-After`; after 500, 503 and a
lost connection repeat the request with the same `Idempotency-Key`.
"""
_EXAMPLE = """\
{"type": "urn:gobelet:problem:not_your_turn", "title": "Against the rules", "status": 422,
 "detail": "It is not your turn; wait until you are asked.", "code": "not_your_turn"}"""
_FIELDS = """
## Codes of fields

`malformed` (400) has `errors`, one entry for each bad field: `pointer` is the JSON Pointer of the
field or the name of a query parameter, `code` one of these, `detail` the text. A table that a game
does not support (422) has `errors` too, with the code of the problem.
"""


def problem_codes() -> Json:
    """Return the enumeration of all problems' codes, each with status, cause and what to do."""
    return enumeration(
        EnumText(
            "The stable name of a problem, with its status, its cause and what to do.",
            {code: f"{status}. {text.en}" for code, (status, text) in all_problems().items()},
        )
    )


def field_codes() -> Json:
    """Return the enumeration of the codes of bad fields."""
    said = {code: _field_text(text) for code, text in MALFORMED.items()}
    return enumeration(EnumText("What is wrong with a field, and what to do.", said))


def open_union(*names: str) -> Json:
    """Return these enumerations or any other string: a newer server may know more values."""
    return {"anyOf": [*map(ref, names), ANY_STRING]}


def problems_page() -> str:
    """Return the page that lists every code with its status, cause and what to do."""
    rules = rule_texts()
    parts = [_PAGE.replace("{example}", _EXAMPLE)]
    for status, title in TITLES.items():
        held = {
            code: text
            for code, (own, text) in all_problems().items()
            if own == status and code not in rules
        }
        if held:
            parts.append(f"\n## {status} {title.en}\n\n{_table(_said(held))}")
    parts.append(f"\n## 422 in any game\n\n{_table(_said(ERRORS))}")
    for game in all_games().values():
        table = _table(_said(game.words.errors))
        parts.append(f"\n## 422 in {game.words.title.en}\n\n{table}")
    fields = ((code, _field_text(text)) for code, text in MALFORMED.items())
    return "".join([*parts, _FIELDS, "\n", _table(fields)])


def _said(texts: Mapping[str, Text]) -> Iterable[tuple[str, str]]:
    return ((code, text.en) for code, text in texts.items())


def _field_text(text: Text) -> str:
    return text.en.format(limit="…")


def _table(rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"| `{code}` | {said} |" for code, said in sorted(rows)]
    return "\n".join(["| code | cause and what to do |", "|---|---|", *lines, ""])
