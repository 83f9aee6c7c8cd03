"""The search in the irregularity guide: by a description of the case, and by the clauses that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from referee.rules.search import search_index
from rulesets import Game, Ruleset, load
from rulesets.irregularities import REMEDIES, guide, irregularities, irregularities_naming, occurring_in
from rulesets.search.index import Index, Point
from rulesets.search.phrases import BETWEEN

MIN_SCORE, MIN_SHARE = 2.0, 0.5
"""The lowest score at which an irregularity counts as meant: in itself, and as a share of the best score."""
MAX_KINDS = 3
"""The most irregularities that are offered at once."""


@dataclass(frozen=True, slots=True)
class GuideRow:
    """An irregularity in a list.  ``remedies``: the kinds that usually mend it, the one at once first."""

    key: str
    title: str
    address: str
    remedies: tuple[str, ...]


USUAL = "jma-2006"
"""The game that a question is about if nobody says which."""


def guide_points(language: str, keys: Sequence[str]) -> list[Point]:
    """Irregularities as points of a search index; their signs count like a reading."""
    return [
        Point(each.id, "", known.title, "", "", known.sign, "", each.clauses, asked=BETWEEN.join(known.asked))
        for each, known in ((irregularities()[key], guide(language)[key]) for key in keys)
    ]


@cache
def guide_index(language: str, keys: tuple[str, ...]) -> Index:
    return Index(guide_points(language, keys), language)


def kinds_in(ruleset: Ruleset | None) -> tuple[str, ...]:
    """The keys of the irregularities that can occur under a ruleset, by default the usual one."""
    return occurring_in((ruleset or load(USUAL)).catalogue.clauses)


def guide_row(key: str, language: str) -> GuideRow:
    """An irregularity in a list, by its key."""
    remedies = dict.fromkeys(irregularities()[key].remedies.values())
    return GuideRow(key, guide(language)[key].title, guide_address(key), tuple(remedies))


def remedies_for(game: Game) -> list[str]:
    """The kinds of remedy for a game: a deed moved if there are any, a token if it says what a space asks of whoever
    arrives, a player's leaving if it knows bankruptcy.
    """
    edition = getattr(game.state.table, "edition", None)  # a game of another package may have none
    known = {
        "deed": bool(game.ruleset.mechanics.assets(edition).groups),
        "token": hasattr(game.ruleset.mechanics, "arrived"),
        "withdraw": "declare_bankruptcy" in game.ruleset.types,
    }
    return [each for each in REMEDIES if known.get(each, True)]


def guide_address(key: str) -> str:
    return f"/rules/irregularities/{key}"


def irregularities_meant(
    question: str, language: str, most: int = MAX_KINDS, ruleset: Ruleset | None = None
) -> list[str]:
    """The keys of the irregularities that a question may be about, the most likely first.  ``ruleset``: of the game;
    None: the usual one.
    """
    keys = kinds_in(ruleset)
    hits = search_index(lambda each: guide_index(each, keys), question, language, most) if question else []
    least = max([MIN_SCORE, *(MIN_SHARE * each.score for each in hits[:1])])
    return [each.point.id.partition("/")[2].lower() for each in hits if each.score >= least]


def irregularities_fitting(
    question: str, clauses: Sequence[str], language: str, ruleset: Ruleset | None
) -> list[GuideRow]:
    """The irregularities that a case may be about: by its description first, then by the clauses that were broken."""
    named = (each.key for clause in clauses for each in irregularities_naming(clause))
    keys = list(dict.fromkeys((*irregularities_meant(question, language, ruleset=ruleset), *named)))
    return [guide_row(each, language) for each in keys[:MAX_KINDS]]
