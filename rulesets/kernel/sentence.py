"""Sentences: a refusal in the reader's language - what was reported, what the rule is, what would be right.

The templates are data (``rulesets/sentences/LANG.toml``), one for each code, with facts in braces:
``{amount:money}``, ``{player:seat}``.  A fact is printed by the game's own labels; a kind of fact that the game does
not know is printed as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from rulesets.kernel.clause import HOME
from rulesets.kernel.refusal import Refusal

FOLDER = HOME / "sentences"
AND = {"en": ", ", "ja": "、", "zh": "、"}

Label = Callable[[str, Any, str], str | None]
"""``label(kind, value, language)``"""


@cache
def templates(language: str, home: Path = HOME) -> Mapping[str, str]:
    """All sentence templates of a language (en, ja, zh), by refusal code: ours, and those of the package at ``home``.

    Raises KeyError for another language.
    """
    if language not in AND:
        raise KeyError(language)
    folders = dict.fromkeys((FOLDER, home / "sentences"))
    return {
        code: template
        for folder in folders
        for code, template in tomllib.loads((folder / f"{language}.toml").read_text("utf-8")).items()
    }


def sentence(refusal: Refusal, clause: str, language: str, label: Label, home: Path = HOME) -> str:
    """The sentence of a refusal in en, ja or zh; ``home``: the package that the ruleset belongs to."""
    return Printer(language, label, clause).vformat(templates(language, home)[refusal.code], (), refusal.facts)


class Printer(Formatter):
    """Prints facts by kind; a plural kind (``deeds``) prints a list of its singular (``deed``)."""

    def __init__(self, language: str, label: Label, clause: str) -> None:
        self.language = language
        self.label = label
        self.clause = clause

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return self.clause if key == "clause" else kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Refusal):
            return self.vformat(templates(self.language)[value.code], (), value.facts)
        printed = self.label(format_spec, value, self.language) if format_spec else None
        if printed is not None:
            return printed
        if isinstance(value, list | tuple):
            singular = format_spec.removesuffix("s") if format_spec else ""
            return AND[self.language].join(self.format_field(item, singular) for item in value)
        return str(value)
