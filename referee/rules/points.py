"""What a search in the rules can find: clauses of a ruleset, known answers, and the points of a regulation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import cache
from typing import Any

from referee.core.cache import SizedCache
from referee.core.language import text, words
from referee.rules.kept import kept
from rulesets.answers.answer import Answer, answers, answers_in, group_titles
from rulesets.answers.answer import said as answer_texts
from rulesets.kernel.clause import Catalogue, Clause
from rulesets.kernel.registry import BrokenRuleset, load, names
from rulesets.kernel.ruleset import Ruleset
from rulesets.search.index import Index, Point
from rulesets.search.phrases import borrowed, phrases
from tournaments.paper.words import chapter as chapter_named

CACHE_BYTES = 96_000_000
"""The size of the process-wide cache of indexes, in bytes: those of one ruleset take a quarter at most, and every new
precedent makes new ones."""
REGULATION = "REGULATION"
"""The document in the ids of a regulation's points: ``REGULATION/POINTS-1``."""
VARIANT = "variant"
VARIANT_MEANT = 1.2
"""How much more likely a clause of a variant is meant than another, in a game that is played by it: it says what is
different there."""
PARTS: Mapping[str, str] = {
    "rounds": "tab_rounds",
    "points": "regulation_points",
    "criteria": "regulation_criteria",
    "qualification": "regulation_qualification",
    "teams": "regulation_teams",
    "game": "regulation_game",
    "seating": "tab_seating",
    "results": "regulation_results",
    "penalties": "tab_penalties",
}
"""The parts of a regulation, with the text keys of their headings."""

NO_OPTIONS: Mapping[str, Any] = {}
LAYERS: Mapping[str, str] = {
    "boxed": "rules_layer_boxed",
    VARIANT: "rules_layer_variant",
    "supplement": "rules_layer_supplement",
    "house": "rules_layer_house",
    "regulation": "rules_layer_regulation",
    "record": "rules_layer_record",
}


def layer_title(layer: str, language: str) -> str:
    return text(language, LAYERS[layer])


def chapter_title(clause: Clause, language: str) -> str:
    return chapter_named(clause.id.rpartition("-")[0] if clause.layer != "record" else clause.id, language)


def points(ruleset: Ruleset, language: str, options: Mapping[str, Any] = NO_OPTIONS) -> list[Point]:
    """The clauses of a ruleset that are in force, as points of a search index, in the order of their source.

    ``options``: of a regulation; where they set a house rule, its clauses stand in place of the published one.
    """
    found = []
    known, house = ruleset.catalogue, ruleset.house_rules(options)
    texts, bent = known.texts(language), {instead: clause for clause, instead in house.items()}
    for clause in _with_house_rules(known, house):
        said, chapter = texts[clause.id], chapter_title(clause, language)
        about = " · ".join((chapter, layer_title(clause.layer, language)))
        words_of = (said.title, about, said.text, said.reading or "", said.example)
        replaced = bent.get(clause.id)
        earlier = (replaced, *known.earlier(replaced)) if replaced else tuple(known.earlier(clause.id))
        found.append(
            Point(
                clause.id,
                chapter,
                *words_of,
                supersedes=earlier,
                asked=phrases(clause.id, language),
                borrowed=borrowed(clause.id, language),
                meant=VARIANT_MEANT if clause.layer == VARIANT else 1.0,
            )
        )
    return found


def _with_house_rules(known: Catalogue, house: Mapping[str, str]) -> Iterator[Clause]:
    """Yield the clauses in force, and in place of each that a house rule replaces all of that rule's chapter."""
    for clause in known.in_force.values():
        if clause.id not in house:
            yield clause
            continue
        chapter = known.clauses[house[clause.id]].chapter
        yield from (each for each in known.clauses.values() if (each.layer, each.chapter) == ("house", chapter))


def answer_points(found: Iterable[Answer], language: str, catalogue: Catalogue | None = None) -> list[Point]:
    """Known answers as points of a search index: the question is the title, the note on what the sources leave open is
    the reading.

    ``catalogue``: that of the ruleset they are searched in; they then cite the clauses in force there.
    """
    chapter, groups, texts = text(language, "answers_title"), group_titles(language), answer_texts(language)
    return [
        Point(
            each.id,
            chapter,
            texts[each.id].question,
            " · ".join((chapter, groups[each.group])),
            texts[each.id].answer,
            texts[each.id].note,
            "",
            tuple(catalogue.all_current(each.clauses)) if catalogue else each.clauses,
            asked=phrases(each.id, language),
        )
        for each in found
    ]


def regulation_points(text: str, language: str) -> list[Point]:
    """What a regulation says, as points of a search index, one for each line.  ``text``: the content of its file."""
    from referee.events.regulation import parse_regulation  # noqa: PLC0415  # the rules alone do without the service
    from referee.events.regulation_text import regulation_text  # noqa: PLC0415

    parts = regulation_text(parse_regulation(text), language)
    lines: dict[str, list[str]] = {part: list(getattr(parts, part)) for part in PARTS if part != "rounds"}
    lines["rounds"] = [" · ".join(filter(None, map(str, astuple(each)))) for each in parts.rounds]
    known, about = words(language), layer_title("regulation", language)
    return [
        Point(f"{REGULATION}/{part.upper()}-{number}", known[name], known[name], about, line, "", "")
        for part, name in PARTS.items()
        for number, line in enumerate(lines[part], 1)
    ]


def options_of(ruleset: Ruleset, regulation: str) -> Mapping[str, Any]:
    """The options that a regulation (the text of its file) sets for all games of a ruleset; none without one."""
    from referee.events.regulation import parse_regulation  # noqa: PLC0415  # the rules alone do without the service

    game = parse_regulation(regulation).game if regulation else None
    return game.options if game and game.ruleset == ruleset.name else NO_OPTIONS


def index(ruleset: Ruleset, language: str, regulation: str = "", precedents: tuple[Point, ...] = ()) -> Index:
    """The search index of a ruleset in a language: its clauses and the answers that hold for it, the points of a
    regulation (the text of its file), and precedents.
    """
    key = ruleset, language, regulation, precedents
    return INDEXES.get(key, lambda: _index(*key))


INDEXES: SizedCache[tuple[Ruleset, str, str, tuple[Point, ...]], Index] = SizedCache(
    CACHE_BYTES, lambda key, found: found.size
)


def _index(ruleset: Ruleset, language: str, regulation: str, precedents: tuple[Point, ...]) -> Index:
    known, options = ruleset.catalogue, options_of(ruleset, regulation)
    every = [*points(ruleset, language, options), *answer_points(answers_in(known), language, known), *precedents]
    return Index([*every, *regulation_points(regulation, language)] if regulation else every, language)


def loadable_rulesets() -> list[Ruleset]:
    """All rulesets that can be loaded, in order of their names."""
    found = []
    for name in names():
        try:
            found.append(load(name))
        except BrokenRuleset:
            continue
    return found


@cache
def default_rulesets() -> Mapping[str, str]:
    """By id, the name of the ruleset in which a clause or an answer is shown by default: for a clause the first in
    which it is in force, for an answer that of its first clause.
    """
    return kept("home", _default_rulesets)


def _default_rulesets() -> Mapping[str, str]:
    every = [*reversed(loadable_rulesets())]
    clauses = {clause: each.name for each in every for clause in each.catalogue.clauses}
    clauses |= {clause: each.name for each in every for clause in each.catalogue.in_force}
    return clauses | {each.id: clauses[each.clauses[0]] for each in answers().values()}


@cache
def clauses_by_code() -> Sequence[Mapping[str, str]]:
    """For each ruleset, in order of their names: the clause in force that a refusal code or a clause id refers to."""
    return kept("codes", lambda: [_clauses_by_code(each.catalogue) for each in loadable_rulesets()])


def _clauses_by_code(known: Catalogue) -> Mapping[str, str]:
    every = {**{clause: known.current(clause) for clause in known.clauses}, **known.clause_of}
    return {code: clause for code, clause in every.items() if clause in known.in_force}


@cache
def full_index(language: str) -> Index:
    """The search index of the clauses of all rulesets and of all answers in a language, each of them once."""
    return kept(language, lambda: _full_index(language))


def _full_index(language: str) -> Index:
    rulesets = reversed(loadable_rulesets())
    every = {point.id: point._replace(meant=1.0) for each in rulesets for point in points(each, language)}
    every |= {point.id: point for point in answer_points(answers().values(), language)}
    return Index(sorted(every.values(), key=lambda point: default_rulesets()[point.id]), language)
