"""Reads QR codes from images, like a phone's camera."""

from __future__ import annotations

import zxingcpp
from PIL import Image


def read_qr_codes(image: Image.Image) -> list[str]:
    """Return the contents of the QR codes in an image, from top to bottom."""
    found = zxingcpp.read_barcodes(image.convert("L"), zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return [each.text for each in sorted(found, key=lambda each: each.position.top_left.y)]


def render_terminal(text: str) -> Image.Image:
    """Render a terminal's output of half-block characters as an image, light on dark."""
    lines = text.splitlines()
    picture = Image.new("L", (max(map(len, lines)), 2 * len(lines)))
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            for half, light in enumerate(("█▀", "█▄")):
                picture.putpixel((column, 2 * row + half), 255 if sign in light else 0)
    return picture.resize((8 * picture.width, 8 * picture.height), Image.Resampling.NEAREST)
