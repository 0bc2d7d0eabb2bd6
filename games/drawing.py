"""Draws tables as SVG: a few shapes in a few colours, without external resources."""

from collections.abc import Iterable
from html import escape
from typing import Final

WIDTH: Final = 600
INK: Final = "#2b2622"
PALE: Final = "#8a7c6a"
WOOD: Final = "#c79a5b"
PAPER: Final = "#fffdf8"
SHADE: Final = "#efe6d5"
HIGHLIGHT: Final = "#e0a020"
SEATS: Final = ("#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#5d6d7e")
"""The colour of each seat."""
COLOURS: Final = {
    "violet": "#7d3c98",
    "blue": "#2471a3",
    "green": "#1e8449",
    "yellow": "#d4ac0d",
    "red": "#c0392b",
}
LAST_SIGN: Final = "\u017f"
"""The last character of the font's main range; the font has only a few characters beyond it."""


def picture(height: float, parts: Iterable[str]) -> str:
    """Return a complete picture, 600 wide."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{_n(height)}" '
        f'viewBox="0 0 {WIDTH} {_n(height)}"><rect width="{WIDTH}" height="{_n(height)}" '
        f'fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    *,
    stroke: str = "none",
    round: float = 6,
    faint: bool = False,
) -> str:
    """Return a rectangle with round corners."""
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
        f'rx="{_n(round)}" fill="{fill}" stroke="{stroke}" stroke-width="2"{_faint(faint)}/>'
    )


def disc(
    x: float, y: float, radius: float, fill: str, *, stroke: str = "none", faint: bool = False
) -> str:
    """Return a circle around a point."""
    return (
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="2"{_faint(faint)}/>'
    )


def shape(points: Iterable[tuple[float, float]], fill: str, *, stroke: str = "none") -> str:
    """Return a polygon."""
    corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    return f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def words(
    x: float, y: float, said: object, *, size: float = 16, fill: str = INK, anchor: str = "middle"
) -> str:
    """Return a text centred vertically on `y`; characters that the font lacks become dots."""
    text = "".join(
        sign if " " <= sign <= LAST_SIGN or sign in "♦★✓…" else "·" for sign in str(said)
    )
    return (
        f'<text x="{_n(x)}" y="{_n(y + size * 0.36)}" font-size="{_n(size)}" fill="{fill}" '
        f'text-anchor="{anchor}" font-family="Gobelet Table">{escape(text)}</text>'
    )


def name(x: float, y: float, said: str, seat: int, *, own: bool, turn: bool, most: int = 11) -> str:
    """Return a name in its seat's colour: underlined for the viewer's own, marked for its turn."""
    short = said if len(said) <= most else f"{said[: most - 1]}…"
    parts = [words(x + 12, y, short, size=15, fill=SEATS[seat % len(SEATS)], anchor="start")]
    if own:
        width = 9.6 * len(short)
        parts.append(box(x + 12, y + 10, width, 2.5, SEATS[seat % len(SEATS)], round=1))
    if turn:
        parts.append(shape([(x, y - 6), (x + 8, y), (x, y + 6)], HIGHLIGHT))
    return "".join(parts)


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _faint(faint: bool) -> str:
    return ' opacity="0.35"' if faint else ""
