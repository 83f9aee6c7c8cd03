"""Rule books side by side, topic by topic (``topics.toml``): their clauses, and whether they say the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulesets.frozen import FrozenDict
from rulesets.kernel.clause import Catalogue
from rulesets.languages.texts import document, in_every_language

SAME, DIFFERENT, LEFT_ONLY, RIGHT_ONLY = "same", "different", "left_only", "right_only"
"""How two rulesets compare on a topic; it may be covered by only one of them."""


class Topic(NamedTuple):
    """A topic.  ``clauses``: about it, of all documents; ``alike``: sets of documents that say the same about it."""

    key: str
    titles: Mapping[str, str]
    clauses: tuple[str, ...]
    alike: tuple[frozenset[str], ...]


class Compared(NamedTuple):
    """A topic in two rulesets: the ids of the clauses in force in each, and how they compare."""

    topic: Topic
    left: tuple[str, ...]
    right: tuple[str, ...]
    how: str


@cache
def topics() -> Mapping[str, Topic]:
    """All topics by key, in the order of a rule book."""
    rows = document(Path(__file__).parent, "topics")
    return FrozenDict(
        {
            key: Topic(key, in_every_language(row["title"]), tuple(row["clauses"]), tuple(map(frozenset, row["alike"])))
            for key, row in rows.items()
        }
    )


def compared(left: Catalogue, right: Catalogue) -> list[Compared]:
    """Compare two catalogues on every topic that at least one of them covers."""
    found = []
    for topic in topics().values():
        sides = [
            tuple(dict.fromkeys(known.current(each) for each in topic.clauses if each in known.clauses))
            for known in (left, right)
        ]
        if any(sides):
            found.append(Compared(topic, sides[0], sides[1], _how(topic, *sides)))
    return found


def _how(topic: Topic, left: tuple[str, ...], right: tuple[str, ...]) -> str:
    if not right:
        return LEFT_ONLY
    if not left:
        return RIGHT_ONLY
    documents = {_document(each) for each in (*left, *right)}
    return SAME if left == right or any(documents <= each for each in topic.alike) else DIFFERENT


def _document(clause: str) -> str:
    return clause.partition("/")[0]
