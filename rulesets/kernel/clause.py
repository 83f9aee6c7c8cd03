"""Clauses as data: what a rule text says, where it comes from, and which refusals and figures follow from it.

A catalogue is a folder of TOML files: ``NAME.toml`` holds the facts of its clauses, ``NAME.LANG.toml`` their texts
in our own words.  The facts name the refusal codes (``refuses``) and the functions that compute by the clause
(``computes``); a test holds catalogue, texts and code together.

A document with variants of its game says with each of their clauses to which one it belongs (``variant``); a ruleset
takes the clauses of the base game and of its own variant, whose refusals go before those of the base.  A document that
agrees with another word for word in a clause need not write the text again: ``same`` names the other one's clause,
``texts_from`` at the top of the file its catalogue.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

LANGUAGES = ("en", "ja", "zh")
LAYERS = ("boxed", "variant", "supplement", "regulation", "record")
HOME = Path(__file__).parent.parent
"""The folder whose ``clauses/`` and ``sentences/`` hold the texts of this package; another package has its own."""
FOLDER = HOME / "clauses"


class Clause(NamedTuple):
    """A row of a catalogue.

    ``layer``: boxed (the rules in the box), variant (a short or timed game of the same text), supplement (the
    association's), regulation (the tournament's), record (the form of reports).  ``checked``: engine (enforced or
    computed here), service (carried by the tournament service), advice.  ``variant``: the game that it belongs to,
    empty for the base game.  ``unread``: codes of lines that could not be read as any report, which decide no game and
    are no part of a ruleset's fingerprint.  ``explains``: kinds of sentences in explanations that rest on it.
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
    variant: str = ""
    unread: tuple[str, ...] = ()
    explains: tuple[str, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """All codes that a refusal by this clause can have."""
        return self.refuses + self.unread


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

    def __init__(self, name: str, clauses: Mapping[str, Clause], home: Path, base: Catalogue | None = None) -> None:
        self.name = name
        self.clauses: Mapping[str, Clause] = MappingProxyType({**clauses, **(base.clauses if base else {})})
        self.home = home
        self.base = base
        base_first = sorted(clauses.values(), key=lambda clause: bool(clause.variant))
        own = {code: clause.id for clause in base_first for code in clause.codes}
        self.clause_of: Mapping[str, str] = MappingProxyType({**(base.clause_of if base else {}), **own})

    @property
    def told_by(self) -> tuple[tuple[Path, str], ...]:
        """The packages and documents whose sentences are used, the ones to look into first last."""
        return (*(self.base.told_by if self.base else ()), (self.home, self.name))

    def misnames(self, clause: str) -> bool:
        """Whether an id names a document of this catalogue but no clause of it; ids of other documents (a tournament's
        regulation) are not ours to judge.
        """
        document = clause.partition("/")[0]
        return clause not in self.clauses and any(known.startswith(f"{document}/") for known in self.clauses)

    def explains(self, kind: str) -> list[str]:
        """The ids of the clauses that a kind of sentence in explanations rests on; a variant's before the base's."""
        fit = [clause for clause in self.clauses.values() if kind in clause.explains]
        return [clause.id for clause in sorted(fit, key=lambda clause: not clause.variant)]

    def text(self, clause: str, language: str) -> Text:
        """The text of a clause in en, ja or zh.  Raises KeyError for an unknown clause or language."""
        return self.texts(language)[clause]

    def texts(self, language: str) -> Mapping[str, Text]:
        """All texts in one language, by clause id, in the order of the source."""
        if language not in LANGUAGES:
            raise KeyError(language)
        known = _texts(self.name, self.home, language)
        if self.base is not None:
            known = {**self.base.texts(language), **known}
        return MappingProxyType({clause: known[clause] for clause in self.clauses})


@cache
def catalogue(name: str, home: Path = HOME, variant: str = "") -> Catalogue:
    """The catalogue ``name`` of a package, with the clauses of the record format behind it.

    ``home`` is the folder that holds the package's ``clauses/`` and ``sentences/``; ``variant``: the clauses of this
    variant are in force beside those of the base game.
    """
    clauses = {
        clause.id: clause
        for file in _files(name, home)
        for clause in _clauses(file.with_suffix(".toml"))
        if clause.variant in ("", variant)
    }
    return Catalogue(name, MappingProxyType(clauses), home)


def extended(base: Catalogue, name: str, home: Path) -> Catalogue:
    """The catalogue ``name`` of the package at ``home`` on top of another one, for house rules and supplements.

    Its clauses come first, and a refusal code that both have is its clause's.  Raises ValueError for the id of a clause
    that the other one has: clauses are added, or taken over by their codes, never replaced.
    """
    clauses = {clause.id: clause for clause in _clauses(home / "clauses" / f"{name}.toml")}
    if twice := sorted(clauses.keys() & base.clauses.keys()):
        raise ValueError(f"{name} has clauses that {base.name} has already: {', '.join(twice)}")
    return Catalogue(name, MappingProxyType(clauses), home, base)


def _files(name: str, home: Path) -> tuple[Path, Path]:
    return home / "clauses" / name, FOLDER / "record"


def _rows(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def _clauses(file: Path) -> list[Clause]:
    data = _rows(file)
    source = data["source"]
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
            variant=row.get("variant", ""),
            unread=tuple(row.get("unread", ())),
            explains=tuple(row.get("explains", ())),
        )
        for name, row in data.items()
        if isinstance(row, dict)
    ]


@cache
def _texts(name: str, home: Path, language: str) -> Mapping[str, Text]:
    texts = {}
    for file in _files(name, home):
        facts = _rows(file.with_suffix(".toml"))
        written = _rows(file.with_suffix(f".{language}.toml"))
        if "texts_from" in facts:
            others = _rows(file.with_name(f"{facts['texts_from']}.{language}.toml"))
            written |= {clause: others[row["same"]] for clause, row in facts.items() if "same" in row}
        for clause, row in written.items():
            texts[clause] = Text(row["title"], row["text"], row["example"], row.get("reading"))
    return MappingProxyType(texts)
