"""A table explained: what may be done and why something may not, by typing, by choosing, before and after an entry."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

import rulesets
from referee.core.access.guard import COOKIE
from referee.core.language import words
from referee.rules.explain import chosen as explain_chosen
from rulesets.languages import LANGUAGES
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World

DEBT = {
    "phase": "turn",
    "turn": "A",
    "begun": True,
    "players": {"A": {"cash": 100, "space": "boardwalk"}, "C": {"cash": 400}},
    "deeds": {"boardwalk": {"owner": "B"}, "reading_railroad": {"owner": "A"}, "baltic_avenue": {"owner": "C"}},
    "due": [{"kind": "debt", "player": "A", "to": "B", "amount": 450, "cause": "rent", "deed": "boardwalk"}],
}


def page(world: World, table: str, by: str = "arbiter", status: int = 200, **query: Any) -> str:
    """The page as a role gets it."""
    browser = world.app.test_client()
    browser.set_cookie(COOKIE, world.tokens[by])
    answer = browser.get(f"/tables/{table}/explain", headers={"Accept": "text/html"}, query_string=query)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return unescape(as_shown(answer.get_data(as_text=True)))


def section(shown: str, heading: str) -> str:
    part = re.split(r"<section", shown[shown.index(f"<h2>{heading}") :], maxsplit=1)[0]
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", part))


def test_a_question_that_is_no_report_is_said_to_be_unread_and_leads_to_the_search(world: World) -> None:
    shown = page(world, world.table, lang="en", report="may I build now?")
    unread = shown[shown.index('id="unread"') :]
    assert words("en")["explain_unread"] in unread
    assert "/rules/jma-2006?q=may%20I%20build%20now%3F&case=" in unread
    assert words("en")["explain_refused"] not in shown
    assert 'id="unread"' not in page(world, world.table, lang="en", report="A 12")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_debtor_is_explained_in_figures_and_clauses_in_three_languages(world: World, language: str) -> None:
    table = world.new_table(2, start=DEBT)
    shown = page(world, table, lang=language)
    texts = words(language)
    debts = section(shown, texts["explain_debts"])
    assert texts["explain_provisional"] in debts
    for figure in ("$450", "$100", "$200", "$250"):  # owed, in hand, with the railroad mortgaged, missing
        assert figure in debts
    assert 'href="/rules/jma-2006/JMA/BANKR-1"' in shown
    for part in ("explain_rescue_who", "explain_rescue_prices", "explain_otherwise"):
        assert texts[part] in debts


def test_a_report_is_tried_as_it_is_typed_and_nothing_is_logged(world: World) -> None:
    table = world.new_table(2, start=DEBT)
    refused = section(page(world, table, report="A buy"), "Would this be legal?")
    assert "Not legal" in refused and "RECORD/ORDER" in refused and "No ruling can let it stand" in refused
    bent = section(page(world, table, report="B 34"), "Would this be legal?")
    assert "A ruling can let it stand" in bent
    kept = section(page(world, table, report="mort rea"), "Would this be legal?")  # it means the debtor
    assert "Not legal" in kept and "A reported a mortgage" in kept
    accepted = section(page(world, table, report="A bankrupt"), "Would this be legal?")
    assert "Legal" in accepted
    unread = page(world, table, report="A nonsense")
    assert "RECORD/FORM" in section(unread, "Would this be legal?") and 'value="A nonsense"' in unread
    assert world.ask("GET", f"/tables/{table}").get_json()["seq"] == 0


def test_what_is_chosen_becomes_the_line_that_would_have_been_typed(world: World) -> None:
    table = world.new_table(2, start=DEBT)
    fields = page(world, table, kind="trade", who="A")
    assert '<option value="reading_railroad">' in fields
    chosen: dict[str, Any] = {
        "with": "C",
        "give.deeds": "reading_railroad",
        "take.cash": "350",
        "take.deeds": "baltic_avenue",
    }
    shown = page(world, table, kind="trade", who="A", made="1", **chosen)
    assert 'name="report" value="A deal C rea > 350 bal"' in shown
    lots: dict[str, Any] = {"to.reading_railroad": "0"}
    assert "✗ Not legal" in page(world, table, kind="sell", who="A", made="1", **lots)


def test_what_may_be_done_leads_to_its_trial(world: World) -> None:
    shown = page(world, world.new_table(2, start=DEBT))
    lines = re.findall(r'<a class="row" href="([^"]*)">', shown[shown.index("What may happen now") :])
    exact = [each for each in lines if "report=" in each]
    assert exact and any("kind=trade&who=A#choose" in each for each in lines)
    browser = world.app.test_client()
    browser.set_cookie(COOKIE, world.tokens["arbiter"])
    for address in exact:
        assert "✓ Legal" in browser.get(address).get_data(as_text=True), address


def test_an_entry_is_explained_where_it_was_reported(world: World) -> None:
    world.report(0, {"type": "roll", "player": "A", "dice": [1, 2]})
    assert world.report(1, {"type": "roll", "player": "B", "dice": [3, 4]}).status_code == 422
    world.report(2, {"type": "buy", "player": "A"})
    shown = page(world, world.table, entry=2)
    assert 'value="B 34"' in shown and "✗ Not legal" in shown and "After entry 1" in shown
    assert f'href="/events/{world.event}/cases/new?table={world.table}&refused=2"' in shown
    assert "✓ Legal" in page(world, world.table, entry=3)
    assert "After entry 3" in page(world, world.table)
    page(world, world.table, entry=9, status=404)


def test_whoever_may_try_at_the_table_may_read_it_and_nobody_else(world: World) -> None:
    for by, status in (("judge", 200), ("device", 200), ("viewer", 403), ("stranger", 403)):
        shown = page(world, world.table, by=by, status=status)
        assert ("/cases/new" in shown) == (by == "judge")
    assert world.app.test_client().get(f"/tables/{world.table}/explain").status_code == 401


def test_every_report_of_every_ruleset_that_can_be_chosen_has_a_name_and_fields() -> None:
    for name in rulesets.names():
        game = rulesets.load(name).start(["A", "B"])
        for language in LANGUAGES:
            for kind, label in explain_chosen.type_choices(game, language):
                assert label
                explain_chosen.choices(game, kind, "A", language)
    known = explain_chosen.offered_types(rulesets.load("jma-2006").start(["A", "B"]))
    assert {"trade", "sell", "offer_rescue", "bid"} <= known.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_each_player_could_raise_stands_there_without_a_debt(world: World, language: str) -> None:
    table = world.new_table(2, start={"deeds": {"boardwalk": {"owner": "B"}}})
    shown = section(page(world, table, lang=language), words(language)["explain_means"])
    assert "$1,700" in shown, "the mortgage of Boardwalk besides the cash"
    assert "$1,900" in shown, "the printed price counts at the end"


def test_an_amount_is_chosen_as_the_game_writes_it(world: World) -> None:
    auction = {"kind": "auction", "deed": "central_quay", "caller": "A", "estate": False, "high": None}
    players = {"A": {"space": "central_quay"}}
    start = {"phase": "turn", "turn": "A", "begun": True, "players": players, "due": [auction]}
    table = world.new_table(2, ruleset="city", start=start)
    for typed in ("2.4M", "２．４", "2400", "2,400K"):
        shown = page(world, table, kind="bid", who="A", made="1", amount=typed)
        assert re.findall('name="report" value="([^"]*)"', shown) == ["A b2400"], typed
        assert "✓ Legal" in shown
