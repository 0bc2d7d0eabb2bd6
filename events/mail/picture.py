"""The table as a picture, drawn from what its viewer may see."""

from pathlib import Path

import resvg_py

from events.mail.sheet import Sheet

FONT = Path(__file__).parent / "font" / "table.ttf"
ZOOM = 2.0
"""Sharp on screens that show two dots for one."""


def picture_of(sheet: Sheet) -> bytes | None:
    """A PNG of the table, or None for a game that draws none."""
    draw = sheet.game.words.picture
    if draw is None:
        return None
    return png_of(draw(sheet.position.view(sheet.seat), sheet.names, sheet.seat))


def png_of(svg: str) -> bytes:
    """A drawing as a PNG; with our own font, whatever the machine has."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, zoom=ZOOM, skip_system_fonts=True, font_files=[str(FONT)]
        )
    )
