"""The search in the rules: in the reader's language, and in the one that the question is written in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.rules.points import clauses_by_code, default_rulesets, full_index, index
from rulesets.kernel.ruleset import Ruleset
from rulesets.languages import LANGUAGES
from rulesets.languages import language as settings
from rulesets.search.certain import CERTAIN, LIKELY, NONE
from rulesets.search.certain import answered as answered_by_words
from rulesets.search.index import ORDER, Found, Index, Point

MAX_QUESTION_LENGTH = 200
"""The most characters of a question."""
MAX_RESULTS = 50
"""The most results of a search."""
OTHER_LANGUAGE_WEIGHT = 0.9
"""The weight of a result in a language other than the reader's."""


class Hit(NamedTuple):
    """A search result in a ruleset.  ``found.point`` is in the reader's language."""

    ruleset: str
    found: Found


def languages_of(query: str, reader: str) -> tuple[str, ...]:
    """The languages that a question may be in: the reader's, and if that is not written in the question's script, all
    that are.
    """
    if any("぀" <= letter <= "ヿ" or "ｦ" <= letter <= "ﾟ" for letter in query):
        letters = "kana"
    elif any("㐀" <= letter <= "鿿" for letter in query):
        letters = "han"
    else:
        letters = "latin"
    if letters in settings(reader).letters:
        return (reader,)
    return (reader, *(each for each in LANGUAGES if letters in settings(each).letters))


def clauses_of(ruleset: Ruleset, codes: Sequence[str]) -> list[str]:
    """The clauses in force that refusal codes or clause ids refer to, in order; unknown ones are left out.

    The id of a superseded clause refers to the one that supersedes it.
    """
    known = ruleset.catalogue
    found = known.all_current(known.clause_of.get(each) or each.upper() for each in codes)
    return [each for each in found if each in known.in_force]


def clause_named(ruleset: Ruleset, typed: str) -> str | None:
    """The id of the clause that a refusal code, or an id in upper or lower case, refers to; None if there is none.

    The clause may be superseded.
    """
    known = ruleset.catalogue
    found = known.clause_of.get(typed) or typed.upper()
    return found if found in known.clauses else None


def look_up(
    ruleset: Ruleset,
    query: str,
    reader: str,
    *,
    case: Sequence[str] = (),
    regulation: str = "",
    precedents: Sequence[Point] = (),
    most: int = 10,
) -> list[Hit]:
    """Search a ruleset, best results first.

    ``case``: refusal codes and clause ids that come before all other results.  ``regulation``: the text of a regulation
    whose points are searched too.  ``precedents``: more points, of an event's precedents (``PRECEDENT/…``), the most
    binding first; those that rest on a clause of the case come before everything else.
    """
    further, named = tuple(precedents), ids_of_case(clauses_of(ruleset, case), precedents)
    found = _search(lambda language: index(ruleset, language, regulation, further), query, reader, named, most)
    return [Hit(ruleset.name, each) for each in found]


def answered(query: str, hits: Sequence[Hit]) -> str:
    """How the results answer the question (`certain.ANSWERED`); for certain without one, and where it names them."""
    matches = [each.found for each in hits if each.found.why != "case"]
    if not query or (hits and not matches) or any(each.why != "words" for each in matches[:1]):
        return CERTAIN
    best = next((each for each in matches if each.covered), None)
    told = answered_by_words(query, best.covered, best.lead, best.score) if best else NONE
    return LIKELY if told == CERTAIN and best is not matches[0] else told


def ids_of_case(clauses: Sequence[str], precedents: Sequence[Point]) -> list[str]:
    """The ids that come first in the results of a case: the precedents that rest on its clauses, then the clauses."""
    resting = [each.id for each in precedents if not set(clauses).isdisjoint(each.clauses)]
    return [*resting, *clauses]


def look_up_everywhere(query: str, reader: str, *, case: Sequence[str] = (), most: int = 10) -> list[Hit]:
    """Search all rulesets; a clause that several of them share is listed once."""
    home = default_rulesets()
    known = clauses_by_code() if case else ()
    named = (clauses.get(code) or clauses.get(code.upper()) for clauses in known for code in case)
    clauses = list(dict.fromkeys(filter(None, named)))
    return [Hit(home[found.point.id], found) for found in _search(full_index, query, reader, clauses, most)]


def search_index(index_in: Callable[[str], Index], query: str, reader: str, most: int) -> list[Found]:
    """Search an index that exists in each language, best results first, in the reader's language.

    ``index_in``: returns the index in a language.
    """
    return _search(index_in, query, reader, (), most)


def _search(index_in: Callable[[str], Index], query: str, reader: str, case: Sequence[str], most: int) -> list[Found]:
    """Search in every language that the question may be in; the results are in the reader's language."""
    home = index_in(reader)
    best: dict[str, Found] = {}
    for language in languages_of(query[:MAX_QUESTION_LENGTH], reader):
        weight = 1.0 if language == reader else OTHER_LANGUAGE_WEIGHT
        for found in index_in(language).search(query[:MAX_QUESTION_LENGTH], case, MAX_RESULTS):
            mine = found._replace(point=home.point(found.point.id), score=round(found.score * weight, 4))
            before = best.get(mine.point.id)
            if before is None or _sort_key(mine) < _sort_key(before):
                best[mine.point.id] = mine
    place = {each: number for number, each in enumerate(case)}
    return sorted(best.values(), key=lambda each: (place.get(each.point.id, len(place)), *_sort_key(each)))[:most]


def _sort_key(found: Found) -> tuple[int, float]:
    return ORDER[found.why], -found.score
