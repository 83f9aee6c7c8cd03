"""``python -m tests.rulesets.traditional`` regenerates `rulesets/search/traditional.txt` using OpenCC."""

from __future__ import annotations

from opencc_purepy import OpenCC

from rulesets.search.fold import TRADITIONAL

IDEOGRAPHS = range(0x4E00, 0xA000)


def table() -> str:
    """All characters that differ in simplified Chinese, and their simplified forms, as one line each."""
    every = [chr(each) for each in IDEOGRAPHS]
    pairs = [
        (one, other)
        for one, other in zip(every, OpenCC("t2s").convert("\n".join(every)).splitlines(), strict=True)
        if one != other and len(other) == 1
    ]
    return "\n".join(map("".join, zip(*pairs, strict=True))) + "\n"


if __name__ == "__main__":
    TRADITIONAL.write_text(table(), "utf-8")
