"""Logos: what takes long to decode is refused before decoding; what is kept is small and nothing but the picture."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from rulesets.languages import LANGUAGES
from tests.tournaments.paper_samples import logo as sample
from tournaments.fault import Faulty
from tournaments.paper.page import logo


def written(image: Image.Image, kind: str, **options: Any) -> bytes:
    """A picture as a file."""
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int) -> bytes:
    """A PNG that claims this size and ends there."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    )


def of_scans(count: int, size: tuple[int, int] = (3000, 2600)) -> bytes:
    """A progressive JPEG with this many additional scans, each a copy of the first."""
    usual = written(Image.new("L", size, 128), "JPEG", progressive=True)
    first = usual.index(b"\xff\xda")
    end = usual.index(b"\xff", first + 2 + int.from_bytes(usual[first + 2 : first + 4], "big"))
    return usual[:end] + usual[first:end] * count + usual[end:]


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a thousand scans": (lambda: of_scans(1_000), "paper_logo_scans"),
    "a very long side": (lambda: png(4_001, 1), "paper_logo_too_large"),
    "a bomb": (lambda: png(60_000, 60_000), "paper_logo_unreadable"),
    "more pixels than a logo has": (lambda: png(4_000, 4_000), "paper_logo_too_many"),
    "a moving picture": (
        lambda: written(sample_image(), "PNG", save_all=True, append_images=[Image.new("L", (120, 80), 9)]),
        "paper_logo_animated",
    ),
    "half a picture": (lambda: sample()[:-60], "paper_logo_unreadable"),
    "no picture": (lambda: b"no picture", "paper_logo_unreadable"),
    "another kind": (lambda: written(sample_image(), "GIF"), "paper_logo_unreadable"),
    "nothing": (lambda: b"", "paper_logo_unreadable"),
}


def sample_image() -> Image.Image:
    return Image.open(BytesIO(sample()))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_picture_is_refused_in_little_memory(name: str) -> None:
    make, code = HOSTILE[name]
    content = make()
    tracemalloc.start()
    try:
        with pytest.raises(Faulty) as refused:
            logo.prepared(content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    (fault,) = refused.value.faults
    assert (fault.path, fault.code) == ("logo", code)
    assert len({fault.sentence(language) for language in LANGUAGES}) == 3
    assert peak < 5_000_000


def test_what_takes_long_is_refused_before_anything_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def decoded(*_: object) -> None:
        raise AssertionError("decoded")

    contents = [of_scans(1_000), png(4_000, 4_000), png(60_000, 60_000)]
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", decoded)
    for content in contents:
        with pytest.raises(Faulty):
            logo.prepared(content)


@pytest.mark.parametrize("scans", [0, 2])
def test_usual_progressive_pictures_are_taken(scans: int) -> None:
    colours = Image.effect_noise((300, 200), 80).convert("RGB")
    usual = written(colours, "JPEG", progressive=True)
    assert logo.scans(usual) == 10
    assert logo.scans(written(colours, "JPEG")) == 1
    assert logo.scans(of_scans(scans)) == 6 + scans
    logo.prepared(usual)
    logo.prepared(of_scans(scans))


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGB", "RGBA", "I;16", "CMYK"])
def test_what_is_kept_is_small_and_on_white(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    if mode in ("LA", "RGBA"):
        image = Image.new("RGBA", (2000, 1000), (0, 0, 0, 0)).convert(mode)
    else:
        image = Image.new("RGB", (2000, 1000), "white").convert("L" if mode == "I;16" else mode)
    if mode == "I;16":
        image = Image.new("I;16", image.size, 0xFFFF)
    kept = logo.prepared(written(image, kind))
    stored = Image.open(BytesIO(kept))
    assert stored.format == "PNG"
    assert (stored.size, stored.mode) == ((1200, 600), "L" if mode in ("1", "L", "I;16") else "RGB")
    assert stored.convert("L").getextrema() == (255, 255)
    assert logo.prepared(kept) == kept


def test_a_photograph_is_kept_as_a_jpeg_without_where_it_was_taken_and_turned_as_it_was_held() -> None:
    photograph = Image.effect_noise((1600, 900), 90).convert("RGB")
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    exif[0x010F] = "A camera's maker"
    kept = logo.prepared(written(photograph, "JPEG", exif=exif, comment=b"at home"))
    stored = Image.open(BytesIO(kept))
    assert (stored.format, stored.size) == ("JPEG", (675, 1200))
    assert b"camera" not in kept and b"at home" not in kept and not stored.getexif()
    text = written(sample_image(), "PNG", exif=exif, icc_profile=b"a profile", dpi=(300, 300))
    assert set(Image.open(BytesIO(logo.prepared(text))).info) == set()


def test_broken_pictures_are_refused_however_they_are_broken() -> None:
    random = Random(9)
    samples = [sample(), written(sample_image(), "JPEG", progressive=True), written(sample_image(), "JPEG")]
    for _ in range(300):
        content = bytearray(random.choice(samples))
        for _ in range(random.randint(1, 8)):
            content[random.randrange(len(content))] = random.randrange(256)
        try:
            logo.prepared(bytes(content))
        except Faulty as refused:
            assert refused.faults[0].path == "logo"
