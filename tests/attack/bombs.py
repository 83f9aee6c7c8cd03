"""Decompression and parser bombs: files and values that are small to send, but large or slow to read."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from PIL import Image

LONG = 90_000
"""The size of a text that is below the size limits, in bytes."""
START_OF_SCAN, END_OF_IMAGE = b"\xff\xda", b"\xff\xd9"
REGULATION = 'format = 1\nname = "x"\nversion = "1"\n'


def toml() -> dict[str, str]:
    """TOML texts that are slow for any parser, by description.  All are valid except the last ones."""
    parts = ".a" * (LONG // 2)
    return {
        "one long dotted key": f"a{parts} = 1\n",
        "one long header": f"[a{parts}]\n",
        "many dotted keys": "".join(f"{'.'.join('abcdefghijklmnopqrst')}.k{n} = 1\n" for n in range(LONG // 50)),
        "many headers": "".join(f"[{'.'.join('abcdefghijklmnopqrst')}.k{n}]\n" for n in range(LONG // 50)),
        "tables in tables": "x = " + "{a=" * 15_000 + "1" + "}" * 15_000,
        "lists in lists": "x = " + "[" * 40_000 + "]" * 40_000,
        "a long number": "x = " + "9" * (LONG - 10),
        "a long fraction": "x = 1e" + "9" * (LONG - 10),
    }


def json_texts() -> dict[str, bytes]:
    """JSON bodies below a megabyte that are slow for any parser, by description."""
    return {
        "lists in lists": b"[" * 400_000 + b"]" * 400_000,
        "lists without an end": b"[" * 900_000,
        "objects in objects": b'{"a":' * 150_000 + b"1" + b"}" * 150_000,
        "a long number": b'{"login":' + b"9" * 900_000 + b"}",
        "a long fraction": b'{"login":1e' + b"9" * 900_000 + b"}",
        "a field again and again": b"{" + b'"a":1,' * 150_000 + b'"a":1}',
        "many fields": b"{" + b",".join(b'"%d":1' % number for number in range(90_000)) + b"}",
    }


def many_pixels() -> bytes:
    """A PNG of a few kilobytes with nine hundred million pixels."""
    side = 30_000
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * ((side // 8 + 1) * side), 9)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + png_chunk(b"IDAT", rows) + png_chunk(b"IEND", b"")


def png_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def many_scans(size: int = 109_000, side: int = 3000) -> bytes:
    """A progressive JPEG that repeats its last scan up to ``size`` bytes; each scan covers the whole picture."""
    plain = io.BytesIO()
    Image.new("L", (side, side), 128).save(plain, "JPEG", progressive=True, quality=50)
    whole = plain.getvalue()
    last = whole.rindex(START_OF_SCAN)
    scan = whole[last : whole.rindex(END_OF_IMAGE)]
    return whole[:last] + scan * ((size - last) // len(scan)) + END_OF_IMAGE


def large_workbook(megabytes: int = 100) -> bytes:
    """A workbook of a hundred kilobytes whose sheet has this many megabytes when unzipped."""
    workbook = io.BytesIO()
    with (
        zipfile.ZipFile(workbook, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        archive.open("xl/worksheets/sheet1.xml", "w") as sheet,
    ):
        for _ in range(megabytes):
            sheet.write(b" " * 1_000_000)
    return workbook.getvalue()
