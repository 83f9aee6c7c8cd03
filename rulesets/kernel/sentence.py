"""Sentences: a refusal in the reader's language - what was reported, what the rule is, what would be right.

The templates are data (``sentences/refusals/GAME.LANG.toml``), one for each code, with facts in braces:
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


Tellers = tuple[tuple[Path, str], ...]
"""Whose words are used: packages, by the folder with their ``sentences/``, and documents, by the name of their
catalogue; the ones to look into first come last."""

SHARED: Tellers = ((HOME, ""),)
"""The words that all rulesets share."""

Label = Callable[[str, Any, str], str | None]
"""``label(kind, value, language)``"""


def read(kind: str, language: str, told_by: Tellers) -> Mapping[str, str]:
    """The templates of a kind (refusals, events, due) in a language: those of each package, ours first, and before them
    what is told in the words of one document (``sentences/DOCUMENT/KIND.LANG.toml``).

    Raises KeyError for a language that there are none in.
    """
    if language not in AND:
        raise KeyError(language)
    folders = dict.fromkeys((FOLDER, *(home / "sentences" for home, _ in told_by)))
    shared = [file for folder in folders for file in sorted((folder / kind).glob(f"*.{language}.toml"))]
    own = [home / "sentences" / document / f"{kind}.{language}.toml" for home, document in told_by]
    return {
        name: template
        for file in (*shared, *(file for file in own if file.exists()))
        for name, template in tomllib.loads(file.read_text("utf-8")).items()
    }


@cache
def templates(language: str, told_by: Tellers = SHARED) -> Mapping[str, str]:
    """All refusal templates of a language (en, ja, zh), by refusal code, as `read` finds them."""
    return read("refusals", language, told_by)


def sentence(refusal: Refusal, clause: str, language: str, label: Label, told_by: Tellers = SHARED) -> str:
    """The sentence of a refusal in en, ja or zh; ``told_by``: the packages and documents that the ruleset rests on."""
    template = templates(language, told_by)[refusal.code]
    return Printer(language, label, clause, told_by).vformat(template, (), refusal.facts)


class Printer(Formatter):
    """Prints facts by kind; a plural kind (``deeds``) prints a list of its singular (``deed``)."""

    def __init__(self, language: str, label: Label, clause: str, told_by: Tellers) -> None:
        self.language = language
        self.told_by = told_by
        self.label = label
        self.clause = clause

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return self.clause if key == "clause" else kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Refusal):
            return self.vformat(templates(self.language, self.told_by)[value.code], (), value.facts)
        printed = self.label(format_spec, value, self.language) if format_spec else None
        if printed is not None:
            return printed
        if isinstance(value, list | tuple):
            singular = format_spec.removesuffix("s") if format_spec else ""
            return AND[self.language].join(self.format_field(item, singular) for item in value)
        return str(value)
