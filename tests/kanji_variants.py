"""``python -m tests.kanji_variants FOLDER`` regenerates `tournaments/players/kanji/variants.txt`.

FOLDER holds Unihan's files as Debian's package ``unicode-data`` installs them in ``/usr/share/unicode``
(``Unihan_Variants.txt.bz2``, ``Unihan_OtherMappings.txt.bz2``); the old forms of the Japanese list of kanji come from
OpenCC's ``JPShinjitaiCharacters.txt``.
"""

from __future__ import annotations

import bz2
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from tournaments.players.names import TABLE

FIELDS = {
    "Unihan_Variants.txt.bz2": (
        "kZVariant",
        "kSemanticVariant",
        "kSpecializedSemanticVariant",
        "kSimplifiedVariant",
        "kTraditionalVariant",
    ),
    "Unihan_OtherMappings.txt.bz2": ("kJinmeiyoKanji",),
}
OURS = ("邊邉", "島嶌", "吉𠮷", "淵渕", "橋槗", "桑桒", "鶴靏", "濱濵")
"""Forms in names that neither has, or only as what may be mistaken for each other."""


def pairs(folder: Path) -> Iterator[tuple[str, str]]:
    """Two characters each that are forms of one."""
    for name, fields in FIELDS.items():
        for line in bz2.decompress((folder / name).read_bytes()).decode("utf-8").splitlines():
            code, _, rest = line.partition("\t")
            field, _, value = rest.partition("\t")
            if field in fields:
                for other in re.findall(r"U\+([0-9A-F]{4,5})", value):
                    yield chr(int(code.removeprefix("U+"), 16)), chr(int(other, 16))
    for line in (files("opencc_purepy") / "dicts" / "JPShinjitaiCharacters.txt").read_text("utf-8").splitlines():
        if "\t" in line and not line.startswith("#"):
            new, old = line.split("\t")
            yield from ((new, each) for each in old.split())
    yield from ((each[0], each[1]) for each in OURS)


def groups(folder: Path) -> list[str]:
    """The characters that are forms of one, a group each, in the order of their codes."""
    found: dict[str, set[str]] = {}
    for one, other in pairs(folder):
        both = found.get(one, {one}) | found.get(other, {other})
        found |= dict.fromkeys(both, both)
    return sorted({"".join(sorted(each)) for each in found.values() if len(each) > 1})


if __name__ == "__main__":
    TABLE.write_text("\n".join(groups(Path(sys.argv[1]))) + "\n", "utf-8")
