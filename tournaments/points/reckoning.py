"""Explains a player's points step by step in the reader's language; the sentences are in texts/points.*.toml."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

from rulesets.languages.counted import fill
from rulesets.languages.texts import texts
from tournaments.points.formula import Step
from tournaments.points.score import Score


def reckoning(score: Score, language: str) -> tuple[str, ...]:
    """The explanation of a score in a language, one sentence per step."""
    return tuple(_sentence(step, language) for step in score.steps)


def figure(number: Fraction) -> str:
    """A number as printed: exact if it is whole, otherwise truncated to at most four decimals."""
    if number.denominator == 1:
        return str(number.numerator)
    cut = abs(number.numerator) * 10_000 // number.denominator
    text = f"{cut // 10_000}.{cut % 10_000:04d}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 else text


def _sentence(step: Step, language: str) -> str:
    code = "by_place_shared" if "shared_by" in step.facts else step.code
    sentences = _sentences(language)
    facts = {
        key: figure(value) if isinstance(value, Fraction) else sentences.get(f"word_{value}", value)
        for key, value in step.facts.items()
    }
    return fill(sentences[code], points=figure(step.points), **facts)


@cache
def _sentences(language: str) -> Mapping[str, str]:
    return texts(files("tournaments") / "texts", "points", language)
