"""Results over HTTP: from a sheet, points or the log; confirmed by a second person; in versions; published."""

from __future__ import annotations

import base64
from typing import Any

from tests.referee.support.cup import REGULATION, Cup
from tests.referee.support.world import World


def sheet_of(cup: Cup, **more: Any) -> dict[str, Any]:
    """A sheet of table 1: Ann has the dark purple street with two houses each, Dee is bankrupt."""
    deeds = [{"deed": key, "stands": {"level": 2}} for key in ("mediterranean_avenue", "baltic_avenue")]
    a, b, c, d = (cup.players[letter] for letter in "ABCD")
    players: list[dict[str, Any]] = [
        {"player": a, "cash": 300, "deeds": deeds, **more},
        {"player": b, "cash": 700, "deeds": [{"deed": "boardwalk", "mortgaged": True}]},
        {"player": c, "notes": {"100": 2, "50": 1}},
        {"player": d, "fell": 1},
    ]
    return {"players": players}


def test_a_sheet_is_recomputed_by_the_law_and_brings_points(cup: Cup) -> None:
    tried = cup.enter(1, 1, sheet=sheet_of(cup), trial=True).get_json()
    assert tried["result"] is None
    assert cup.get(f"/tables/{cup.tables[1, 1]}/results")["version"] == 0
    # 300 + 2 x 60 + 4 houses x 50 = 620; 700 + 400 / 2 = 900; 250; of 1770 together.
    assert [(each["name"], each["assets"], each["place"]) for each in tried["players"]] == [
        ("Bob", 900, 1),
        ("Ann", 620, 2),
        ("Cy", 250, 3),
        ("Dee", 0, 4),
    ]
    assert tried["players"][0]["points"] == "50.8475"
    lines = tried["players"][1]["lines"]
    assert [(line["kind"], line["title"], line["amount"]) for line in lines] == [
        ("cash", "", 300),
        ("deed", "Mediterranean Avenue", 60),
        ("deed", "Baltic Avenue", 60),
        ("buildings", "Mediterranean Avenue", 100),
        ("buildings", "Baltic Avenue", 100),
    ]
    assert [each["code"] for each in tried["objections"]] == ["deeds_with_bank"]
    result = cup.enter(1, 1, sheet=sheet_of(cup)).get_json()["result"]
    assert (result["version"], result["source"], result["stands"]) == (1, "sheet", False)
    kept = cup.get(f"/tables/{cup.tables[1, 1]}/results")
    assert kept["versions"][0]["players"] == tried["players"]
    assert kept["versions"][0]["entered"]["sheet"]["players"][2]["notes"] == {"50": 1, "100": 2}


def test_an_objection_is_settled_by_a_comment_or_never(cup: Cup) -> None:
    refused = cup.enter(1, 1, sheet=sheet_of(cup, written=600))
    assert (refused.status_code, refused.get_json()["code"]) == (422, "sheet_objected")
    (objection,) = refused.get_json()["objections"]
    assert (objection["severity"], objection["where"], objection["code"]) == (
        "confirm",
        cup.players["A"],
        "written_differs",
    )
    comment = {"where": objection["where"], "code": objection["code"], "comment": "the slip was misread"}
    settled = cup.enter(1, 1, sheet=sheet_of(cup, written=600), comments=[comment]).get_json()
    assert settled["result"]["version"] == 1
    assert [each["settled"] for each in settled["objections"]] == [True, True]
    twice = sheet_of(cup)
    twice["players"][2]["deeds"] = [{"deed": "boardwalk"}]
    never = cup.enter(1, 1, version=1, sheet=twice, comments=[{**comment, "where": "boardwalk", "code": "deed_twice"}])
    assert [each["severity"] for each in never.get_json()["objections"]] == ["refuse"]


def test_somebody_else_has_to_confirm_and_the_highest_confirmed_version_stands(cup: Cup) -> None:
    world = cup.world
    first = cup.enter(1, 1, points=cup.rows(1, 1, 400, 300, 200, 100)).get_json()["result"]
    own = world.ask("POST", f"/results/{first['id']}/confirm", "scorer")
    assert (own.status_code, own.get_json()["code"]) == (409, "own_result")
    done = world.ask("POST", f"/results/{first['id']}/confirm", "judge").get_json()
    assert (done["stands"], done["confirmed_by"]) == (True, "judge")
    again = cup.enter(1, 1, points=cup.rows(1, 1, 1, 1, 1, 1))
    assert (again.status_code, again.get_json()["code"]) == (409, "result_outdated")
    wordless = cup.enter(1, 1, version=1, points=cup.rows(1, 1, 100, 300, 200, 400))
    assert wordless.get_json()["errors"][0]["fault"] == "note_missing"
    second = cup.enter(1, 1, version=1, points=cup.rows(1, 1, 100, 300, 200, 400), note="A and D were swapped")
    listed = cup.get(f"/tables/{cup.tables[1, 1]}/results")
    assert [(each["version"], each["stands"]) for each in listed["versions"]] == [(2, False), (1, True)]
    assert listed["state"] == "entered"
    late = world.ask("POST", f"/results/{first['id']}/confirm", "judge")
    assert late.get_json()["code"] == "result_outdated"
    world.ask("POST", f"/results/{second.get_json()['result']['id']}/confirm", "organizer")
    listed = cup.get(f"/tables/{cup.tables[1, 1]}/results")
    assert [(each["version"], each["stands"]) for each in listed["versions"]] == [(2, True), (1, False)]
    assert [each["name"] for each in listed["versions"][0]["players"]] == ["Dee", "Bob", "Cy", "Ann"]


def test_what_is_written_down_has_to_be_possible_at_a_table(cup: Cup) -> None:
    a, b, c, d = (cup.players[letter] for letter in "ABCD")
    rows = [
        {"player": a, "assets": 5, "place": 1},
        {"player": b, "fell": 3, "assets": 7},
        {"player": c},
        {"player": cup.players["E"], "points": "1"},
    ]
    strange = cup.enter(1, 1, points=rows)
    assert [each["fault"] for each in strange.get_json()["errors"]] == ["player_not_seated", "players_missing"]
    rows[3] = {"player": d, "points": "1"}
    faults = [each["fault"] for each in cup.enter(1, 1, points=rows).get_json()["errors"]]
    assert faults == [
        "assets_of_bankrupt",
        "bankruptcy_beyond",
        "result_empty",
        "points_for_some",
        "places_for_some",
        "assets_for_some",
    ]
    half = [{"player": each, "place": place} for each, place in zip((a, b, c, d), (1, 1, 2, 4), strict=True)]
    assert [each["fault"] for each in cup.enter(1, 1, points=half).get_json()["errors"]] == ["places_unfit"]


def test_a_device_at_the_table_enters_and_does_not_confirm(cup: Cup) -> None:
    world = cup.world
    token = world.token("tablet", table=cup.tables[1, 1])
    other = world.token("elsewhere", table=cup.tables[1, 2])
    result = cup.enter(1, 1, by=token, points=cup.rows(1, 1, 4, 3, 2, 1)).get_json()["result"]
    assert result["entered_by"] == "tablet"
    assert cup.enter(1, 1, by=other, version=1, points=cup.rows(1, 1, 4, 3, 2, 1)).status_code == 403
    assert world.ask("POST", f"/results/{result['id']}/confirm", token).status_code == 403
    assert world.ask("POST", f"/results/{result['id']}/confirm", "scorer").status_code == 200


def test_a_log_gives_the_result_once_the_game_is_over(cup: Cup) -> None:
    open_ = cup.enter(1, 1, log={})
    assert (open_.status_code, open_.get_json()["code"]) == (409, "game_not_over")
    assert open_.get_json()["due"][0]["kind"] == "roll"
    wordless = cup.enter(1, 1, log={"anyway": True})
    assert wordless.get_json()["errors"][0]["fault"] == "note_missing"
    body = {"client_id": "report-0001", "base": 0, "report": {"type": "roll", "player": "A", "dice": [1, 2]}}
    path = f"/tables/{cup.tables[1, 1]}/entries"
    assert cup.world.ask("POST", path, "judge", json=body).status_code == 201
    buys = {"client_id": "report-0002", "base": 1, "report": {"type": "buy", "player": "A"}}
    assert cup.world.ask("POST", path, "judge", json=buys).status_code == 201
    taken = cup.enter(1, 1, log={"anyway": True}, note="the hall was cleared").get_json()["result"]
    assert (taken["source"], taken["entered"]["seq"]) == ("log", 2)
    assert {each["assets"] for each in taken["players"]} == {1500}


def test_results_are_shown_once_the_round_is_closed_and_all_tables_are_in(cup: Cup) -> None:
    world = cup.world
    path = f"/rounds/{cup.rounds[1]}/results"
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    open_ = world.ask("POST", f"{path}/publish", "organizer")
    assert (open_.status_code, open_.get_json()["code"]) == (409, "round_open")
    cup.close(1)
    short = world.ask("POST", f"{path}/publish", "organizer").get_json()
    assert (short["code"], short["tables"]) == ("results_missing", [cup.tables[1, 2]])
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    assert {points for _, _, points in cup.ranks("viewer")} == {"0"}
    shown = world.ask("POST", f"{path}/publish", "organizer").get_json()
    assert shown["results_published_at"] is not None
    assert cup.ranks("viewer")[:2] == [(1, "A", "40"), (1, "H", "40")]
    assert world.ask("POST", f"{path}/withdraw", "organizer", json={"reason": "protest"}).status_code == 200
    assert {points for _, _, points in cup.ranks("viewer")} == {"0"}
    assert cup.ranks("scorer")[0] == (1, "A", "40")


def test_where_the_regulation_wants_no_second_person_a_result_stands_at_once(world: World) -> None:
    cup = Cup(world, REGULATION + '\n[results]\nconfirmation = "none"\n')
    result = cup.enter(1, 1, points=cup.rows(1, 1, 4, 3, 2, 1)).get_json()["result"]
    assert (result["stands"], result["confirmed_by"]) == (True, "scorer")


def test_results_come_in_by_a_list_and_go_out_as_one(cup: Cup) -> None:
    world = cup.world
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    out = world.ask("GET", f"/events/{world.event}/results/export?as=csv&lang=en", "scorer")
    assert out.mimetype == "text/csv"
    path = f"/events/{world.event}/results/import"
    same = world.ask("POST", path, "scorer", json={"data": base64.b64encode(out.data).decode(), "apply": True})
    assert [each["status"] for each in same.get_json()["tables"]] == ["same", "same"]
    assert same.get_json()["entered"] == []
    changed = base64.b64encode(out.data.replace(b",400,", b",500,", 1)).decode()
    seen = world.ask("POST", path, "scorer", json={"data": changed}).get_json()
    assert [each["status"] for each in seen["tables"]] == ["changed", "same"]
    wordless = world.ask("POST", path, "scorer", json={"data": changed, "apply": True})
    assert wordless.get_json()["errors"][0]["fault"] == "note_missing"
    done = world.ask("POST", path, "scorer", json={"data": changed, "apply": True, "note": "a 5 read as a 4"})
    assert len(done.get_json()["entered"]) == 1
    listed = cup.get(f"/tables/{cup.tables[1, 1]}/results")
    assert [(each["version"], each["source"], each["stands"]) for each in listed["versions"]] == [
        (2, "list", False),
        (1, "points", True),
    ]
    wrong = base64.b64encode(out.data.replace(b"Ann", b"Zoe")).decode()
    refused = world.ask("POST", path, "scorer", json={"data": wrong, "apply": True})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "faulty")
