"""The indices of all rulesets in all languages are kept while a file of this folder is tested, and made quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from referee.core.cache import SizedCache
from referee.rules import points
from rulesets.search import index, spelling
from rulesets.search.fold import folded
from rulesets.search.stem import stem
from rulesets.search.terms import terms
from rulesets.search.words import Words

_FOUND: dict[tuple[str, int], dict[str, float]] = {}
_folded = cache(folded)


def found_once(text: str, known: Words, stemmed: Callable[[str], str] = stem) -> dict[str, float]:
    """The terms of a text, found once for all rulesets: they share most of their clauses, answers and phrases."""
    if stemmed is not stem:  # a question
        return terms(text, known, stemmed)
    if (text, id(known)) not in _FOUND:
        _FOUND[text, id(known)] = terms(text, known)
    return _FOUND[text, id(known)]


@pytest.fixture(scope="module", autouse=True)
def all_indices_are_kept() -> Iterator[None]:
    """Have room for more than a service keeps: each test that goes through all of them would make them anew."""
    with pytest.MonkeyPatch.context() as patch:
        roomy: SizedCache[Any, index.Index] = SizedCache(3 * points.CACHE_BYTES, lambda _, found: found.size)
        patch.setattr(points, "INDEXES", roomy)
        patch.setattr(index, "terms", found_once)
        patch.setattr(spelling, "folded", _folded)
        yield
