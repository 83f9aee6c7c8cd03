"""A clause that a later document supersedes, on pages and over the API: the one in force links to the old one."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

import rulesets
from referee.rules.points import default_rulesets, full_index
from rulesets.kernel import registry
from rulesets.kernel.ruleset import Ruleset
from rulesets.languages import LANGUAGES
from tests.referee.lookup.test_rules_pages import page
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World
from tournaments.paper.documents.folded.leaflet import rules_in_short
from tournaments.paper.documents.folded.panels import PanelHead, Paragraph
from tournaments.paper.words import chapter

PACKAGE = Path(__file__).resolve().parents[2] / "one_clause"
WORDS = {
    "en": ("superseded", "In force instead", "Supersedes"),
    "ja": ("改定済み", "現行の条項", "改定前の条項"),
    "zh": ("已被取代", "现行条款", "所取代的条款"),
}


class Point(NamedTuple):
    """The entry point of the later document."""

    name: str
    ruleset: Ruleset

    def load(self) -> Ruleset:
        """The ruleset."""
        return self.ruleset


def forget() -> None:
    """Clear the caches of rulesets and of what is built from them."""
    registry.versions.cache_clear()
    default_rulesets.cache_clear()
    full_index.cache_clear()


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    """jma-2031 of `tests/one_clause`, which replaces JMA/TAX-2 of jma-2006."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    ruleset: Ruleset = import_module("jma_2031").RULESET
    monkeypatch.setattr(registry, "installed", lambda: [Point("jma-2031", ruleset)])
    forget()
    yield ruleset
    monkeypatch.undo()
    forget()


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_old_clause_says_what_is_in_force_and_that_one_leads_to_the_old(
    world: World, later: Ruleset, language: str
) -> None:
    superseded, in_force, supersedes = WORDS[language]
    titles = {clause: later.catalogue.text(clause, language).title for clause in ("JMA/TAX-2", "JMA31/TAX-1")}
    old = page(world, f"/rules/jma-2031/JMA/TAX-2?lang={language}")
    article = old[old.index("<article") : old.index("</article>")]
    assert superseded in article and in_force in article and titles["JMA/TAX-2"] in article
    assert f'href="/rules/jma-2031/JMA31/TAX-1"><b>JMA31/TAX-1</b> {titles["JMA31/TAX-1"]}</a>' in article
    new = page(world, f"/rules/jma-2031/JMA31/TAX-1?lang={language}")
    article = new[new.index("<article") : new.index("</article>")]
    assert superseded not in article and supersedes in article
    assert f'href="/rules/jma-2031/JMA/TAX-2"><b>JMA/TAX-2</b> {titles["JMA/TAX-2"]}</a>' in article
    assert later.catalogue.clauses["JMA31/TAX-1"].source[language] in article


@SQLITE_ONLY
def test_chapters_and_neighbours_are_those_in_force(world: World) -> None:
    listed = page(world, "/rules/jma-2031?lang=en")
    assert listed.index("JMA/TAX-1</b>") < listed.index("JMA31/TAX-1</b>") < listed.index("JMA/PARK-1</b>")
    assert "JMA/TAX-2" not in listed
    for clause in ("JMA31/TAX-1", "JMA/TAX-2"):
        shown = page(world, f"/rules/jma-2031/{clause}")
        assert 'rel="prev" href="/rules/jma-2031/JMA/TAX-1"' in shown
        assert 'rel="next" href="/rules/jma-2031/JMA/PARK-1"' in shown
    assert 'rel="next" href="/rules/jma-2031/JMA31/TAX-1"' in page(world, "/rules/jma-2031/JMA/TAX-1")
    count = len(rulesets.load("jma-2006").catalogue.in_force)
    rows = page(world, "/rules?lang=en").split('href="/rules/')
    counted = {row.partition('"')[0]: row for row in rows}
    assert f"{count} clauses" in counted["jma-2006"] and f"{count} clauses" in counted["jma-2031"]


@SQLITE_ONLY
def test_the_search_gives_the_one_in_force_by_the_old_id_too_and_leads_to_the_old_one(world: World) -> None:
    for query in ("q=JMA/TAX-2", "q=income+tax", "codes=tax_is_flat", "codes=JMA/TAX-2", "codes=tax_chosen"):
        shown = page(world, f"/rules/jma-2031?{query}&lang=en")
        hits = shown[shown.index('id="hits"') : shown.index('id="none"')]
        assert "<b>JMA31/TAX-1</b>" in hits and "<b>JMA/TAX-2</b>" not in hits, query
        assert '<b>Supersedes</b> <a href="/rules/jma-2031/JMA/TAX-2">JMA/TAX-2</a>' in hits, query


@SQLITE_ONLY
def test_what_a_browser_keeps_holds_what_is_in_force_and_where_answers_stand(world: World) -> None:
    kept = world.app.test_client().get("/rules/jma-2031/index.json?lang=en").get_json()
    points = {point["id"]: point for point in kept["points"]}
    assert "JMA/TAX-2" not in points
    assert points["JMA31/TAX-1"]["supersedes"] == ["JMA/TAX-2"]
    assert points["ANSWER/RULES-1"]["clauses"] == ["JMA31/TAX-1", "JMA/MORT-4", "JMA/MORT-2"]
    assert kept["addresses"] == {"ANSWER/RULES-1": "/rules/answers/ANSWER/RULES-1?ruleset=jma-2031"}
    assert world.app.test_client().get("/rules/jma-2006/index.json?lang=en").get_json()["addresses"] == {}


@SQLITE_ONLY
def test_an_answer_names_the_clause_in_force_where_it_is_asked_for_in_that_ruleset(world: World) -> None:
    address = "/rules/answers/ANSWER/RULES-1?ruleset=jma-2031"
    for path in ("/rules/jma-2031", "/rules/jma-2031/JMA31/TAX-1", "/rules/jma-2031?q=RULES-1"):
        assert f'href="{address}"' in page(world, path), path
    shown = page(world, f"{address}&lang=en")
    rests = shown[shown.index("<h2>Clauses that decide</h2>") :].partition("</ul>")[0]
    assert "<b>JMA31/TAX-1</b> Income tax: $200 or a tenth of the worth" in rests
    assert 'Supersedes <a href="/rules/jma-2031/JMA/TAX-2">JMA/TAX-2</a>' in rests
    assert world.app.test_client().get("/rules/jma-2031/answer/rules-1").headers["Location"] == address
    shown = page(world, "/rules/answers/ANSWER/RULES-1?lang=en")
    assert "JMA/TAX-2</b>" in shown and "JMA31" not in shown
    page(world, "/rules/answers/ANSWER/RULES-1?ruleset=kyoto-1999", status=404)


@SQLITE_ONLY
def test_programs_are_told_what_a_clause_supersedes(world: World) -> None:
    def first(query: str) -> dict[str, object]:
        row: dict[str, object] = world.ask("GET", f"/rules?{query}&limit=1", None).get_json()["rows"][0]
        return row

    hit = first("ruleset=jma-2031&q=JMA/TAX-2&lang=ja")
    assert (hit["clause"], hit["supersedes"]) == ("JMA31/TAX-1", ["JMA/TAX-2"])
    assert hit["source"] == "架空の2031年ルール"
    hit = first("ruleset=jma-2006&q=JMA/TAX-2&lang=zh")
    assert (hit["clause"], hit["supersedes"]) == ("JMA/TAX-2", [])
    assert hit["source"] == "日本大富翁协会规则（2006年7月18日）"
    hit = first("ruleset=jma-2031&q=ANSWER/RULES-1")
    assert (hit["clause"], hit["address"]) == ("ANSWER/RULES-1", "/rules/answers/ANSWER/RULES-1?ruleset=jma-2031")


@SQLITE_ONLY
def test_in_the_earlier_ruleset_nothing_is_superseded(world: World) -> None:
    for path in ("/rules/jma-2006", "/rules/jma-2006/JMA/TAX-2", "/rules/jma-2006?q=income+tax"):
        shown = page(world, f"{path}{'&' if '?' in path else '?'}lang=en").partition("<template")[0]
        assert "JMA31" not in shown and "upersede" not in shown, path


def test_the_leaflet_has_the_clause_in_force_in_the_place_of_the_old_one() -> None:
    def of_taxes(ruleset: str) -> list[tuple[str, str]]:
        parts = rules_in_short(ruleset, "en")
        start = parts.index(PanelHead(chapter("JMA/TAX", "en"))) + 1
        rest = takewhile(lambda part: isinstance(part, Paragraph), parts[start:])
        return [(part.lead, part.aside) for part in rest if isinstance(part, Paragraph)]

    assert of_taxes("jma-2031") == [("Income tax: $200 or a tenth of the worth", "JMA31/TAX-1")]
    assert of_taxes("jma-2006") == [("Income tax is flat", "JMA/TAX-2")]
