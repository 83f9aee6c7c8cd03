"""Clauses as data: what a rule text says, where it comes from, and which refusals and figures follow from it.

A catalogue is a folder of TOML files: ``NAME.toml`` holds the facts of its clauses, ``NAME.LANG.toml`` their texts in
our own words; a clause without a text in a language is shown in English.  The facts name the refusal codes
(``refuses``) and the functions that compute by the clause (``computes``); tests keep catalogue, texts and code
consistent.

A document with variants of its game states for each of their clauses which variant it belongs to (``variant``); a
ruleset takes the clauses of the base game and of its own variant, whose refusals take precedence over those of the
base.  A clause that another document words identically need not be written again: ``same`` names the other one's
clause, ``texts_from`` at the top of the file its catalogue.

A later document may replace clauses of an earlier one (``supersedes``, an id or a list of them).  If a ruleset holds
both, the earlier clause keeps its id and text, and the later one is in force: refusals and explanations cite it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rulesets.frozen import FrozenDict
from rulesets.kernel import superseding
from rulesets.languages import FALLBACK, LANGUAGES
from rulesets.languages.texts import heading, in_every_language, own_texts
from rulesets.toml_file import read_toml

LAYERS = ("boxed", "variant", "supplement", "house", "regulation", "record")
START_ORDER = "start_order"
"""Who starts: what an event settles in place of a clause where the start order is drawn with the seats."""
HOME = Path(__file__).parent.parent
"""The folder whose ``clauses/`` and ``sentences/`` hold the texts of this package; another package has its own."""
FOLDER = HOME / "clauses"


class BadCatalogue(ValueError):
    """A catalogue that contradicts itself, or the one below it; every fault is named."""

    def __init__(self, name: str, faults: list[str]) -> None:
        super().__init__(f"{name}: {'; '.join(faults)}")
        self.faults = tuple(faults)


class Clause(NamedTuple):
    """A row of a catalogue.

    ``source``: the title of its document by language; ``heading``: where it stands there, in the document's own words.
    ``layer``: boxed (the rules in the box), variant (a short or timed game of the same text), supplement (the
    association's), house (a house rule that no published document has, in force only where an option sets it),
    regulation (the tournament's), record (the form of reports).  ``checked``: engine (enforced or
    computed here), service (carried out by the tournament service), advice.  ``variant``: the game that it belongs to,
    empty for the base game.  ``unread``: codes of lines that could not be read as any report, which decide no game and
    are not part of a ruleset's fingerprint.  ``explains``: kinds of sentences in explanations that rest on it.
    ``supersedes``: the clauses of earlier documents that it replaces.  ``settles``: what an event may settle itself in
    its stead, such as `START_ORDER`, empty for nothing.
    """

    id: str
    chapter: str
    layer: str
    source: Mapping[str, str]
    heading: str
    kind: str
    checked: str
    refuses: tuple[str, ...]
    computes: tuple[str, ...]
    variant: str = ""
    unread: tuple[str, ...] = ()
    explains: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    settles: str = ""

    def __repr__(self) -> str:
        return f"<Clause {self.id}>"

    @property
    def codes(self) -> tuple[str, ...]:
        """All codes that a refusal by this clause can have."""
        return self.refuses + self.unread


class Text(NamedTuple):
    """A clause in one language: short title, text, an example, and how it is read if the source leaves it open."""

    title: str
    text: str
    example: str
    reading: str | None


class Catalogue:
    """The clauses of one source document together with those of the record format, in the order of the source.

    ``clauses``: all of them; ``in_force``: those that no other replaces, a later one at the position of the earlier
    one, without those of house rules, which depend on options (`Law.house_rules`); ``superseded``: for each of the
    others, the one in force in its place; ``clause_of``: for each refusal code, its clause in force.
    """

    def __init__(self, name: str, clauses: Mapping[str, Clause], home: Path, base: Catalogue | None = None) -> None:
        """Raises `BadCatalogue` if clauses supersede each other in a contradictory way."""
        self.name = name
        self.home = home
        self.base = base
        every = {**clauses, **(base.clauses if base else {})}
        self.superseded: Mapping[str, str] = FrozenDict(_superseded(name, every))
        self.clauses: Mapping[str, Clause] = FrozenDict(_with_taken_over(every))
        self.in_force: Mapping[str, Clause] = FrozenDict(_in_force(self.clauses, self.superseded))
        base_first = sorted(clauses.values(), key=lambda clause: bool(clause.variant))
        own = {code: clause.id for clause in base_first for code in clause.codes}
        listed = {**(base.clause_of if base else {}), **own}
        self.clause_of: Mapping[str, str] = FrozenDict({code: self.current(listed[code]) for code in listed})

    @property
    def sources(self) -> tuple[tuple[Path, str], ...]:
        """The packages and documents whose sentences are used; later ones take precedence."""
        return (*(self.base.sources if self.base else ()), (self.home, self.name))

    def misnames(self, clause: str) -> bool:
        """Whether an id names a document of this catalogue but none of its clauses; ids of other documents (a
        tournament's regulation) are not checked.
        """
        document = clause.partition("/")[0]
        return clause not in self.clauses and any(known.startswith(f"{document}/") for known in self.clauses)

    def current(self, clause: str) -> str:
        """Return the id of the clause in force in place of ``clause``: its own, if nothing supersedes it here."""
        return self.superseded.get(clause, clause)

    def earlier(self, clause: str) -> list[str]:
        """Return the ids of the clauses that a clause in force stands in for, directly or through others."""
        return [old for old, later in self.superseded.items() if later == clause]

    def place(self, clause: str) -> str:
        """Return the id at whose position a clause in force stands: of the first one that it replaces, or its own."""
        olds = (each.id for each in self.clauses.values() if not each.supersedes)
        return next((old for old in olds if self.superseded.get(old) == clause), clause)

    def all_current(self, clauses: Iterable[str]) -> list[str]:
        """Return the ids of the clauses in force in place of ``clauses``, each once."""
        return list(dict.fromkeys(map(self.current, clauses)))

    def explains(self, kind: str) -> list[str]:
        """Return the ids of the clauses in force that a kind of explanation rests on, a variant's before the base's."""
        fit = [clause for clause in self.in_force.values() if kind in clause.explains]
        return [clause.id for clause in sorted(fit, key=lambda clause: not clause.variant)]

    def text(self, clause: str, language: str) -> Text:
        """The text of a clause in a language.  Raises KeyError for an unknown clause or language."""
        return self.texts(language)[clause]

    def texts(self, language: str) -> Mapping[str, Text]:
        """All texts in one language, by clause id, in the order of the source."""
        if language not in LANGUAGES:
            raise KeyError(language)
        known = _texts(self.name, self.home, language)
        if self.base is not None:
            known = {**self.base.texts(language), **known}
        return FrozenDict({clause: known[clause] for clause in self.clauses})


@cache
def catalogue(name: str, home: Path = HOME, variant: str = "") -> Catalogue:
    """Return the catalogue ``name`` of a package, followed by the clauses of the record format.

    ``home`` is the folder that holds the package's ``clauses/`` and ``sentences/``; ``variant``: the clauses of this
    variant are in force beside those of the base game.
    """
    clauses = {
        clause.id: clause
        for file in _files(name, home)
        for clause in _read_once(file.with_suffix(".toml"))
        if clause.variant in ("", variant)
    }
    return Catalogue(name, clauses, home)


def extended(base: Catalogue, name: str, home: Path) -> Catalogue:
    """Return the catalogue ``name`` of the package at ``home`` on top of another one, for house rules and supplements.

    Its clauses come first, and a refusal code that both have belongs to its clause.  Raises `BadCatalogue` for the id
    of a clause that the other one has already: a clause that replaces another (``supersedes``) has an id of its own.
    """
    clauses = {clause.id: clause for clause in _clauses(home / "clauses" / f"{name}.toml")}
    if twice := sorted(clauses.keys() & base.clauses.keys()):
        raise BadCatalogue(name, [f"{each} is the id of a clause of {base.name} already" for each in twice])
    return Catalogue(name, clauses, home, base)


def with_house_rules(known: Catalogue) -> Catalogue:
    """Return a catalogue with the clauses of the house rules of the classic board (``clauses/house.toml``) after its
    own.
    """
    return Catalogue(known.name, known.clauses, known.home, catalogue("house"))


def _superseded(name: str, clauses: Mapping[str, Clause]) -> dict[str, str]:
    """Return, for every clause that another replaces, the one in force.  Raises `BadCatalogue`."""
    replaced = {clause.id: clause.supersedes for clause in clauses.values()}
    of_every_ruleset = [clause.id for clause in clauses.values() if clause.layer == "record"]
    if faults := superseding.faults(replaced, of_every_ruleset):
        raise BadCatalogue(name, faults)
    return superseding.in_force_instead(replaced)


def _with_taken_over(clauses: Mapping[str, Clause]) -> dict[str, Clause]:
    """Return the clauses; one that replaces others takes over what it does not list itself.

    That is their refusal codes, computations and kinds of sentences.
    """

    def taken_over(clause: Clause, what: str) -> tuple[str, ...]:
        own: tuple[str, ...] = getattr(clause, what)
        earlier = (each for old in clause.supersedes for each in taken_over(clauses[old], what))
        return own or tuple(dict.fromkeys(earlier))

    return {
        clause.id: clause._replace(
            refuses=taken_over(clause, "refuses"),
            computes=taken_over(clause, "computes"),
            unread=taken_over(clause, "unread"),
            explains=taken_over(clause, "explains"),
        )
        for clause in clauses.values()
    }


def _in_force(clauses: Mapping[str, Clause], superseded: Mapping[str, str]) -> dict[str, Clause]:
    """Return the clauses that no other replaces; one that replaces others takes the position of the first of them."""
    places = (superseded.get(each.id, each.id) for each in clauses.values() if not each.supersedes)
    return {place: clauses[place] for place in places if clauses[place].layer != "house"}


def _files(name: str, home: Path) -> tuple[Path, Path]:
    return home / "clauses" / name, FOLDER / "record"


def _clauses(file: Path) -> list[Clause]:
    data = read_toml(file)
    source = _source(data["source"], file)
    return [_clause(name, row, source) for name, row in data.items() if "/" in name]


@cache
def _read_once(file: Path) -> tuple[Clause, ...]:
    """Return the clauses of a file that several catalogues share: the record's, and a base game's with its variants."""
    return tuple(_clauses(file))


def _clause(name: str, row: Mapping[str, Any], source: Mapping[str, str]) -> Clause:
    return Clause(
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
        supersedes=_supersedes(name, row),
        settles=row.get("settles", ""),
    )


def _supersedes(name: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids that a row says it replaces, one or a list.  Raises `BadCatalogue` if it names none."""
    ids = row.get("supersedes")
    if ids is None:
        return ()
    if not ids:
        raise BadCatalogue(name, [f"{name} supersedes nothing: name a clause, or leave `supersedes` out"])
    return (ids,) if isinstance(ids, str) else tuple(ids)


def _source(title: str | Mapping[str, str], file: Path) -> Mapping[str, str]:
    """Return a document's title by language, from its facts or from the texts of a language; a title that is a single
    string is the same in all languages.
    """
    if isinstance(title, str):
        return FrozenDict(dict.fromkeys(LANGUAGES, title))
    texts = {language: heading(file.parent, file.stem, language).get("source") for language in LANGUAGES}
    return in_every_language({**title, **{language: text for language, text in texts.items() if text}})


@cache
def _texts(name: str, home: Path, language: str) -> Mapping[str, Text]:
    texts = {}
    for file in _files(name, home):
        facts = read_toml(file.with_suffix(".toml"))
        written = _written(file, language)
        if "texts_from" in facts:
            others = _written(file.with_name(facts["texts_from"]), language)
            written |= {clause: others[row["same"]] for clause, row in facts.items() if "same" in row}
        for clause, row in written.items():
            texts[clause] = Text(row["title"], row["text"], row["example"], row.get("reading"))
    return FrozenDict(texts)


def _written(file: Path, language: str) -> dict[str, Any]:
    """Return the texts of clauses in a file, in English where the language lacks them."""
    both = (own_texts(file.parent, file.name, each) for each in dict.fromkeys((FALLBACK, language)))
    return {clause: row for texts in both for clause, row in texts.items() if "/" in clause}
