"""The texts shown on the terminal at start-up, in the user's language (``referee/texts/start.LANG.toml``)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.counted import fill
from rulesets.languages.texts import texts


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the terminal, or the fallback if the referee does not have it."""
    spoken = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return spoken[:2] if spoken[:2] in LANGUAGES else FALLBACK


def word(name: str, /, **facts: object) -> str:
    """The text with this name, filled in with ``facts``.  Raises KeyError for an unknown name."""
    return fill(_words(language())[name], **facts)


@cache
def _words(language: str) -> Mapping[str, str]:
    return texts(files("referee") / "texts", "start", language)
