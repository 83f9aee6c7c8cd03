"""Rebuilds the vendored fonts of this folder from the packages that NOTICE.toml names, by subsetting them with
fontTools.

    python tournaments/paper/fonts/make.py FOLDER

FOLDER holds the unpacked packages, one folder each: `noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf`.  Characters
are removed only where NOTICE.toml says so; hinting and the vertical metrics tables are always removed.  Two kinds of
glyphs have no code point of their own and get one in the private use area, so that ReportLab can set them: the vertical
forms (those of `VERTICAL_FORMS`, in that order), and, in a font for a script that needs shaping, every glyph that
shaping may produce.  Subsets for `vertical`, `rare` or another script are separate files, so that changing one is a
small change.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from tournaments.paper.type.characters import PRIVATE, VERTICAL_FORMS

HERE = Path(__file__).resolve().parent
DROPPED = ("BASE", "STAT", "gasp", "vhea", "vmtx", "VORG")
SHAPING = ("GSUB", "GPOS", "GDEF")
POSTSCRIPT_NAME = 6
LATIN = set(range(0x2E80)) - set(range(0x0590, 0x1000))
"""The characters that a font for another script leaves to the Latin font."""


def gb2312() -> set[int]:
    """The characters of GB 2312, and ASCII."""
    double = (bytes((row, cell)) for row in range(0xA1, 0xF8) for cell in range(0xA1, 0xFF))
    return set(map(ord, "".join(pair.decode("gb2312", "ignore") for pair in double))) | set(range(0x20, 0x7F))


def rare() -> set[int]:
    """Characters of GBK, of its late additions and of the higher planes that the Japanese and GB 2312 fonts lack."""
    double = (bytes((row, cell)) for row in range(0x81, 0xFF) for cell in range(0x40, 0xFF))
    wanted = {*map(ord, "".join(pair.decode("gbk", "ignore") for pair in double)), *range(0x9FA6, 0xA000)}
    there: set[int] = TTFont(HERE / "NotoSansJP-Regular.ttf").getBestCmap().keys() | gb2312()
    return (wanted | set(range(0x20000, 0x30000))) - there


def hangul() -> set[int]:
    """The Korean syllables and letters."""
    return {*range(0xAC00, 0xD7A4), *range(0x1100, 0x1200), *range(0x3130, 0x3190)}


def cp932() -> set[int]:
    """The characters of Windows-31J: JIS X 0208 and the rare name characters of Japanese computers."""
    return {code for code in range(0x20, 0x10000) if chr(code).encode("cp932", "ignore")}


CUTS: dict[str, Callable[[], set[int]] | None] = {
    "whole": None,
    "gb2312": gb2312,
    "rare": rare,
    "cp932": cp932,
    "hangul": hangul,
    "shaped": None,
    "signs": None,
    "vertical": set,
}


def make(source: Path, target: Path, cut: str, extra: str) -> None:
    """Write one font, reduced to a set of characters plus the extra ones; the same input gives the same bytes."""
    font = TTFont(source, recalcTimestamp=False)
    keep = CUTS[cut]
    codes = set(font.getBestCmap())
    if cut in ("shaped", "signs"):
        codes -= LATIN
    upright = vertical_forms(font) if cut == "vertical" else {}
    options = subset.Options(
        layout_features=["*"] if cut == "shaped" else [],
        hinting=False,
        name_IDs=["*"],
        notdef_outline=True,
        glyph_names=False,
        drop_tables=[*DROPPED, *(() if cut == "shaped" else SHAPING)],
    )
    cutter = subset.Subsetter(options)
    wanted = codes if keep is None else codes & (keep() | set(map(ord, extra)))
    cutter.populate(unicodes=wanted, glyphs=list(upright.values()))
    cutter.subset(font)
    encode(font, {PRIVATE + at: glyph for at, glyph in upright.items()})
    if cut == "shaped":
        coded = set(font.getBestCmap().values())
        free = [glyph for glyph in font.getGlyphOrder() if glyph not in coded]
        encode(font, {PRIVATE + at: glyph for at, glyph in enumerate(free)})
    if cut in ("rare", "vertical"):
        # A PDF distinguishes fonts by this name, and may also contain the font that these are subsets of.
        for record in font["name"].names:
            if record.nameID == POSTSCRIPT_NAME:
                record.string = target.stem
    font.save(target)


def vertical_forms(font: TTFont) -> dict[int, str]:
    """The vertical glyphs of `VERTICAL_FORMS` by their position in it, as far as the font has them."""
    if "GSUB" not in font:
        return {}
    table = font["GSUB"].table
    features = [each.Feature for each in table.FeatureList.FeatureRecord if each.FeatureTag == "vert"]
    chosen: dict[str, str] = {}
    for at in sorted({at for feature in features for at in feature.LookupListIndex}):
        for part in table.LookupList.Lookup[at].SubTable:
            chosen.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    glyphs = font.getBestCmap()
    upright = {at: glyphs.get(ord(character)) for at, character in enumerate(VERTICAL_FORMS)}
    return {at: chosen[glyph] for at, glyph in upright.items() if glyph in chosen}


def encode(font: TTFont, codes: dict[int, str]) -> None:
    """Assign code points to glyphs in all tables that map them."""
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(codes)


def main(folder: Path) -> None:
    """Rebuild every font of NOTICE.toml, and print what its `sha256` has to be."""
    for font in tomllib.loads((HERE / "NOTICE.toml").read_text("utf-8"))["font"]:
        target = HERE / font["file"]
        make(folder / font["package"] / font["source"], target, font["cut"], font.get("extra", ""))
        print(font["file"], hashlib.sha256(target.read_bytes()).hexdigest(), target.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
