"""What the commands say in the language of ``--lang`` (``referee/texts/cli/COMMAND.LANG.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import texts


@cache
def words(command: str, language: str) -> Mapping[str, str]:
    """The texts of a command in a language, by name."""
    return texts(files("referee") / "texts" / "cli", command, language)
