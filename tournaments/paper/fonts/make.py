"""Makes the vendored fonts of this folder anew from the packages that NOTICE.toml names; fontTools does the cutting.

    python tournaments/paper/fonts/make.py FOLDER

FOLDER holds the unpacked packages, one folder each: `noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf`.  Characters go
only where NOTICE.toml says so; what ReportLab cannot use (hinting, layout tables) always goes.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
USELESS = ("GSUB", "GPOS", "GDEF", "BASE", "STAT", "gasp", "vhea", "vmtx", "VORG")


def gb2312() -> set[int]:
    """The characters of GB 2312, and ASCII."""
    double = (bytes((row, cell)) for row in range(0xA1, 0xF8) for cell in range(0xA1, 0xFF))
    return set(map(ord, "".join(pair.decode("gb2312", "ignore") for pair in double))) | set(range(0x20, 0x7F))


def cp932() -> set[int]:
    """The characters of Windows-31J: JIS X 0208 and the rare name characters that computers in Japan have."""
    return {code for code in range(0x20, 0x10000) if chr(code).encode("cp932", "ignore")}


CUTS: dict[str, Callable[[], set[int]] | None] = {"whole": None, "gb2312": gb2312, "cp932": cp932}


def make(source: Path, target: Path, cut: str, extra: str) -> None:
    """Writes one font, cut to a set of characters and the extra ones; the same input gives the same bytes."""
    font = TTFont(source, recalcTimestamp=False)
    keep = CUTS[cut]
    codes = set(font.getBestCmap())
    options = subset.Options(
        layout_features=[],
        hinting=False,
        name_IDs=["*"],
        notdef_outline=True,
        glyph_names=False,
        drop_tables=[*USELESS],
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes if keep is None else codes & (keep() | set(map(ord, extra))))
    cutter.subset(font)
    font.save(target)


def main(folder: Path) -> None:
    """Makes every font of NOTICE.toml, and says what its line `sha256` has to be."""
    for font in tomllib.loads((HERE / "NOTICE.toml").read_text("utf-8"))["font"]:
        target = HERE / font["file"]
        make(folder / font["package"] / font["source"], target, font["cut"], font.get("extra", ""))
        print(font["file"], hashlib.sha256(target.read_bytes()).hexdigest(), target.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
