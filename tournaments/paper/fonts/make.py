"""Makes the vendored fonts of this folder anew from the packages that NOTICE.toml names; fontTools does the cutting.

    python tournaments/paper/fonts/make.py FOLDER

FOLDER holds the unpacked packages, one folder each: `noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf`.  Characters
go only where NOTICE.toml says so; hinting and the tables of vertical metrics always go.  Two kinds of glyphs have no
character of their own and get one of the private use area, so that ReportLab can set them: the forms of vertical
writing (of `VERTICAL_FORMS`, in their order), and, in a font whose script is shaped, all that shaping may choose.
What is cut to `vertical`, `rare` or another script stands in a file of its own, so that a new cut is a small change.
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
USELESS = ("BASE", "STAT", "gasp", "vhea", "vmtx", "VORG")
SHAPING = ("GSUB", "GPOS", "GDEF")
POSTSCRIPT_NAME = 6
LATIN = set(range(0x2E80)) - set(range(0x0590, 0x1000))
"""What a font of another script leaves to the Latin one."""


def gb2312() -> set[int]:
    """The characters of GB 2312, and ASCII."""
    double = (bytes((row, cell)) for row in range(0xA1, 0xF8) for cell in range(0xA1, 0xFF))
    return set(map(ord, "".join(pair.decode("gb2312", "ignore") for pair in double))) | set(range(0x20, 0x7F))


def rare() -> set[int]:
    """What of GBK, of its late additions and of the later planes the fonts of the Japanese and of GB 2312 lack."""
    double = (bytes((row, cell)) for row in range(0x81, 0xFF) for cell in range(0x40, 0xFF))
    wanted = {*map(ord, "".join(pair.decode("gbk", "ignore") for pair in double)), *range(0x9FA6, 0xA000)}
    there: set[int] = TTFont(HERE / "NotoSansJP-Regular.ttf").getBestCmap().keys() | gb2312()
    return (wanted | set(range(0x20000, 0x30000))) - there


def hangul() -> set[int]:
    """The syllables and letters of Korean."""
    return {*range(0xAC00, 0xD7A4), *range(0x1100, 0x1200), *range(0x3130, 0x3190)}


def cp932() -> set[int]:
    """The characters of Windows-31J: JIS X 0208 and the rare name characters that computers in Japan have."""
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
    """Writes one font, cut to a set of characters and the extra ones; the same input gives the same bytes."""
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
        drop_tables=[*USELESS, *(() if cut == "shaped" else SHAPING)],
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
        # A document tells fonts apart by this name, and the font that these are cut from may be in it, too.
        for record in font["name"].names:
            if record.nameID == POSTSCRIPT_NAME:
                record.string = target.stem
    font.save(target)


def vertical_forms(font: TTFont) -> dict[int, str]:
    """The glyphs of `VERTICAL_FORMS` in vertical writing, by their place there, as far as the font has them."""
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
    """Gives glyphs characters, in all tables that map them."""
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(codes)


def main(folder: Path) -> None:
    """Makes every font of NOTICE.toml, and says what its line `sha256` has to be."""
    for font in tomllib.loads((HERE / "NOTICE.toml").read_text("utf-8"))["font"]:
        target = HERE / font["file"]
        make(folder / font["package"] / font["source"], target, font["cut"], font.get("extra", ""))
        print(font["file"], hashlib.sha256(target.read_bytes()).hexdigest(), target.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
