"""Logos: a picture that somebody brings becomes one that costs little to keep and to print, once, when it is brought.

Some small files take a very long time to decode, such as a JPEG of a thousand scans; they are recognized by their
beginnings and marks, before anything of them is decoded.
"""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

from PIL import Image, ImageOps
from PIL.PngImagePlugin import PngImageFile

from tournaments.fault import Fault, Faulty

MOST_SIDE = 4000
"""Pixels on the longer side of what is brought."""
MOST_PIXELS = 8_000_000
"""Pixels of what is brought."""
MOST_SCANS = 12
"""Scans of a JPEG; the usual progressive one has ten."""
SIDE = 1200
"""Pixels on the longer side of what is kept: 1200 dots to the inch of paper."""
LARGEST_PNG = 200_000
"""Bytes above which a picture is taken for a photograph."""

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
"""What broken pictures raise."""
_SCAN, _END = 0xDA, 0xD9
_BARE = (0x01, *range(0xD0, 0xD9))
"""Marks of a JPEG without a length behind them."""


def check(content: bytes) -> None:
    """Refuse what cannot be printed, as far as it shows without decoding it.  Raises `Faulty`."""
    _opened(content).close()


def prepared(content: bytes) -> bytes:
    """The picture as it is kept: on white, of 1200 pixels at most, without anything but the picture itself; a PNG, or a
    JPEG for a photograph.  Raises `Faulty`.
    """
    with _opened(content) as image:
        if image.width * image.height > MOST_PIXELS:
            raise _fault("paper_logo_too_many", given=image.width * image.height, most=MOST_PIXELS)
        try:
            image.draft("RGB", (SIDE, SIDE))  # a JPEG is read no larger than it has to be
            image.load()
            picture = _flat(ImageOps.exif_transpose(image))
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
    """How many scans a JPEG has, by its marks, without decoding any."""
    at, count = 2, 0
    while (at := content.find(b"\xff", at)) >= 0:
        while content[at : at + 1] == b"\xff":
            at += 1
        mark = content[at] if at < len(content) else _END
        at += 1
        if mark == _END:
            break
        if mark == 0 or mark in _BARE:  # a byte of a scan, or nothing behind it
            continue
        count += mark == _SCAN
        at += max(2, int.from_bytes(content[at : at + 2], "big"))
    return count


def _opened(content: bytes) -> Image.Image:
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


def _flat(image: Image.Image) -> Image.Image:
    """A picture on white, as it is on paper, in grey or colours."""
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
