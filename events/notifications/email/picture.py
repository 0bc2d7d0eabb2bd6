"""The table as a picture, drawn from the view of its viewer only, of at most MOST_BYTES."""

from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

from events.notifications.email.sheet import Sheet

FONT = Path(__file__).parent / "font" / "table.ttf"
ZOOM = 2.0
"""Sharp on screens with two device pixels for one CSS pixel."""
MOST_BYTES = 40_000
COLOURS = 64
"""Flat shapes with smooth edges look the same with so few, in a third of the bytes."""


def picture_of(sheet: Sheet) -> bytes | None:
    """A PNG of the table, or None for a game without pictures."""
    draw = sheet.game.words.picture
    if draw is None:
        return None
    return png_of(draw(sheet.position.view(sheet.seat), sheet.names, sheet.seat))


def png_of(svg: str) -> bytes:
    """Render an SVG as PNG with our own font, as large as fits into MOST_BYTES."""
    for zoom in (ZOOM, ZOOM * 0.75, ZOOM * 0.5):
        png = _with_few_colours(_rendered(svg, zoom))
        if len(png) <= MOST_BYTES:
            break
    return png


def _rendered(svg: str, zoom: float) -> bytes:
    """Render with the same fonts, whatever fonts the machine has."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, zoom=zoom, skip_system_fonts=True, font_files=[str(FONT)]
        )
    )


def _with_few_colours(png: bytes) -> bytes:
    with Image.open(BytesIO(png)) as whole:
        few = whole.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    small = BytesIO()
    few.save(small, "PNG", optimize=True)
    return small.getvalue()
