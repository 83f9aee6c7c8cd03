"""Logos: an uploaded picture is converted once, on upload, into one that is cheap to store and to print.

Some small files take very long to decode, such as a JPEG with a thousand scans; they are recognised by their headers
and markers before anything is decoded.
"""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

from PIL import Image, ImageOps
from PIL.PngImagePlugin import PngImageFile

from tournaments.fault import Fault, Faulty

MOST_SIDE = 4000
"""Pixels on the longer side of an upload."""
MOST_PIXELS = 8_000_000
"""Pixels of an upload."""
MOST_SCANS = 12
"""Scans of a JPEG; the usual progressive one has ten."""
SIDE = 1200
"""Pixels on the longer side of the stored picture: 1200 dots per inch on paper."""
LARGEST_PNG = 200_000
"""Bytes above which a picture is treated as a photograph."""

_BROKEN = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    EOFError,
    OverflowError,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
)
"""The exceptions that Pillow raises for broken pictures."""
_SCAN, _END = 0xDA, 0xD9
_WITHOUT_LENGTH = (0x01, *range(0xD0, 0xD9))
"""JPEG markers that are not followed by a length."""


def check(content: bytes) -> None:
    """Refuse what cannot be printed, as far as that is visible without decoding it.  Raises `Faulty`."""
    _open(content).close()


def prepared(content: bytes) -> bytes:
    """Convert a picture for storage: on white, at most 1200 pixels, without metadata; a PNG, or a JPEG for a
    photograph.

    Raises `Faulty`.
    """
    with _open(content) as image:
        if image.width * image.height > MOST_PIXELS:
            raise _fault("paper_logo_too_many", given=image.width * image.height, most=MOST_PIXELS)
        try:
            image.draft("RGB", (SIDE, SIDE))  # decode a JPEG no larger than necessary
            image.load()
            picture = _flattened(ImageOps.exif_transpose(image))
        except _BROKEN:
            raise _fault("paper_logo_unreadable") from None
    picture.thumbnail((SIDE, SIDE))
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    if file.tell() > LARGEST_PNG:
        file = BytesIO()
        picture.save(file, "JPEG", quality=88)
    return file.getvalue()


def scans(content: bytes) -> int:
    """Count the scans of a JPEG by its markers, without decoding any."""
    at, count = 2, 0
    while (at := content.find(b"\xff", at)) >= 0:
        while content[at : at + 1] == b"\xff":
            at += 1
        mark = content[at] if at < len(content) else _END
        at += 1
        if mark == _END:
            break
        if mark == 0 or mark in _WITHOUT_LENGTH:  # a data byte of a scan, or a marker without a length
            continue
        count += mark == _SCAN
        at += max(2, int.from_bytes(content[at : at + 2], "big"))
    return count


def _open(content: bytes) -> Image.Image:
    try:
        image = Image.open(BytesIO(content), formats=("PNG", "JPEG"))
    except _BROKEN:
        raise _fault("paper_logo_unreadable") from None
    if max(image.size) > MOST_SIDE:
        raise _fault("paper_logo_too_large", given=max(image.size), most=MOST_SIDE)
    if isinstance(image, PngImageFile):
        if image.is_animated:
            raise _fault("paper_logo_animated")
    elif (count := scans(content)) > MOST_SCANS:
        raise _fault("paper_logo_scans", given=count, most=MOST_SCANS)
    return image


def _flattened(image: Image.Image) -> Image.Image:
    """The picture on a white background, in grey or colour."""
    if image.mode.startswith("I"):  # 16 bits of grey
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if not image.has_transparency_data:
        flat = image.convert("L" if image.mode in ("1", "L") else "RGB")
        flat.info = {}
        return flat
    seen = image.convert("RGBA")
    flat = Image.new("RGB", image.size, "white")
    flat.paste(seen, mask=seen.getchannel("A"))
    return flat


def _fault(code: str, **facts: object) -> Faulty:
    return Faulty([Fault("logo", code, facts)])
