"""The command line looks rules up: lists, shows, searches and finds clauses, and lists options."""

from __future__ import annotations

import json

import pytest

import rulesets
from rulesets.languages import LANGUAGES
from tests.referee.cli.command_line import referee

JMA = rulesets.load("jma-2006")


def test_rules_list_names_every_ruleset() -> None:
    rows = referee("rules", "list").out.splitlines()
    assert [row.split()[0] for row in rows] == list(rulesets.names())
    assert any(JMA.fingerprint in row for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_list_names_every_clause_of_a_ruleset(language: str) -> None:
    rows = referee("rules", "list", "--ruleset", "jma-2006", "--lang", language).out.splitlines()
    assert [row.split(maxsplit=1) for row in rows] == [
        [name, JMA.catalogue.text(name, language).title] for name in JMA.catalogue.clauses
    ]


@pytest.mark.parametrize("written", ["jma/auction-1", "Jma/Auction-1", "ＪＭＡ／ＡＵＣＴＩＯＮ－１"])
def test_rules_show_ignores_case_and_width(written: str) -> None:
    assert referee("rules", "show", written) == referee("rules", "show", "JMA/AUCTION-1")


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("auction", "JMA/AUCTION-1"),
        ("JMA/AUCTION-9", "JMA/AUCTION-1"),
        ("JMA/ACTION-1", "JMA/AUCTION-1"),
        ("tea", "rules list"),
    ],
)
def test_rules_show_has_a_hint_for_an_unknown_clause(written: str, hint: str) -> None:
    ran = referee("rules", "show", written)
    assert (ran.code, ran.out) == (2, "")
    assert hint in ran.err


@pytest.mark.slow
def test_rules_search_finds_by_a_question_in_any_language_by_a_code_and_in_all_rulesets() -> None:
    for question in ("同時のコール", "calls at the very same moment", "同時叫價"):
        first = referee("rules", "search", "--ruleset", "jma-2006", *question.split()).out.splitlines()[0]
        assert first.split() == ["JMA/AUCTION-4", "Bids", "at", "the", "same", "moment"], question
    assert "GIFT-2" in referee("rules", "search", "--ruleset", "jma-2006", "gift", "--lang", "ja").out.splitlines()[0]
    assert referee("rules", "search", "stadium").out.startswith("city ")
    assert referee("rules", "search", "xyzzy").code == 1


def test_rules_find_wants_every_word_in_id_or_text() -> None:
    both = referee("rules", "find", "auction", "hotel").out.splitlines()
    one = referee("rules", "find", "AUCTION").out.splitlines()
    assert 0 < len(both) < len(one)
    assert set(both) <= set(one)
    assert referee("rules", "find", "auction", "hotel").code == 0


def test_rules_find_ignores_case_and_width() -> None:
    assert referee("rules", "find", "ＧＯ").out == referee("rules", "find", "go").out != ""
    half, full = (referee("rules", "find", "--lang", "ja", word).out for word in ("ﾎﾃﾙ", "ホテル"))
    assert half == full != ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_options_lists_every_option_with_its_default_as_a_header_has_it(language: str) -> None:
    rows = referee("rules", "options", "--lang", language).out.splitlines()
    for row, option in zip(rows, JMA.options, strict=True):
        name, default, clause, about = row.split(maxsplit=3)
        assert (name, json.loads(default), clause, about) == (
            option.name,
            option.default,
            option.clause,
            option.about[language],
        )


@pytest.mark.parametrize("command", [["list"], ["show", "JMA/MORT-2"], ["find", "rent"], ["options"]])
def test_rules_of_an_unknown_ruleset_name_those_there_are(command: list[str]) -> None:
    ran = referee("rules", *command, "--ruleset", "kyoto-1999")
    assert (ran.code, ran.out) == (2, "")
    assert "jma-2006" in ran.err
