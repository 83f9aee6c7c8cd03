"""The product's colours, by day and by night, from the sheets that its pages are dressed with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from referee.core.pages.templates import folder

TOKEN = re.compile(r"--([\w-]+): (#[0-9a-f]{6})\b")


@cache
def colours() -> Mapping[str, str]:
    """By day, by name."""
    return dict(TOKEN.findall((folder() / "static" / "tokens.css").read_text("utf-8")))


@cache
def night() -> Mapping[str, str]:
    """What is another colour by night."""
    return dict(TOKEN.findall((folder() / "static" / "night.css").read_text("utf-8")))
