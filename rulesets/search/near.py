"""Clauses that somebody may have meant by an id that is none."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

MOST = 8


def near(wanted: str, known: Sequence[str]) -> list[str]:
    """The ids among ``known`` with these letters in them, of this chapter, or spelled nearly so; `MOST` of them."""
    chapter, dash, _ = wanted.rpartition("-")
    found = [other for other in known if wanted in other]
    found = found or [other for other in known if chapter and other.startswith(chapter + dash)]
    return found[:MOST] or get_close_matches(wanted, known)
