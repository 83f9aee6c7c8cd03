"""What was kept with a reason lacks nothing at the start; whatever was given out is noted; exchanges reach drafts."""

from __future__ import annotations

import pytest

from referee.core.language import words
from tests.referee.desk.test_desk import round_id
from tests.referee.stale.halls import AT_ONCE, corrected, final_hall, played
from tests.referee.stale.test_every_kind import stale
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall, seated_players
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY


def test_who_left_and_keeps_the_seat_by_a_decision_is_not_missing_at_the_start(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=0, reason="will be late")
    (found,) = stale(hall, "seats")
    start = f"/rounds/{round_id(hall, 1)}/start"
    assert [each["player"] for each in hall.done("GET", start)["withdrawn"]] == [hall.players[0]]
    body = {name: found[name] for name in ("kind", "about", "fingerprint")}
    hall.done("POST", f"/events/{hall.event}/stale/keep", **body, reason="the table waits")
    ready = hall.done("GET", start)
    assert (ready["withdrawn"], ready["stale"]) == ([], [])
    hall.done("PUT", f"/players/{hall.players[1]}/drop-out", after=0, reason="ill")
    assert hall.players[1] in [each["player"] for each in hall.done("GET", start)["withdrawn"]], "nobody decided that"


def test_seats_that_a_tap_made_anew_say_why_in_the_events_language(world: World) -> None:
    hall = Hall(world, players=9, text=AT_ONCE)
    hall.published()
    hall.done("PUT", f"/players/{hall.players[8]}/drop-out", after=0, reason="train")
    (found,) = stale(hall, "seats")
    hall.done("POST", f"/events/{hall.event}/stale/anew", kind="seats", about=found["about"])
    seating = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]
    reason = hall.done("GET", f"/seatings/{seating['id']}")["moves"][-1]["reason"]
    assert reason == words(hall.done("GET", f"/events/{hall.event}")["language"])["stale_title"]


def test_lists_of_players_and_results_that_were_exported_are_noted_as_files(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    assert hall.ask("GET", f"/events/{hall.event}/players/export?as=csv").status_code == 200
    hall.done("PUT", f"/players/{hall.players[7]}/drop-out", after=0, reason="ill")
    (listed,) = stale(hall, "file")
    assert listed["about"] == "players-file"
    assert [(each["name"], each["now"]) for each in listed["changes"]] == [("選手8", "not named")]
    hall.done("DELETE", f"/players/{hall.players[7]}/drop-out")
    assert stale(hall, "file") == []


@pytest.mark.slow
def test_results_and_teams_that_were_exported_are_noted_as_files(world: World) -> None:
    hall = final_hall(world)
    for name in ("results/export?as=csv", "standings/teams?as=csv"):
        assert hall.ask("GET", f"/events/{hall.event}/{name}").status_code == 200
    assert stale(hall, "file") == []
    corrected(hall, 3, hall.players[4], 5000)
    found = {each["about"]: each for each in stale(hall, "file")}
    assert found.keys() == {"results-file", "teams-file"}
    (change,) = found["results-file"]["changes"]
    assert (change["before"], change["now"]) == ("996, 996, 996", "996, 996, 5000")


def test_an_exchange_stands_in_the_seating_and_in_the_draft_that_waits_beside_it(world: World) -> None:
    hall = Hall(world, players=9, text=AT_ONCE)
    drawn = hall.published()
    played(hall, 1, publish=False)
    hall.done("PUT", f"/players/{hall.players[8]}/drop-out", after=2, reason="train")
    hall.done("POST", f"/rounds/{round_id(hall, 2)}/clock", kind="start")
    waiting = hall.done("POST", f"/events/{hall.event}/seatings/reseat", from_round=3, reason="train")["seating"]
    one, other = (table[0] for table in seated_players(drawn, 2)[:2])
    hall.done("POST", f"/rounds/{round_id(hall, 2)}/exchange", one=one, other=other, reason="signs read wrongly")
    rows = [each for each in hall.done("GET", f"/events/{hall.event}/seatings")["rows"] if each["first_round"] == 1]
    by_state = {each["state"]: hall.done("GET", f"/seatings/{each['id']}") for each in reversed(rows)}
    for state in ("published", "draft"):
        assert by_state[state]["moves"][-1]["reason"] == "signs read wrongly", state
        assert one in seated_players(by_state[state], 2)[1], state
    assert by_state["draft"]["id"] != waiting["id"]
    hall.done("POST", f"/seatings/{by_state['draft']['id']}/publish")
    sitting = [seat["player"] for seat in hall.done("GET", f"/tables/{hall.tables(2)[1]['id']}/results")["seats"]]
    assert one in sitting
