"""Suggests clauses for an id that does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

MOST = 8


def near(wanted: str, known: Sequence[str]) -> list[str]:
    """The ids among ``known`` that contain these letters, or are of this chapter, or look similar; `MOST` of them."""
    chapter, dash, _ = wanted.rpartition("-")
    found = [other for other in known if wanted in other]
    found = found or [other for other in known if chapter and other.startswith(chapter + dash)]
    return found[:MOST] or get_close_matches(wanted, known)
