"""Sentences of events and of what is due: one for every kind, in every language, using only facts that are there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import rulesets
from rulesets.kernel import conformance
from rulesets.kernel.narration import KINDS as FILES
from rulesets.kernel.narration import event_templates, narrate
from rulesets.kernel.ruleset import Answer, Game
from rulesets.kernel.sentence import SHARED, read
from rulesets.languages import LANGUAGES
from tests.rulesets.observed import records

OBJECTS = {"side", "claim"}
"""Templates among those of events that print objects inside events."""
LABELS = {"seat", "money", "deed", "space", "deck", "card", "piece", "level", "sizes", "dice", "thing", "edition"}
KINDS = {*LABELS, *OBJECTS}
"""The kinds that `rulesets.classic.game.labels` prints, and the objects; a plural prints a list."""
GAMES = 3


def templates(file: str, language: str) -> Mapping[str, str]:
    """The templates of events, or of what is due, by name."""
    return read(file, language, SHARED)


def every_template(language: str) -> Iterator[tuple[str, str]]:
    """The name and the text of every template of a language."""
    for file in FILES:
        yield from templates(file, language).items()


def parts(text: str) -> set[tuple[str, str]]:
    """The facts that a template prints, each with its kind."""
    return {(name, kind or "") for _, name, kind, _ in Formatter().parse(text) if name is not None}


# -- the entries that the engine writes


@cache
def answers() -> tuple[Answer, ...]:
    """All answers of the engine to the scenarios and to some random games."""
    found = [answer for _, record in records() for answer in record.answers]
    for name in rulesets.names():
        for seed in range(GAMES):
            found += conformance.play(rulesets.load(name), seed, 100).answers
    return tuple(found)


@cache
def kinds(due: bool) -> frozenset[str]:
    """The kinds of events, or of what is due, that the engine actually produces."""
    entries = (entry for answer in answers() for entry in (answer.due if due else answer.events))
    return frozenset(str(entry["kind"]) for entry in entries)


def label(game: Game) -> Any:
    return lambda *fact: game.ruleset.mechanics.label(game.state.table, *fact)


# -- what holds for the templates


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_every_kind_has_a_template_and_none_is_left_over(file: str, language: str) -> None:
    named = {name.split()[0] for name in templates(file, language) if not name.startswith("+")}
    assert named - OBJECTS == kinds(file == "due")
    assert named <= set(templates(file, language)), "every kind has an unconditional template"


@pytest.mark.slow
def test_no_kind_has_two_templates() -> None:
    assert not kinds(due=True) & kinds(due=False)
    names = [name for name, _ in every_template("en")]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("language", LANGUAGES)
def test_additions_are_used_and_those_used_are_there(language: str) -> None:
    used = {name for _, text in every_template(language) for name, kind in parts(text) if kind == "+"}
    assert used == {name[1:] for name, _ in every_template(language) if name.startswith("+")}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_all_languages_tell_the_same_facts(language: str) -> None:
    def shape(text: str) -> tuple[set[tuple[str, str]], bool]:
        return parts(text), "|" in text

    have = {name: shape(text) for name, text in every_template(language)}
    assert have == {name: shape(text) for name, text in every_template("en")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_are_printed_as_a_kind_that_can_be_printed(language: str) -> None:
    known = {"", "+", *KINDS, *(f"{kind}s" for kind in KINDS)}
    used = {piece for _, text in every_template(language) for _, kind in parts(text) for piece in kind.split("=")}
    assert used <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_player_stands_before_the_bar(language: str) -> None:
    heads = {text.partition("|")[0] for _, text in every_template(language) if "|" in text}
    assert {frozenset(parts(head)) for head in heads} == {frozenset({("player", "seat")})}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_is_a_sentence_without_its_full_stop(language: str) -> None:
    for name, text in every_template(language):
        assert not text.endswith((".", "。", ";", "；")), name
        assert name.startswith("+") or text == text.strip(), name


def test_there_are_no_templates_in_an_unknown_language() -> None:
    with pytest.raises(KeyError):
        event_templates("fr")


# -- sentences as they are printed


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_or_is_due_has_a_sentence(language: str) -> None:
    seen = set()
    for answer in answers():
        for entries in (answer.events, answer.due):
            sentences = narrate(entries, language, label(answer.game), answer.game.ruleset.sources)
            assert len(sentences) == len(entries)
            for entry, text in zip(entries, sentences, strict=True):
                seen.add(entry["kind"])
                assert text.strip(), entry
                if entry["kind"] != "ruling":  # its reason is free text of the referee
                    assert not re.search(r"[{}|\[\]]|  |[a-z]_[a-z]|True|False|None", text), text
    assert seen == kinds(due=True) | kinds(due=False)


NAMES = {"A": "Akira", "B": "Beatriz", "C": "Chen"}
FILE = Path(__file__).with_name("event_sentences.toml")
SAMPLES: list[dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))["sample"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES, ids=[sample["events"][0]["kind"] for sample in SAMPLES])
def test_a_sentence_word_for_word(sample: dict[str, Any], language: str) -> None:
    game = rulesets.load("jma-2006").start(["A", "B", "C"], names=NAMES)
    assert narrate(sample["events"], language, label(game)) == sample[language]


@pytest.mark.parametrize("to", ["bank", "rent", "player"])
def test_a_seat_named_like_a_fact_changes_no_sentence(to: str) -> None:
    game = rulesets.load("jma-2006").start(["A", "rent", "player"])
    paid = {"kind": "paid", "player": "A", "to": to, "amount": 5, "cause": "tax"}
    assert narrate([paid], "en", label(game)) == [f"A pays {'the bank' if to == 'bank' else to} $5 tax"]
