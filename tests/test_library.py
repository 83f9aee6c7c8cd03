"""The library as a newcomer sees it: the documentation's examples work, and everything public is documented."""

from __future__ import annotations

import doctest
import inspect
import re
import tempfile
from pathlib import Path

import pytest

import rulesets
from rulesets.wordlist import wordlist

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("library.md", "ten-things.md")


@pytest.mark.parametrize("page", PAGES)
def test_every_example_of_a_page_gives_what_the_page_shows(
    page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0 and tried > 25


def test_there_are_ten_things() -> None:
    page = (ROOT / "docs" / "ten-things.md").read_text("utf-8")
    assert re.findall(r"^## (\d+)\.", page, re.MULTILINE) == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("name", rulesets.__all__)
def test_what_is_public_says_what_it_is_and_stands_on_the_page(name: str) -> None:
    part = getattr(rulesets, name)
    assert name == "LANGUAGES" or inspect.getdoc(part)
    assert f"`{name}" in (ROOT / "docs" / "library.md").read_text("utf-8")


@pytest.mark.parametrize("part", [rulesets.Ruleset, rulesets.Answer, rulesets.Explanation, rulesets.Opening])
def test_every_public_method_says_what_it_does(part: type) -> None:
    silent = [
        name
        for name, each in inspect.getmembers(part, inspect.isfunction)
        if name[0] != "_" and not inspect.getdoc(each)
    ]
    assert silent == []


def test_the_text_of_a_refused_header_is_a_sentence_for_each_fault() -> None:
    with pytest.raises(rulesets.HeaderRefused) as refused:
        rulesets.load("jma-2006").start(["A"], "moon")
    assert [each.code for each in refused.value.refusals] == ["seats_number", "edition_unknown"]
    assert "Seats given: 1." in str(refused.value) and "moon" in str(refused.value)


def test_a_record_from_its_lines_is_the_record_of_its_objects() -> None:
    lines = ['{"record":"monopoly/1","ruleset":"jma-2006","seats":["A","B"]}\n', "\n", "A 12\n", "no\n", "B b15\n"]
    typed = rulesets.replay_lines(lines)
    header = {"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B"]}
    replayed = rulesets.replay(header, typed.reports)
    assert replayed.reports == typed.reports and [each["type"] for each in typed.reports] == ["roll", "decline", "bid"]
    assert (replayed.stopped, [each.to_json() for each in replayed.answers]) == (
        typed.stopped,
        [each.to_json() for each in typed.answers],
    )
    assert typed.stopped == 3


@pytest.mark.parametrize(
    ("lines", "code"), [([], "line_cut_off"), (['{"record"\n'], "not_json"), (["[]\n"], "header_malformed")]
)
def test_lines_without_a_header_are_refused_as_a_header_is(lines: list[str], code: str) -> None:
    record = rulesets.replay_lines(lines)
    assert (record.game, record.stopped, record.answers) == (None, 0, ())
    assert [refusal.code for refusal in record.opening.refusals] == [code]


def test_a_line_that_cannot_be_read_is_refused_and_the_game_goes_on() -> None:
    lines = ['{"record":"monopoly/1","ruleset":"jma-2006","seats":["A","B"]}\n', "A fly\n", "A 12\n"]
    record = rulesets.replay_lines(lines, stop=False)
    assert [answer.accepted for answer in record.answers] == [False, True]
    assert record.reports[0] is None and record.stopped == 1


INSIDE = frozenset(
    wordlist("""
    absent bendable bendable_records bent_by conflict default_edition mechanics past retired rules sources types
    unbendable
""")
)
"""What rulesets are made of, for whoever writes one (docs/adding-a-ruleset.md), not for whoever uses one."""


@pytest.mark.parametrize(
    "part", [rulesets.Ruleset, rulesets.Game, rulesets.Answer, rulesets.Refusal, rulesets.Explanation]
)
def test_the_table_names_what_a_type_has_and_nothing_else(part: type) -> None:
    table = (ROOT / "docs" / "library.md").read_text("utf-8").partition("## What there is")[2]
    [row] = re.findall(rf"^\| `{part.__name__}` \|(.*)\|$", table, re.MULTILINE)
    named = set(re.findall(r"`(\w+)(?:\([^`]*\))?`", row))
    there = {name for name in dir(part) if name[0] != "_"} - set(dir(tuple)) - INSIDE
    assert there <= named
    assert all(hasattr(part, name) or hasattr(rulesets.Ruleset, name) for name in named)


def test_what_is_printed_of_a_game_is_a_line() -> None:
    ruleset = rulesets.load("jma-2006")
    game = ruleset.start(["A", "B"])
    answer = ruleset.judge(game, {"type": "roll", "player": "A", "dice": [1, 2]})
    assert repr(answer) == "<Answer 1: accepted, thrown moved>"
    assert repr(answer.game) == "<Game of jma-2006@2: A B, 1 reports>"
    assert (
        repr(ruleset.judge(game, {"type": "buy", "player": "B"}))
        == "<Answer 1: refused, nothing_offered no_decision_due>"
    )
