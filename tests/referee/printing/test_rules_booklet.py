"""The rules booklet: that of a ruleset for everybody, and that of an event with its regulation included."""

from __future__ import annotations

import re
from itertools import product

import pytest

import rulesets
from referee.events.points_text import sizes_text
from referee.events.regulation_text import games_text, ranking_text, stage_name, start_line
from referee.printing.documents.cards import terms
from referee.printing.documents.rules_booklet import booklet
from rulesets.kernel.clause import START_ORDER
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tests.tournaments.paper_samples import layout, text_of
from tests.tournaments.paper_watch import watched
from tournaments.paper.documents.rules_booklet import rules_booklet
from tournaments.paper.type.characters import clean
from tournaments.paper.words import headed, words
from tournaments.regulation import shipped
from tournaments.standings.sentence import title


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_gets_the_booklet_of_a_ruleset_in_their_language(world: World, language: str) -> None:
    stranger = world.app.test_client()
    answer = stranger.get(f"/rules/jma-2006/booklet.pdf?lang={language}")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    shown = "".join(text_of(answer.data).split())
    known = rulesets.load("jma-2006").catalogue
    for each in known.in_force.values():
        if each.layer != "record":
            assert each.id in shown
            assert "".join(clean(known.texts(language)[each.id].text).split())[:12] in shown, each.id
    assert stranger.get("/rules/none/booklet.pdf").status_code == 404
    assert "/rules/jma-2006/booklet.pdf" in stranger.get("/rules/jma-2006").get_data(as_text=True)


@pytest.mark.parametrize("name", rulesets.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruleset_and_every_line_of_a_regulation_are_in_the_booklet_once(name: str, language: str) -> None:
    regulation = shipped.load("jma-national-2012")
    facts = booklet(rulesets.load(name), language, regulation).facts
    listed = [each for chapter in facts.chapters for each in chapter.clauses]
    clauses = [each.id for each in listed if each.id]
    known = rulesets.load(name).catalogue.in_force.values()
    assert sorted(clauses) == sorted(each.id for each in known if each.layer != "record")
    titles = [each.title for each in facts.chapters]
    assert len(titles) == len(set(titles)), "a chapter is in one place"
    woven = [each.text for each in listed if not each.id and each.text]
    assert len(woven) == len(set(woven)) > 10


@pytest.mark.parametrize("name", shipped.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_card_booklet_and_boards_have_one_rule_of_ranking_and_one_form_of_games_and_tables(
    name: str, language: str
) -> None:
    regulation = shipped.load(name)
    ranked, listed = ranking_text(regulation, language), [value for _, value in terms(regulation, language)]
    pages = booklet(rulesets.load(regulation.game.ruleset), language, regulation).facts.chapters
    assert ranked in listed
    assert ranked in [each.text for chapter in pages for each in chapter.clauses]
    rule, stages = regulation.qualification, [each.stage for each in regulation.rounds if each.stage != "main"]
    ways = ranked.split(" → ")
    assert (ways[0] == headed(stage_name("final", language))) == (rule is not None and "final" in stages)
    assert ways[-1] == headed(title(regulation.standings.criteria[-1], language))
    main = [str(each.minutes) for each in regulation.rounds if each.stage == "main"]
    if main and "None" not in main:
        (games,) = (each for each in listed if each == games_text(regulation, language))
        assert re.findall(r"\d+", games) == [str(len(main)), *(main if len(set(main)) > 1 else main[:1])]
    assert sizes_text(regulation.tables.sizes, language) in listed


def test_sizes_of_tables_are_a_range_if_none_is_left_out() -> None:
    assert [sizes_text(each, "ja") for each in ((5, 4), (4,), (6, 4))] == ["4–5", "4", "4、6"]


@pytest.mark.parametrize("name", rulesets.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_event_settles_stands_below_the_clause_that_it_replaces(name: str, language: str) -> None:
    regulation = shipped.load("jma-national-2012")
    listed = [
        each
        for chapter in booklet(rulesets.load(name), language, regulation).facts.chapters
        for each in chapter.clauses
    ]
    at = next(at for at, each in enumerate(listed) if each.text == start_line(regulation, language))
    above = rulesets.load(name).catalogue.in_force.values()
    assert listed[at - 1].id in {each.id for each in above if each.settles == START_ORDER}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_booklet_lists_its_chapters_with_their_pages(language: str) -> None:
    facts = booklet(rulesets.load("jma-2006"), language, shipped.load("jma-national-2012")).facts
    with watched() as pages:
        rules_booklet(facts, layout(), language)
    size = max(each.size for page in pages for each in page.texts if each.what == facts.chapters[0].title)
    for chapter in facts.chapters:
        (begun,) = (
            number
            for number, page in enumerate(pages, 1)
            if any(each.what == chapter.title and each.size == size for each in page.texts)
        )
        listed = next(each for each in pages[0].texts if each.what == chapter.title and each.size < size)
        beside = [each for each in pages[0].texts if each.what == str(begun) and abs(each.bottom - listed.bottom) < 1]
        assert any(each.left > listed.right for each in beside), chapter.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_event_says_is_marked_explained_and_never_parted_from_what_it_is_about(language: str) -> None:
    facts = booklet(rulesets.load("jma-2006"), language, shipped.load("jma-national-2012")).facts
    said = {each.text[:9] for chapter in facts.chapters for each in chapter.clauses if not each.id and each.text}
    for paper, print_ in product(("A4", "Letter"), ("normal", "large")):
        with watched() as pages:
            rules_booklet(facts, layout(paper, print_), language)
        explained = [page for page in pages if any(each.what == words(language)["booklet_key"] for each in page.texts)]
        assert explained == [pages[0]]
        for page in pages:
            top = min(line.top for line in page.lines)  # below the heading of the page
            for left, right in ((0, page.width / 2), (page.width / 2, page.width)):
                column = [each for each in page.texts if left < each.left < right and each.top > top]
                first = min(column, key=lambda each: each.top)
                assert first.what[:9] not in said, f"{first} begins a column"
    plain = booklet(rulesets.load("jma-2006"), language).facts
    assert words(language)["booklet_key"] not in text_of(rules_booklet(plain, layout(), language))
