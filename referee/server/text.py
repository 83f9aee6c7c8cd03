"""What the service says to whoever starts it, in their language (``referee/texts/start.LANG.toml``)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import texts


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of a terminal, as far as the referee speaks it."""
    spoken = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return spoken[:2] if spoken[:2] in LANGUAGES else FALLBACK


def word(name: str, /, **facts: object) -> str:
    """The text of a name.  Raises KeyError for a name that there is not."""
    return _words(language())[name].format(**facts)


@cache
def _words(language: str) -> Mapping[str, str]:
    return texts(files("referee") / "texts", "start", language)
