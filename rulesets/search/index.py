"""The search index over points of the rules in one language; results are ranked best first.

Each field of a point that contains a term adds a weight: the title more than the others, then the text, what it is
about, the reading, the example; the phrases that people use for a point add most.  Before all matches by words come the
points that a case names, then those whose id was typed, then those of a chapter named.

The figures here and in `terms` were fitted to phrases of all rulesets, each asked of an index without it, and to
the open questions of `tests/referee/lookup/measured`: to one half of the phrases, and measured by the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from math import log
from typing import NamedTuple

from rulesets.languages import FALLBACK
from rulesets.languages import language as settings
from rulesets.search.fold import folded
from rulesets.search.phrases import BETWEEN
from rulesets.search.spelling import Spelling
from rulesets.search.terms import only_thing, terms
from rulesets.search.words import Words, words

PLACES = (("title", 11.0), ("about", 4.0), ("text", 4.0), ("reading", 2.0), ("example", 0.5))
"""The fields of a point and their weights."""
ASKED, FEW = 120.0, 13
"""The weight of a point's phrases that contain a term: ``ASKED`` times their share among its phrases.  ``FEW`` phrases
without the term are added to the count, so that a single phrase does not count in full."""
BORROWED = 0.25
"""How much the phrases that a point has from others tell, compared with its own: what is said of a broad clause tells
little between the narrow ones that another ruleset makes of it."""
HALF = 6.0
"""The weight at which a term reaches half of its greatest effect."""
PART = re.compile(r"[a-z]+|[0-9]+")
NO_ID = re.compile(r"(?![a-z0-9_第条项款号的の])\w")
"""A letter that occurs neither in an id nor around one: 第3条, JMAのAUCTION-3."""
NUMBERED = ("article", "clause", "no", "number", "rule", "section")
"""English words that may stand around an id: clause JAIL no. 7."""
PARTED = re.compile(r"[,.;:!?、。]+|\b(?:and|then|also)\b|うえに|上に|而且|并且|又")
"""The separators between parts of a sentence, in a folded text."""
QUESTIONS = re.compile(
    r"[?;]|\band (?=(?:what|how|who|when|where|which|can|may|must|do|does|is|are|if|should)\b)|\balso\b"
    r"|それと|それから|还有|另外|而且|并且"
)
"""The separators between several questions."""
TOPIC, MOST_TOPICS = 5.0, 3
"""The score from which a part of a sentence counts as a topic of its own, and the most parts that are looked at."""
NEARLY = 0.75
"""A part of a sentence is no topic of its own where the point that matches the whole best matches it nearly as well: to
this share of the part's best score."""
BEFORE_TOPICS = 3
"""An answer among this many best results stays ahead of the points that match parts of the sentence."""
BESIDE = ("answer", "precedent")
"""Documents that are not part of the law.  Their points do not affect the rarity of terms, and are found by id only
where it begins with the document's name, so that "jail 1" is the clause."""
ANSWER, OWN_WORDS = "answer", ("regulation", "precedent")
BEST, FURTHER = 1.2, 0.35
"""The factors for the scores of the best answer and of the other answers: a question written out in full matches more
words than the title of a clause does."""
BEHIND = 0.999
"""The limit of the best answer's score, as a share of the score of the point that it is to follow."""


class Point(NamedTuple):
    """Something that can be found.  ``about``: its chapter in words, and whatever else says where it belongs;
    ``clauses``: those it rests on, unless it is a clause itself; ``supersedes``: the clauses that it replaces, whose
    ids find it too; ``asked``: the phrases that people use for it; ``borrowed``: those used for points like it;
    ``meant``: how much more likely it is to be meant than other points that match as well.
    """

    id: str
    chapter: str
    title: str
    about: str
    text: str
    reading: str
    example: str
    clauses: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    asked: str = ""
    borrowed: str = ""
    meant: float = 1.0


class Found(NamedTuple):
    """A search result: a point, why it was found (case, id, chapter, words), its score (comparable within a query).

    Of the point that words match best, and only of it: ``covered``, the share of what the question says that its words
    cover, and ``lead``, how far the next point is behind, as a share of the score.  Answers do not count.
    """

    point: Point
    why: str
    score: float
    covered: float = 0.0
    lead: float = 0.0


WHYS = ("case", "id", "chapter", "words")
ORDER = {why: number for number, why in enumerate(WHYS)}


class Index:
    """An inverted index of points by their terms."""

    def __init__(self, points: Sequence[Point], language: str) -> None:
        self.points = tuple(points)
        self.language = language
        self.known = words(*settings(language).words_of, question_words=True)
        own = words(*dict.fromkeys((language, FALLBACK)))
        self._weights: dict[str, list[tuple[int, float]]] = {}
        self._known_in: dict[str, float] = {}
        self._law = 0
        for number, point in enumerate(self.points):
            law = _document(point.id) not in BESIDE
            self._law += law
            said = [
                [terms(part, self.known) for part in text.split(BETWEEN) if part]
                for text in (said_of(point), point.borrowed)
            ]
            for term, weight in _held(point, own, said).items():
                there = weight / (weight + HALF)
                self._weights.setdefault(term, []).append((number, there))
                self._known_in[term] = self._known_in.get(term, 0.0) + law * there
        self._answers = {number for number, point in enumerate(self.points) if _document(point.id) == ANSWER}
        texts = (getattr(point, place) for point in points for place in (*dict(PLACES), "asked", "borrowed"))
        self._spelling = Spelling(texts, self.known)
        self._number = {point.id: number for number, point in enumerate(self.points)}
        self._of_chapter: dict[str, list[int]] = {}
        self._of_id: dict[tuple[str, ...], list[int]] = {}
        for number, point in enumerate(self.points):
            for name in self._names(point.chapter):
                self._of_chapter.setdefault(name, []).append(number)
            for run in {run for each in (point.id, *point.supersedes) for run in _runs(PART.findall(folded(each)))}:
                self._of_id.setdefault(run, []).append(number)

    @property
    def size(self) -> int:
        return sum(300 + 130 * len(held) for held in self._weights.values())

    def point(self, point_id: str) -> Point:
        """A point by its id.  Raises KeyError."""
        return self.points[self._number[point_id]]

    def _names(self, text: str) -> set[str]:
        """The names that a chapter can be asked for by: as it is written, and the thing that it denotes."""
        thing = only_thing(text, self.known)
        return {folded(text).strip(), *({f"#{thing}"} if thing else ())}

    def search(self, query: str, case: Iterable[str] = (), most: int = 10) -> list[Found]:
        """Return the points that match a query, best first, after those named by ``case`` (ids, in that order)."""
        question = self._question(query)
        scores = self._by_words(question)
        best, covered, lead = self._best_of_law(question, scores)
        whys = dict.fromkeys(scores, "words")
        for name in self._names(query):
            whys |= dict.fromkeys(self._of_chapter.get(name, ()), "chapter")
        if not NO_ID.search(folded(query)):
            parts = PART.findall(folded(query))
            named = [part for part in parts if part not in NUMBERED]
            typed = tuple(named if len(named) > 1 else parts)
            whys |= dict.fromkeys(self._of_id.get(typed, ()), "id" if len(typed) > 1 else "chapter")
        first = {self._number[each]: -place for place, each in enumerate(dict.fromkeys(case)) if each in self._number}
        whys |= dict.fromkeys(first, "case")
        ranked = nsmallest(
            most, whys, key=lambda each: (ORDER[whys[each]], -first.get(each, 0), -scores.get(each, 0.0), each)
        )
        if set(map(whys.__getitem__, ranked)) == {"words"}:
            kept = next((each for each in ranked[:BEFORE_TOPICS] if each in self._answers), ranked[0])
            scores |= self._by_questions(query, scores[ranked[0]]) or self._by_topics(query, ranked[0], scores[kept])
            ranked = nsmallest(most, whys, key=lambda each: (-scores[each], each))
        return [
            Found(
                self.points[each],
                whys[each],
                round(scores.get(each, 0.0), 4),
                *((covered, lead) if each == best else ()),
            )
            for each in ranked
        ]

    def _best_of_law(self, question: Mapping[str, float], scores: Mapping[int, float]) -> tuple[int, float, float]:
        """Return the point other than an answer that matches best (-1 if none does), the share of what the question
        says that its words cover, and how far ahead it is of the next.
        """
        law = (number for number in scores if number not in self._answers)
        best = nsmallest(2, law, key=lambda each: (-scores[each], each))
        if not best or not scores[best[0]]:
            return -1, 0.0, 0.0
        said = {term: tells * self._rarity(term) for term, tells in question.items()}
        held = (
            each * weight
            for term, each in said.items()
            for number, weight in self._weights.get(term, ())
            if number == best[0]
        )
        return (
            best[0],
            round(sum(held) / sum(said.values()), 4),
            round(1 - sum(scores[each] for each in best[1:]) / scores[best[0]], 4),
        )

    def _by_questions(self, query: str, most: float) -> dict[int, float]:
        """Return scores for the best match of each question, where a query asks several: above ``most``, the highest
        score so far.  Empty if it asks only one, or if all have the same best match.
        """
        parts = [part for part in QUESTIONS.split(folded(query)) if len(part.strip()) > 1]
        bests = (self._best_of(part) for part in parts[:MOST_TOPICS] if len(parts) > 1)
        found = list(dict.fromkeys(best for best, score in filter(None, bests) if score >= TOPIC))
        if len(found) < 2:
            return {}
        return {best: most / BEHIND ** (len(found) - place) for place, best in enumerate(found)}

    def _best_of(self, part: str, other_than: int = -1) -> tuple[int, float] | None:
        """Return the point that matches a part of a sentence best, other than an answer, and its score; None if there
        is none, or if the point ``other_than`` matches nearly as well.
        """
        scores = {
            each: score for each, score in self._by_words(self._question(part)).items() if each not in self._answers
        }
        best = min(scores, key=lambda each: (-scores[each], each), default=None)
        if best is None or scores.get(other_than, 0.0) >= NEARLY * scores[best]:
            return None
        return best, scores[best]

    def _by_topics(self, query: str, first: int, most: float) -> dict[int, float]:
        """Return scores for the best match of each part of a sentence: just below ``most``, the score of ``first`` or
        of the answer that stays before them.
        """
        parts = [part for part in PARTED.split(folded(query)) if len(part.strip()) > 1]
        found: dict[int, float] = {}
        for part in parts[:MOST_TOPICS] if len(parts) > 1 else ():
            best, score = self._best_of(part, first) or (first, 0.0)
            if best not in found and score >= TOPIC:
                found[best] = most * BEHIND ** (len(found) + 1)
        return found

    def _by_words(self, question: Mapping[str, float]) -> dict[int, float]:
        scores: dict[int, float] = {}
        for term, tells in question.items():
            rare = self._rarity(term)
            for number, weight in self._weights.get(term, ()):
                scores[number] = scores.get(number, 0.0) + tells * rare * weight
        return self._answers_behind({each: score * self.points[each].meant for each, score in scores.items()})

    def _question(self, query: str) -> dict[str, float]:
        return terms(query, self.known, self._spelling.stem)

    def _rarity(self, term: str) -> float:
        """How much a term tells: the more, the fewer points have it, and the less weight it has there."""
        return log(1 + self._law / (1 + self._known_in.get(term, 0.0)))

    def _answers_behind(self, scores: Mapping[int, float]) -> dict[int, float]:
        """Return the scores with those of answers adjusted: the best answer is placed behind the best other point,
        provided its words score high enough; the others are scaled down because a full question matches more words.
        """
        answers = {number: score for number, score in scores.items() if number in self._answers}
        if not answers:
            return dict(scores)
        best = min(answers, key=lambda number: (-answers[number], number))
        most = max((score for number, score in scores.items() if number not in answers), default=0.0)
        behind = {number: score * FURTHER for number, score in answers.items()}
        behind[best] = max(behind[best], min(answers[best] * BEST, most * BEHIND))
        return {**scores, **behind}


def said_of(point: Point) -> str:
    """The phrases of a point; where a regulation or precedent has none, its own text."""
    return point.asked or (point.text if _document(point.id) in OWN_WORDS else "")


def _document(point_id: str) -> str:
    return folded(point_id.partition("/")[0])


def _held(point: Point, known: Words, said: Sequence[Sequence[Mapping[str, float]]]) -> dict[str, float]:
    """Return the terms of a point with their weights: of its own texts, and of ``said``, its own phrases and the
    borrowed ones, whichever of the two say a term more.
    """
    held: dict[str, float] = {}
    for place, weight in PLACES:
        for term in terms(getattr(point, place), known):
            held[term] = held.get(term, 0.0) + weight
    asked: dict[str, float] = {}
    for weight, parts in zip((ASKED, ASKED * BORROWED), said, strict=True):
        for term, many in Counter(term for part in parts for term in part).items():
            asked[term] = max(asked.get(term, 0.0), weight * many / (len(parts) + FEW))
    for term, weight in asked.items():
        held[term] = held.get(term, 0.0) + weight
    return held


def _runs(parts: Sequence[str]) -> set[tuple[str, ...]]:
    """Return every part of an id that may be typed: consecutive parts out of document, chapter and number; for
    documents in `BESIDE` they begin with the document.
    """
    starts = range(1 if "".join(parts[:1]) in BESIDE else len(parts))
    return {tuple(parts[at:end]) for at in starts for end in range(at + 1, len(parts) + 1)}
