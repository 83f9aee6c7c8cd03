"""Clauses as data: what a rule text says, where it comes from, and which refusals and figures follow from it.

A catalogue is a folder of TOML files: ``NAME.toml`` holds the facts of its clauses, ``NAME.LANG.toml`` their texts
in our own words.  The facts name the refusal codes (``refuses``) and the functions that compute by the clause
(``computes``); a test holds catalogue, texts and code together.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

LANGUAGES = ("en", "ja", "zh")
LAYERS = ("boxed", "supplement", "regulation", "record")
HOME = Path(__file__).parent.parent
"""The folder whose ``clauses/`` and ``sentences/`` hold the texts of this package; another package has its own."""
FOLDER = HOME / "clauses"


class Clause(NamedTuple):
    """A row of a catalogue.

    ``layer``: boxed (the rules in the box), supplement (the association's), regulation (the tournament's), record
    (the form of reports).  ``checked``: engine (enforced or computed here), service (carried by the tournament
    service), advice.
    """

    id: str
    chapter: str
    layer: str
    source: str
    heading: str
    kind: str
    checked: str
    refuses: tuple[str, ...]
    computes: tuple[str, ...]


class Text(NamedTuple):
    """A clause in one language: short title, what it says, an example, and how it is read where the source leaves it
    open.
    """

    title: str
    text: str
    example: str
    reading: str | None


class Catalogue:
    """The clauses of one source document together with those of the record format, in the order of the source."""

    def __init__(self, name: str, clauses: Mapping[str, Clause], home: Path) -> None:
        self.name = name
        self.clauses = clauses
        self.home = home
        self.clause_of: Mapping[str, str] = MappingProxyType(
            {code: clause.id for clause in clauses.values() for code in clause.refuses}
        )

    def misnames(self, clause: str) -> bool:
        """Whether an id names a document of this catalogue but no clause of it; ids of other documents (a tournament's
        regulation) are not ours to judge.
        """
        document = clause.partition("/")[0]
        return clause not in self.clauses and any(known.startswith(f"{document}/") for known in self.clauses)

    def text(self, clause: str, language: str) -> Text:
        """The text of a clause in en, ja or zh.  Raises KeyError for an unknown clause or language."""
        return self.texts(language)[clause]

    def texts(self, language: str) -> Mapping[str, Text]:
        """All texts in one language, by clause id."""
        if language not in LANGUAGES:
            raise KeyError(language)
        return _texts(self.name, self.home, language)


@cache
def catalogue(name: str, home: Path = HOME) -> Catalogue:
    """The catalogue ``name`` of a package, with the clauses of the record format behind it.

    ``home`` is the folder that holds the package's ``clauses/`` and ``sentences/``.
    """
    clauses = {clause.id: clause for file in _files(name, home) for clause in _clauses(file.with_suffix(".toml"))}
    return Catalogue(name, MappingProxyType(clauses), home)


def _files(name: str, home: Path) -> tuple[Path, Path]:
    return home / "clauses" / name, FOLDER / "record"


def _clauses(file: Path) -> list[Clause]:
    data = tomllib.loads(file.read_text("utf-8"))
    source = data.pop("source")
    return [
        Clause(
            id=name,
            chapter=row["chapter"],
            layer=row["layer"],
            source=source,
            heading=row["heading"],
            kind=row["kind"],
            checked=row["checked"],
            refuses=tuple(row.get("refuses", ())),
            computes=tuple(row.get("computes", ())),
        )
        for name, row in data.items()
    ]


@cache
def _texts(name: str, home: Path, language: str) -> Mapping[str, Text]:
    rows = {}
    for file in _files(name, home):
        for clause, row in tomllib.loads(file.with_suffix(f".{language}.toml").read_text("utf-8")).items():
            rows[clause] = Text(row["title"], row["text"], row["example"], row.get("reading"))
    return MappingProxyType(rows)
