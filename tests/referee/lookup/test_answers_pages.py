"""Known answers on pages for everybody, and over the API."""

from __future__ import annotations

import pytest

from rulesets.answers.answer import answers, said
from rulesets.languages import LANGUAGES
from tests.referee.lookup.test_rules_pages import page
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World


@pytest.mark.slow
@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_reads_every_answer_at_its_own_address(world: World, language: str) -> None:
    listed = page(world, f"/rules/answers?lang={language}")
    for answer in answers().values():
        texts = said(language)[answer.id]
        assert f'href="/rules/answers/{answer.id}"' in listed
        assert texts.question in listed
        shown = page(world, f"/rules/answers/{answer.id}?lang={language}")
        for part in (texts.question, texts.answer, texts.note, *(each.names[language] for each in answer.sources)):
            assert part in shown
        assert all(f"{clause}</b>" in shown for clause in answer.clauses)


@SQLITE_ONLY
def test_an_example_is_shown_as_the_engine_plays_it(world: World) -> None:
    shown = page(world, "/rules/answers/ANSWER/DEAL-4?lang=en")
    steps = shown[shown.index('<ol class="steps">') :]
    assert steps.index("B deal A cha > 50") < steps.index("$49") < steps.index("B deal A cha > 49")
    assert '(<a href="/rules/jma-2006/JMA/GIFT-4">JMA/GIFT-4</a>)' in steps
    assert "the Chance release card" in shown


@SQLITE_ONLY
def test_addresses_of_answers_lead_to_one_page_and_wrong_ones_say_so(world: World) -> None:
    browser = world.app.test_client()
    for path in ("/rules/answers/jail-1", "/rules/answers/answer/Jail-1", "/rules/jma-2006/ANSWER/JAIL-1"):
        assert browser.get(path).headers["Location"] == "/rules/answers/ANSWER/JAIL-1", path
    tag = browser.get("/rules/answers/ANSWER/JAIL-1").headers["ETag"]
    assert browser.get("/rules/answers/ANSWER/JAIL-1", headers={"If-None-Match": tag}).status_code == 304
    for path in ("/rules/answers/ANSWER/JAIL-99", "/rules/answers/x"):
        page(world, path, status=404)


@SQLITE_ONLY
def test_a_clause_names_its_answers_and_the_clauses_that_are_read_with_it(world: World) -> None:
    shown = page(world, "/rules/jma-2006/JMA/BANKR-8")
    assert 'href="/rules/answers/ANSWER/JAIL-4"' in shown
    together = shown[shown.index("Clauses to read together") :].partition("</section>")[0]
    assert together.count("<li>") == 2
    assert "JMA/BANKR-9" in together and "JMA/BANKR-10" in together
    # BANKR-10 is named, not BANKR-1.
    assert "Clauses to read together" not in page(world, "/rules/jma-2006/JMA/BANKR-1")
    found = page(world, "/rules/jma-2006?q=zero+rescue")
    assert 'href="/rules/answers/ANSWER/RESCUE-5"' in found


@SQLITE_ONLY
def test_programs_find_answers_beside_clauses(world: World) -> None:
    rows = world.ask("GET", "/rules?q=ゼロ救済&lang=ja&ruleset=jma-2006", None).get_json()["rows"]
    found = next(each for each in rows if each["kind"] == "answer")
    assert found["clause"] == "ANSWER/RESCUE-5"
    assert (found["address"], found["layer"], found["standing"]) == ("/rules/answers/ANSWER/RESCUE-5", None, "settled")
    assert found["clauses"] == ["JMA/BANKR-3", "JMA/MANNER-6"]
    assert found["source"] == "mpb.hatenablog.com、2008年9月8日"
    clause = next(each for each in rows if each["kind"] == "clause")
    assert (clause["clauses"], clause["standing"], clause["layer"]) == ([], None, "supplement")
