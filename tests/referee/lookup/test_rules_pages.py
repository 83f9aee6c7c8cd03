"""Looking up the rules: pages for everybody, the case of a table, and the same over the API."""

from __future__ import annotations

import re
from html import unescape

import pytest

import rulesets
from referee.core.access.guard import COOKIE
from referee.events.regulation import in_force
from referee.rules.points import regulation_points
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World

HTML = {"Accept": "text/html"}


def page(world: World, path: str, by: str | None = None, status: int = 200) -> str:
    """A page as a stranger or a given role gets it."""
    browser = world.app.test_client()
    if by is not None:
        browser.set_cookie(COOKIE, world.tokens[by])
    answer = browser.get(path, headers=HTML)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return unescape(as_shown(answer.get_data(as_text=True)))


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_reads_every_clause_at_its_own_address_in_three_languages(world: World, language: str) -> None:
    assert '<a class="person" href="/rules/wiki-2008">' in page(world, f"/rules?lang={language}")
    texts = rulesets.load("jma-2006").catalogue.texts(language)
    home = page(world, f"/rules/jma-2006?lang={language}")
    for clause, text in texts.items():
        assert f'href="/rules/jma-2006/{clause}"' in home
        assert text.title in home
    for ruleset, clause in (("jma-2006", "JMA/GIFT-2"), ("classic-us-short", "US/SHORT-6"), ("city", "RECORD/FORM")):
        shown = page(world, f"/rules/{ruleset}/{clause}?lang={language}")
        text = rulesets.load(ruleset).catalogue.text(clause, language)
        assert text.title in shown and text.text in shown and text.example in shown


@SQLITE_ONLY
def test_a_clause_lists_its_refusals_its_options_and_its_neighbours(world: World) -> None:
    shown = page(world, "/rules/jma-2006/JMA/GEN-2")
    assert "deal_of_wrong_number" in shown
    assert "Deeds reported as dealt to …: …." in shown
    assert "dealt_deeds = " in shown
    assert 'rel="prev" href="/rules/jma-2006/JMA/GEN-1"' in shown
    assert 'rel="next" href="/rules/jma-2006/JMA/GEN-3"' in shown
    for language in LANGUAGES:
        shown = page(world, f"/rules/jma-2006/JMA/BANKR-9?lang={language}")
        assert '<a href="/rules/jma-2006/JMA/BANKR-8">JMA/BANKR-8</a>' in shown, language


@SQLITE_ONLY
def test_every_page_of_the_rules_takes_a_question_and_leads_to_the_readers_ruleset(world: World) -> None:
    links = ["", "/irregularities/rent-wrong", "/answers/ANSWER/JAIL-1", "/city/CITY/BANK-1"]
    links += [
        each.split("/rules", 1)[1] for each in re.findall(r'class="person" href="([^"]+)"', page(world, "/rules"))
    ]
    assert {"/compare", "/irregularities", "/answers", "/city", "/regulations/kobe-gp"} < set(links)
    for path in links:
        (action,) = re.findall(r'<form class="find"[^>]* action="([^"]+)" role="search"', page(world, f"/rules{path}"))
        assert action in {"/rules", "/rules/city", f"/rules{path}"} or path.startswith("/regulations/"), path
    browser = world.app.test_client()
    home = browser.get("/rules?q=rent&event=x", headers=HTML)
    assert (home.status_code, home.headers["Location"]) == (303, "/rules/jma-2006?event=x&q=rent")


@SQLITE_ONLY
def test_a_page_is_kept_by_its_tag_and_a_wrong_address_says_so(world: World) -> None:
    browser = world.app.test_client()
    for path in ("/rules", "/rules/jma-2006?q=hotel", "/rules/jma-2006/JMA/GO-1", "/rules/jma-2006/index.json"):
        first = browser.get(path)
        again = browser.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code) == (200, 304), path
        assert browser.get(path, headers={"Accept-Language": "ja"}).headers["ETag"] != first.headers["ETag"]
    assert browser.get("/rules/jma-2006/jma/go-1").headers["Location"] == "/rules/jma-2006/JMA/GO-1"
    for path in ("/rules/kyoto-1999", "/rules/jma-2006/JMA/GO-99", "/rules/regulations/none", "/rules/city/JMA/GO-1"):
        page(world, path, status=404)


@SQLITE_ONLY
def test_the_case_of_a_table_comes_first_and_is_for_those_who_may_read_its_log(world: World) -> None:
    world.report(0, {"type": "roll", "player": "A", "dice": [1, 2]})
    refused = world.report(1, {"type": "build", "player": "A", "lots": []})
    assert refused.status_code == 422
    page(world, f"/rules?case={world.table}", status=401)
    browser = world.app.test_client()
    browser.set_cookie(COOKIE, world.tokens["administrator"])
    assert browser.get(f"/rules?case={world.table}").headers["Location"] == f"/rules/jma-2006?case={world.table}"
    shown = page(world, f"/rules/jma-2006?case={world.table}", "administrator")
    hits = shown[shown.index('id="hits"') : shown.index('id="none"')]
    clauses = [each["clause"] for each in refused.get_json()["refusals"]]
    places = [hits.index(f"<b>{each}</b>") for each in (*clauses, "JMA/LAND-1")]  # last: what the throw waits for
    assert places == sorted(places)
    assert hits.count("your case") == hits.count("<li>") == len(set(clauses) | {"JMA/LAND-1"})


@SQLITE_ONLY
@pytest.mark.usefixtures("cup")
def test_what_a_regulation_says_is_found_too_and_an_events_own_only_by_its_people(world: World) -> None:
    for where, by in (("regulation=jma-national-2012", None), (f"event={world.event}", "administrator")):
        assert "#qualification-1" in page(world, f"/rules/jma-2006?{where}&q=who+goes+on+to+the+final", by), where
    assert 'id="qualification-1"' in page(world, "/rules/regulations/jma-national-2012")
    page(world, f"/rules/jma-2006?event={world.event}&q=final", status=401)
    own = page(world, "/rules", "organizer")
    assert own.index("/rules/jma-2006") < own.index("your event") < own.index("/rules/city")
    assert "your event" not in page(world, "/rules")


@SQLITE_ONLY
@pytest.mark.usefixtures("cup")
def test_every_point_of_an_events_regulation_stands_at_the_address_that_the_search_leads_to(world: World) -> None:
    with world.service.database.read() as session:
        text = in_force(session, world.event).text
    shown = page(world, f"/events/{world.event}/regulation?lang=en", "organizer")
    assert f'href="/rules/jma-2006?event={world.event}"' in shown
    with world.app.test_request_context():
        points = regulation_points(text, "en")
    for point in points:
        at = point.id.removeprefix("REGULATION/").lower()
        wording = point.text.split(" · ")[0]
        assert wording in shown.partition(f' id="{at}">')[2].partition("</li>")[0], point
    found = page(world, f"/rules/jma-2006?event={world.event}&q=who+goes+on+to+the+final&lang=en", "organizer")
    assert f'href="/events/{world.event}/regulation#qualification-1"' in found
    from_a_table = page(world, f"/rules/jma-2006?case={world.table}&q=who+goes+on+to+the+final&lang=en", "organizer")
    assert f'href="/events/{world.event}/regulation#qualification-1"' in from_a_table


@SQLITE_ONLY
def test_programs_look_rules_up_without_a_log_in(world: World) -> None:
    def rows(query: str, status: int = 200) -> list[dict[str, str]]:
        answer = world.ask("GET", f"/rules?{query}", None)
        assert answer.status_code == status, answer.get_json()
        found: list[dict[str, str]] = answer.get_json().get("rows", [])
        return found

    first = rows("ruleset=jma-2006&q=最後の一振り&lang=ja&limit=1")
    assert [(each["clause"], each["title"], each["why"]) for each in first] == [("JMA/TIME-7", "最後の一振り", "words")]
    assert page(world, first[0]["address"])
    assert [each["clause"] for each in rows("ruleset=jma-2006&codes=bid_not_in_tens,JMA/GO-1")] == [
        "JMA/AUCTION-1",
        "JMA/GO-1",
    ]
    assert {each["ruleset"] for each in rows("q=stadium")} == {"city"}
    rows("ruleset=kyoto-1999&q=x", 404)
    rows("limit=0", 422)
