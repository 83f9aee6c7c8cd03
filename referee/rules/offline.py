"""The search index that a browser stores in order to search without a network: points, words, weights."""

from __future__ import annotations

import json

from referee.core.cache import SizedCache
from referee.rules import guide
from referee.rules.points import index
from rulesets.kernel.ruleset import Ruleset
from rulesets.languages import FALLBACK
from rulesets.search import certain, stem, terms
from rulesets.search import index as ranking
from rulesets.search.fold import simplified
from rulesets.search.index import Point
from rulesets.search.phrases import BETWEEN
from rulesets.search.words import Words, words

CACHE_BYTES = 8_000_000
"""The size of the process-wide cache of indexes as text, in bytes."""
SEARCHED_FIELDS = ("title", "about", "text", "reading", "example", "asked", "borrowed")
"""The fields of a point that are searched."""
Key = tuple[Ruleset, str, str, str, tuple[Point, ...], tuple[tuple[str, str], ...]]
INDEX_TEXTS: SizedCache[Key, str] = SizedCache(CACHE_BYTES, lambda _, text: 2 * len(text))


def offline_index(
    ruleset: Ruleset,
    language: str,
    regulation: str = "",
    where: str = "",
    precedents: tuple[Point, ...] = (),
    addresses: tuple[tuple[str, str], ...] = (),
) -> str:
    """Return the search index of a ruleset in a language as JSON text.

    ``regulation``: the text of a regulation whose points are included; ``where``: the address of the page with them;
    ``precedents``: more points to include; ``addresses``: pairs of a point's id and the address of its page.
    """
    key = ruleset, language, regulation, where, precedents, addresses
    return INDEX_TEXTS.get(key, lambda: _index_json(*key))


def _index_json(
    ruleset: Ruleset,
    language: str,
    regulation: str,
    where: str,
    precedents: tuple[Point, ...],
    addresses: tuple[tuple[str, str], ...],
) -> str:
    found = index(ruleset, language, regulation, precedents)
    own, known = words(*dict.fromkeys((language, FALLBACK))), found.known
    points = [point._asdict() for point in found.points]
    kinds = guide.guide_points(language, guide.kinds_in(ruleset))
    every = (*found.points, *kinds)
    used = {letter for point in every for place in SEARCHED_FIELDS for letter in getattr(point, place)}
    used |= {letter for point in found.points for letter in point.id + point.chapter}
    used |= {letter for word in known.letters for letter in word}
    return json.dumps(
        {
            "ruleset": ruleset.name,
            "fingerprint": ruleset.fingerprint,
            "language": language,
            "where": where,
            "addresses": dict(addresses),
            "points": points,
            "guide": {
                "points": [each._asdict() for each in kinds],
                "least": guide.MIN_SCORE,
                "share": guide.MIN_SHARE,
                "most": guide.MAX_KINDS,
            },
            "own": words_json(own),
            "asked": words_json(known),
            # Texts are folded too, so this needs every character that a text or a word contains or is folded to.
            "simplified": {
                chr(one): chr(other) for one, other in simplified().items() if chr(one) in used or chr(other) in used
            },
            "passed_over": sorted(stem.PASSED_OVER),
            "endings": stem.ENDINGS,
            "forms": stem.forms(),
            "places": ranking.PLACES,
            "half": ranking.HALF,
            "said": {"weight": ranking.ASKED, "borrowed": ranking.BORROWED, "few": ranking.FEW},
            "between": BETWEEN,
            "topics": {
                "parted": ranking.PARTED.pattern,
                "questions": ranking.QUESTIONS.pattern,
                "least": ranking.TOPIC,
                "most": ranking.MOST_TOPICS,
                "before": ranking.BEFORE_TOPICS,
                "nearly": ranking.NEARLY,
            },
            "certain": {"sure": certain.SURE, "about": certain.ABOUT_THIS, "outside": certain.outside()},
            "beside": ranking.BESIDE,
            "own_words": ranking.OWN_WORDS,
            "answers": {
                "document": ranking.ANSWER,
                "best": ranking.BEST,
                "further": ranking.FURTHER,
                "behind": ranking.BEHIND,
            },
            "tells": {
                "thing": terms.THING,
                "word": terms.WORD,
                "kanji": terms.KANJI,
                "pair": terms.PAIR,
                "part": terms.PART,
                "joining": terms.JOINING,
                "inflected": terms.INFLECTED,
            },
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def words_json(mark: Words) -> dict[str, object]:
    return {"latin": mark.latin, "letters": mark.letters, "longest": mark.longest}
