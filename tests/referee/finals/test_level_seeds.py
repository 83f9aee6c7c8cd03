"""Players who are level in the preliminaries: whose seed is better is asked, and answered by lots or by an order."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.finals.commands import lots_of
from referee.results.facts import facts_of
from rulesets.languages import LANGUAGES
from tests.referee.finals.test_place_given_back import WITH_SEMI
from tests.referee.support.archived_day import archive_of, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tournaments.decision import SEEDING

OPEN_TIES = WITH_SEMI.replace('\n[[standings.criterion]]\nby = "lots"\n', "")
ABOUT = "step/1/seeding"


def at_table(hall: Hall, table: Any) -> list[Any]:
    return list(hall.done("GET", f"/tables/{table['id']}/results")["seats"])


@pytest.fixture
def hall(world: World) -> Hall:
    """A hall after a round in which both tables ended alike, so that the eight who go on are level two by two."""
    hall = Hall(world, players=8, text=OPEN_TIES)
    hall.published()
    round_ = hall.rounds()[0]["id"]
    hall.done("POST", f"/rounds/{round_}/clock", kind="start")
    for table in hall.tables(1):
        seats = at_table(hall, table)
        rows = [{"player": each["player"], "assets": 900 - 100 * place} for place, each in enumerate(seats)]
        hall.done("POST", f"/tables/{table['id']}/results", version=0, points=rows)
    hall.done("POST", f"/rounds/{round_}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{round_}/results/publish")
    return hall


def wanted(hall: Hall) -> list[list[str]]:
    """Who is in question, pair by pair."""
    found = hall.done("GET", f"/events/{hall.event}/decisions")["wanted"]
    assert {(each["about"], each["by"]) for each in found} <= {(ABOUT, SEEDING)}
    return [[one["player"] for one in each["players"]] for each in found]


def decide(hall: Hall, **given: Any) -> Any:
    return hall.done("POST", f"/events/{hall.event}/decisions", about=ABOUT, by=SEEDING, **given)


def test_level_players_are_asked_about_before_anybody_is_seated(hall: Hall) -> None:
    assert len(wanted(hall)) == 4
    refused = hall.refused("POST", f"/events/{hall.event}/seatings", first_round=2)
    assert (refused["code"], ABOUT in refused["detail"]) == ("decision_wanted", True)
    client = hall.world.app.test_client()
    client.set_cookie("referee", hall.world.tokens["administrator"])
    desk, page = (client.get(f"/events/{hall.event}{at}?lang=ja").text for at in ("", "/decisions"))
    assert f"/events/{hall.event}/decisions" in desk
    assert page.count("くじを引く</button>") == 4
    assert "予選で同順位" in page
    assert "予選で同順位" in client.get(f"/events/{hall.event}/bracket?lang=ja").text


@SQLITE_ONLY
def test_lots_or_an_order_of_these_alone_answer_it_and_the_archive_says_so(hall: Hall) -> None:
    first, *others = wanted(hall)
    drawn = decide(hall, lots=True)
    assert sorted(each["player"] for each in drawn["players"]) == sorted(first)
    unsaid = hall.refused("POST", f"/events/{hall.event}/decisions", about=ABOUT, by=SEEDING, order=others[0])
    assert "note" in str(unsaid), "an order that nobody gives a reason for"
    for pair in others:
        decide(hall, order=pair[::-1], note="they agreed")
    assert wanted(hall) == []
    qualified = hall.done("GET", f"/events/{hall.event}/qualification")["qualified"]
    order = [*(each["player"] for each in drawn["players"]), *(player for pair in others for player in pair[::-1])]
    assert [each["player"] for each in qualified] == order
    hall.published(2)
    tables = [{each["player"] for each in at_table(hall, table)} for table in hall.tables(2)]
    assert tables == [{order[seed - 1] for seed in (1, 4, 5, 8)}, {order[seed - 1] for seed in (2, 3, 6, 7)}]
    found = verified(archive_of(hall))
    assert [each.sentence("en") for each in found.differences] == []
    decided = [each for each in found.acts if each.code == "act_decision"]
    assert [bool(each.author) for each in decided] == [True] * 4
    assert [each.why for each in decided].count("they agreed") == 3
    for language in LANGUAGES:
        said = [each.sentence(language) for each in decided]
        assert [line for line in said if re.search(r"step/|seeding|[0-9]{5}", line)] == []
        assert sum(bool(re.search(r"[0-9]{3} [0-9]{3}", line)) for line in said) == 1, "the lots of the first pair"


def test_a_decision_that_is_withdrawn_or_about_fewer_asks_again(hall: Hall) -> None:
    made = [decide(hall, lots=True) for _ in range(4)]
    assert wanted(hall) == []
    hall.done("DELETE", f"/decisions/{made[0]['id']}", reason="the wrong two")
    assert len(wanted(hall)) == 1
    gone, stays = (each["player"] for each in made[1]["players"])
    hall.done("POST", f"/events/{hall.event}/withdrawals", player=gone, reason="train")
    assert all(gone not in pair and stays not in pair for pair in wanted(hall)), "one alone is level with nobody"


def test_lots_follow_from_the_seed_of_the_event(hall: Hall) -> None:
    with hall.world.service.database.read() as session:
        lots = lots_of(facts_of(session, hall.event), ABOUT, SEEDING)
    assert [each["player"] for each in decide(hall, lots=True)["players"]] == list(lots)


def test_a_regulation_that_parts_everybody_asks_nobody(world: World) -> None:
    hall = Hall(world, players=8, text=WITH_SEMI)
    hall.published()
    for table in hall.tables(1):
        seats = at_table(hall, table)
        rows = [{"player": each["player"], "assets": 900 - 100 * place} for place, each in enumerate(seats)]
        hall.done("POST", f"/tables/{table['id']}/results", version=0, points=rows)
    assert wanted(hall) == []
