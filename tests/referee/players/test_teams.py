"""Teams on the desk: entered, drawn from those who came alone, imported and exported in lists, and ranked."""

from __future__ import annotations

import base64
import html
from typing import Any

from referee.core.language import words
from tests.referee.desk.test_day import read
from tests.referee.desk.test_desk import confirm, enter, round_id
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of

JA = words("ja")
PAIRS = PLAN.replace("repeat = 3", "repeat = 1").replace("after = 3", "after = 1") + (
    '\n[teams]\nsize = 2\n\n[[teams.criterion]]\nby = "points"\n'
)


def teams(hall: Hall) -> dict[str, list[str]]:
    """The members of every team by id, and those without a team."""
    found = hall.done("GET", f"/events/{hall.event}/teams")
    named = {each["name"]: [player["id"] for player in each["players"]] for each in found["teams"]}
    return {**named, "": [player["id"] for player in found["alone"]]}


def send(world: World, path: str, **form: Any) -> tuple[int, str]:
    """Submit a form of a page as the administrator, in Japanese."""
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    token = read(world, path).split('name="csrf_token" value="')[1].partition('"')[0]
    response = client.post(path, data={"csrf_token": token, **form}, headers={"Accept-Language": "ja"})
    return response.status_code, html.unescape(response.get_data(as_text=True))


def test_teams_are_entered_on_one_page_and_drawn_by_lot_of_those_who_came_alone(world: World) -> None:
    hall = Hall(world, players=8, text=PAIRS)
    one, two, three, *_ = hall.players
    path = f"/events/{hall.event}/teams"
    assert path in read(world, f"/events/{hall.event}/players")
    assert send(world, path, **{f"team_{one}": "赤", f"team_{two}": " 赤 ", f"team_{three}": "青"})[0] == 303
    assert (teams(hall)["赤"], teams(hall)["青"], len(teams(hall)[""])) == ([one, two], [three], 5)
    assert 'class="state late"' in read(world, path), "an incomplete team is marked"
    status, shown = send(world, path, **{f"team_{three}": "あ" * 201})
    assert status == 422 and "あ" * 201 in shown
    assert send(world, path, draw="1")[0] == 303
    drawn = teams(hall)
    assert len(drawn) == 5 and len(drawn[""]) == 1
    assert all(len(of) == 2 for name, of in drawn.items() if name.startswith("チーム"))
    assert hall.refused("POST", f"/events/{hall.event}/teams")["code"] == "teams_few"
    assert send(world, path, **{f"team_{one}": ""})[0] == 303
    assert one in teams(hall)[""]


@SQLITE_ONLY
def test_whoever_has_left_or_waits_as_a_reserve_is_drawn_into_no_team(world: World) -> None:
    hall = Hall(world, players=4, text=PAIRS)
    waits = hall.player(5, reserve=1)
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=0, reason="ill")
    hall.done("POST", f"/events/{hall.event}/teams")
    (drawn,) = (of for name, of in teams(hall).items() if name)
    assert waits not in drawn and hall.players[0] not in drawn and len(drawn) == 2
    without = Hall(world, players=2)
    assert without.refused("POST", f"/events/{without.event}/teams")["code"] == "no_teams"


@SQLITE_ONLY
def test_teams_come_and_go_in_lists_of_players(world: World) -> None:
    hall = Hall(world, players=0, text=PAIRS)
    data = base64.b64encode("名前,チーム\n青木,赤\n石井,赤\n".encode()).decode()
    hall.done("POST", f"/events/{hall.event}/players/import", data=data, apply=True)
    assert len(teams(hall)["赤"]) == 2
    exported = hall.ask("GET", f"/events/{hall.event}/players/export?as=csv&lang=ja").get_data(as_text=True)
    assert "チーム" in exported and "赤" in exported
    page = read(world, f"/events/{hall.event}/players")
    assert "<th>チーム</th>" in page
    assert "<th>チーム</th>" not in read(world, f"/events/{Hall(world, players=2).event}/players")


@SQLITE_ONLY
def test_teams_are_ranked_on_the_desk_in_public_in_files_and_on_paper(world: World) -> None:
    hall = Hall(world, players=8, text=PAIRS)
    hall.done("POST", f"/events/{hall.event}/teams")
    hall.published()
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    for table in hall.tables(1):
        confirm(world, enter(hall, table))
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/results/publish")
    rows = hall.done("GET", f"/events/{hall.event}/standings")["teams"]["rows"]
    assert len(rows) == 4 and rows[0]["rank"] == 1
    page = read(world, f"/events/{hall.event}/standings")
    assert JA["standings_teams"] in page and f"/api/v1/events/{hall.event}/standings/teams?as=csv" in page
    hall.done("PUT", f"/events/{hall.event}/public", open=True, address="cup", parts=["standings"])
    assert rows[0]["team"] in read(world, "/p/cup/standings")
    table = hall.ask("GET", f"/events/{hall.event}/standings/teams?as=csv&lang=ja").get_data(as_text=True)
    assert table.splitlines()[1].startswith(f"1,{rows[0]['team']},2,")
    paper = text_of(hall.ask("GET", f"/events/{hall.event}/papers/standings?language=ja").get_data())
    assert all(row["team"] in paper for row in rows)
