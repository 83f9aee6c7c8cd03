"""The words of the documents, in `texts/paper.{en,ja,zh}.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def words(language: str) -> Mapping[str, str]:
    """Every word and sentence of a language by its key, some with facts in braces."""
    file = resources.files("tournaments") / "texts" / f"paper.{language}.toml"
    return dict(tomllib.loads(file.read_text(encoding="utf-8")))
