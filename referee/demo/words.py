"""What the demo event and its people are called, and what is said there (``referee/texts/demo.LANG.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import texts


@cache
def demo_words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The words of the demo in a language: ``names``, and what is said at the arbiter's ``desk``."""
    return texts(files("referee") / "texts", "demo", language)
