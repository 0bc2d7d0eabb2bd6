"""The table as a picture, drawn from the view of its viewer only."""

from pathlib import Path

import resvg_py

from events.notifications.email.sheet import Sheet

FONT = Path(__file__).parent / "font" / "table.ttf"
ZOOM = 2.0
"""Sharp on screens with two device pixels for one CSS pixel."""


def picture_of(sheet: Sheet) -> bytes | None:
    """A PNG of the table, or None for a game without pictures."""
    draw = sheet.game.words.picture
    if draw is None:
        return None
    return png_of(draw(sheet.position.view(sheet.seat), sheet.names, sheet.seat))


def png_of(svg: str) -> bytes:
    """Render an SVG as PNG with our own font, whatever fonts the machine has."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, zoom=ZOOM, skip_system_fonts=True, font_files=[str(FONT)]
        )
    )
