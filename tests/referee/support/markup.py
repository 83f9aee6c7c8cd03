"""Pages as they are compared: what a browser shows alike is written alike."""

from __future__ import annotations

import re

BLOCKS = "p|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|form|details|summary|select|option"
BESIDE_BLOCKS = re.compile(rf" ?(</?(?:{BLOCKS})\b[^>]*>) ?")


def as_shown(page: str) -> str:
    """A page with one blank wherever a browser shows one: templates break their lines where that changes nothing."""
    return BESIDE_BLOCKS.sub(r"\1", " ".join(page.split()))
