"""Whatever stands by itself × whatever changes what it was made from: the desk says so, with before and after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.referee.desk.test_desk import round_id, tasks
from tests.referee.stale.halls import AT_ONCE, corrected, final_hall, played, seated
from tests.referee.support.databases import SQLITE_ONLY, STRICTER_ONLY, in_turn
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

pytestmark = pytest.mark.slow


def stale(hall: Hall, kind: str, about: str | None = None) -> list[Any]:
    rows = hall.done("GET", f"/events/{hall.event}/stale")["rows"]
    return [each for each in rows if each["kind"] == kind and about in (None, each["about"])]


def correct(hall: Hall) -> None:
    """A digit was missing: the fifth is first."""
    corrected(hall, 3, hall.players[4], 5000)


def penalize(hall: Hall) -> None:
    """The fourth loses points by a decision."""
    hall.done("POST", f"/events/{hall.event}/adjustments", player=hall.players[3], points="-2000", reason="late")


def disqualify(hall: Hall) -> None:
    """The fourth is disqualified, signed by a second person."""
    given = hall.done(
        "POST",
        f"/events/{hall.event}/penalties",
        player=hall.players[3],
        category="unfair",
        step="disqualification",
        facts="notes on the phone",
    )
    token = hall.world.token("signs", administrator=True)
    assert hall.world.ask("POST", f"/penalties/{given['id']}/sign-off", token).status_code == 200


def drop_out(hall: Hall) -> None:
    """The fourth leaves before the final."""
    hall.done("PUT", f"/players/{hall.players[3]}/drop-out", after=3, reason="train")


def give_back(hall: Hall) -> None:
    hall.done("POST", f"/events/{hall.event}/withdrawals", player=hall.players[3], reason="train")


CHANGES: dict[str, Callable[[Hall], None]] = {
    "correction": correct,
    "penalty": penalize,
    "disqualification": disqualify,
    "drop-out": drop_out,
    "place given back": give_back,
}


@in_turn("change", CHANGES)
def test_seats_publication_papers_and_files_are_listed_and_made_anew(world: World, change: str) -> None:
    hall = final_hall(world)
    papers = ["standings", "final-board", "bracket", "seating-by-name", "event-report"]
    for name in papers:
        assert hall.ask("GET", f"/events/{hall.event}/papers/{name}").status_code == 200
    for name in ("standings/export?as=csv", "seatings/export?as=csv", "venue"):
        assert hall.ask("GET", f"/events/{hall.event}/{name}").status_code == 200
    assert hall.done("GET", f"/events/{hall.event}/stale")["rows"] == []
    CHANGES[change](hall)
    (seats,) = stale(hall, "seats")
    changed = [(each["name"], each["before"], each["now"]) for each in seats["changes"]]
    assert changed == [("選手4", "table 1", "not named"), ("選手5", "not named", "table 1")]
    (publication,) = stale(hall, "publication")
    assert {each["name"] for each in publication["changes"]} >= {"選手4", "選手5"}
    printed = {each["about"].partition("/")[0] for each in stale(hall, "paper")}
    assert printed == {"standings", "final-board", "bracket", "event-report"}
    assert {each["about"] for each in stale(hall, "file")} == {"standings-file", "qualifiers-file"}
    codes = dict(tasks(world, hall.event))
    assert codes["stale_seats"] and codes["stale_publication"] and not codes["stale_papers"]
    for kind, row in (("seats", seats), ("publication", publication)):
        hall.done("POST", f"/events/{hall.event}/stale/anew", kind=kind, about=row["about"])
    assert seated(hall, 4) == {"選手1", "選手2", "選手3", "選手5"}
    assert not stale(hall, "seats") and not stale(hall, "publication")
    assert any(each["about"].startswith("seating-by-name") for each in stale(hall, "paper"))
    for name in papers:
        assert hall.ask("GET", f"/events/{hall.event}/papers/{name}").status_code == 200
    assert not stale(hall, "paper")


@STRICTER_ONLY
def test_whatever_is_stale_can_be_kept_with_a_reason_until_it_would_say_something_else(world: World) -> None:
    hall = final_hall(world)
    correct(hall)
    rows = hall.done("GET", f"/events/{hall.event}/stale")["rows"]
    assert rows
    for row in rows:
        body = {name: row[name] for name in ("kind", "about", "fingerprint")}
        hall.done("POST", f"/events/{hall.event}/stale/keep", **body, reason="everybody agreed")
    kept = hall.done("GET", f"/events/{hall.event}/stale")["rows"]
    assert [each["kept_reason"] for each in kept] == ["everybody agreed"] * len(rows)
    assert not [code for code, _ in tasks(world, hall.event) if code.startswith("stale")]
    assert hall.done("GET", f"/rounds/{round_id(hall, 4)}/start")["stale"] == []
    audit = hall.done("GET", f"/events/{hall.event}/audit")["rows"]
    assert [each["details"]["reason"] for each in audit if each["action"] == "stale.keep"] == [
        "everybody agreed"
    ] * len(rows)
    corrected(hall, 2, hall.players[5], 9000)
    assert stale(hall, "seats")[0]["kept_reason"] is None
    refused = hall.refused("POST", f"/events/{hall.event}/stale/keep", **body, reason="too late")
    assert refused["code"] == "not_stale"


@SQLITE_ONLY
def test_whoever_was_registered_twice_and_is_merged_may_belong_into_the_final(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    played(hall, 1)
    twice = hall.players[3]
    hall.done("PUT", f"/players/{twice}/drop-out", after=1, reason="registered again")
    again = hall.player(9, first_round=2)
    hall.players[3] = again
    changed = hall.done("POST", f"/events/{hall.event}/seatings/reseat", from_round=2, reason="again")
    hall.done("POST", f"/seatings/{changed['seating']['id']}/publish")
    played(hall, 2)
    played(hall, 3)
    hall.published(4)
    assert seated(hall, 4) == {"選手1", "選手2", "選手3", "選手5"}
    assert not stale(hall, "seats")
    hall.done("POST", f"/players/{twice}/merge", other=again)
    (seats,) = stale(hall, "seats")
    assert {(each["name"], each["now"]) for each in seats["changes"]} == {("選手4", "table 1"), ("選手5", "not named")}
    assert stale(hall, "publication")


def test_seats_drawn_for_people_are_made_anew_for_those_who_are_there(world: World) -> None:
    hall = Hall(world, players=9, text=AT_ONCE)
    hall.published()
    hall.done("PUT", f"/players/{hall.players[3]}/drop-out", after=0, reason="ill")
    (seats,) = stale(hall, "seats")
    assert [each["name"] for each in seats["changes"]] == ["選手4"]
    hall.done("POST", f"/events/{hall.event}/stale/anew", kind="seats", about=seats["about"])
    assert "選手4" not in seated(hall, 1)
    assert not stale(hall, "seats")


def test_a_ruling_after_a_result_was_taken_from_the_log_names_what_it_would_be_now(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    table = hall.tables(1)[0]["id"]
    hall.roll(table)
    hall.done("POST", f"/tables/{table}/results", version=0, log={"anyway": True}, note="the hall was cleared")
    assert not stale(hall, "result")
    cash = {"type": "ruling", "by": "x", "reason": "miscounted", "clauses": [], "set": {"players": {"A": {"cash": 9}}}}
    hall.done("POST", f"/tables/{table}/entries", client_id="ruled-it", base=1, report=cash)
    (result,) = stale(hall, "result")
    (changed,) = result["changes"]
    assert (changed["before"], changed["now"]) == ("1500", "9")
    assert ("stale_result", True) in tasks(world, hall.event)
    hall.done("POST", f"/events/{hall.event}/stale/anew", kind="result", about=table)
    assert not stale(hall, "result")
