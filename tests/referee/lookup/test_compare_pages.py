"""Rulesets compared: every topic names clauses that exist, and the page marks what differs."""

from __future__ import annotations

import pytest

import rulesets
from rulesets.comparison import DIFFERENT, SAME, compared, topics
from rulesets.languages import LANGUAGES
from tests.referee.lookup.test_rules_pages import page
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tests.rulesets.test_catalogue import clauses

NAMES = ("jma-2006", "classic-ja", "classic-us", "wiki-2008")


def test_topics_name_clauses_of_every_document_and_have_a_title_in_each_language() -> None:
    assert len(topics()) >= 30
    for key, topic in topics().items():
        assert set(topic.clauses) <= set(clauses()), (key, set(topic.clauses) - set(clauses()))
        assert {each.partition("/")[0] for each in topic.clauses} == {"JMA", "CLASSIC-JA", "WIKI", "US"}, key
        assert all(topic.titles[language] for language in LANGUAGES)


def test_a_ruleset_is_the_same_as_itself_and_differs_from_others_alike_from_both_sides() -> None:
    known = {name: rulesets.load(name).catalogue for name in NAMES}
    for one in NAMES:
        assert {each.how for each in compared(known[one], known[one])} == {SAME}
        for other in NAMES:
            here, there = ([each.how for each in compared(known[a], known[b])] for a, b in ((one, other), (other, one)))
            assert here == there
    hows = {each.topic.key: each.how for each in compared(known["jma-2006"], known["classic-us"])}
    assert (hows["income_tax"], hows["parking"], hows["rent_late"]) == (DIFFERENT, SAME, DIFFERENT)


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_puts_clause_beside_clause(world: World, language: str) -> None:
    shown = page(world, f"/rules/compare?left=jma-2006&right=classic-us&lang={language}")
    for name, clause in (("jma-2006", "JMA/TAX-2"), ("classic-us", "US/TAX-3")):
        text = rulesets.load(name).catalogue.text(clause, language)
        assert text.text in shown
        assert f'href="/rules/{name}/{clause}"' in shown
    assert "JMA/PARK-1" in shown
    assert "JMA/PARK-1" not in page(world, f"/rules/compare?left=jma-2006&right=classic-us&only=1&lang={language}")
    page(world, "/rules/compare?left=kyoto-1999", status=404)
    assert "/rules/compare" in page(world, "/rules")
