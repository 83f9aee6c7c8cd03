"""Standings, qualification, decisions and the bracket over HTTP."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import event as listening

from referee.public import cache
from tests.referee.support.cup import REGULATION, Cup
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of


@pytest.fixture
def played(cup: Cup) -> Cup:
    """The cup after both rounds, as in `FINAL`: the points are shares of a thousand dollars, added up."""
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    cup.enter_confirmed(1, 2, 100, 200, 300, 400)
    cup.enter_confirmed(2, 1, 300, 350, 200, 150)
    cup.enter_confirmed(2, 2, 50, 200, 250, 500)
    return cup


FINAL = [
    (1, "H", "90"),
    (2, "A", "70"),
    (3, "B", "50"),
    (3, "G", "50"),
    (5, "E", "45"),
    (6, "D", "35"),
    (6, "F", "35"),
    (8, "C", "25"),
]


def posted(cup: Cup, path: str, body: dict[str, Any]) -> Any:
    """Send a request for the event as the organizer and return the answer."""
    return cup.world.ask("POST", f"/events/{cup.world.event}/{path}", "organizer", json=body)


def points_of(cup: Cup, letter: str, query: str = "") -> str:
    return next(points for _, each, points in cup.ranks(query=query) if each == letter)


def penalty(cup: Cup, letter: str, points: str, **more: Any) -> Any:
    """Give points by hand and return the answer."""
    return posted(cup, "adjustments", {"player": cup.players[letter], "points": points, "reason": "late", **more})


def names(listed: list[dict[str, Any]]) -> str:
    """The first letters of names."""
    return "".join(each["name"][0] for each in listed)


def decided(cup: Cup, question: dict[str, Any], letters: str) -> Any:
    """Send a decision and return the answer."""
    order = [cup.players[each] for each in letters]
    return posted(cup, "decisions", {"about": question["about"], "by": question["by"], "order": order})


def test_the_standings_are_those_of_the_last_complete_round_and_live_ones_the_staffs(cup: Cup) -> None:
    assert {rank for rank, _, _ in cup.ranks()} == {1}
    cup.enter_confirmed(1, 1, 400, 300, 200, 100)
    assert {points for _, _, points in cup.ranks()} == {"0"}
    assert cup.ranks(query="?live=true")[0] == (1, "A", "40")
    assert cup.get("standings?live=true", "viewer", 403)["code"] == "not_allowed"
    cup.enter(1, 2, points=cup.rows(1, 2, 100, 200, 300, 400))
    assert cup.ranks(query="?live=true")[:2] == [(1, "A", "40"), (1, "H", "40")]
    assert {points for _, _, points in cup.ranks()} == {"0"}


def test_standings_tell_why_and_what_every_game_brought(played: Cup) -> None:
    assert played.ranks() == FINAL
    shown = played.get("standings?lang=en")
    assert [each["title"] for each in shown["criteria"]] == ["points"]
    assert shown["rows"][2]["why"] == "Ann is ahead of Bob by points: 70 against 50"
    why = played.get(f"standings/why?player={played.players['B']}&other={played.players['A']}&lang=en")
    assert why["parted"][0]["sentence"] == "Ann is ahead of Bob by points: 70 against 50"
    assert (why["rank"], why["parted"][0]["value_ahead"]) == (3, "70")
    equal = played.get(f"standings/why?player={played.players['B']}&other={played.players['G']}")
    assert (equal["rank"], equal["parted"]) == (3, [])
    assert played.get("standings/why?player=nobody", status=404)["code"] == "not_found"
    games = played.get(f"standings/games?player={played.players['A']}&lang=en")["rows"]
    assert [(game["round"], game["table"], game["counts"]) for game in games] == [(1, 11, True), (2, 11, True)]
    ann = next(each for each in games[0]["players"] if each["name"] == "Ann")
    assert (ann["points"], ann["place"]) == ("40", 1)
    assert any("40" in step for step in ann["steps"])


def test_what_was_seen_already_is_not_sent_again_until_something_changes(played: Cup) -> None:
    world = played.world
    path = f"/events/{world.event}/standings?lang=en"
    tag = world.ask("GET", path, "organizer").headers["ETag"]
    assert world.ask("GET", path, "organizer", headers={"If-None-Match": tag}).status_code == 304
    assert world.ask("GET", path, "viewer", headers={"If-None-Match": tag}).status_code == 200
    penalty(played, "D", "1/3")
    assert world.ask("GET", path, "organizer", headers={"If-None-Match": tag}).status_code == 200


def test_standings_are_read_with_a_handful_of_queries_however_many_play(played: Cup) -> None:
    statements: list[str] = []
    engine = played.world.service.database.engine
    played.get("standings")
    listening.listen(engine, "before_cursor_execute", lambda *arguments: statements.append(arguments[2]))
    played.get("standings")
    assert 0 < len(statements) <= 12, statements


def test_points_by_hand_count_from_their_round_on_until_they_are_withdrawn(played: Cup) -> None:
    response = penalty(played, "A", "-7/2", round=2)
    assert response.status_code == 201
    assert (points_of(played, "A"), points_of(played, "A", "?after=1")) == ("66.50", "40")
    path = f"/adjustments/{response.get_json()['id']}"
    assert played.world.ask("DELETE", path, "head_judge", json={"reason": "forgiven"}).status_code == 200
    assert points_of(played, "A") == "70"
    (row,) = played.get("adjustments")["rows"]
    assert (row["points"], row["withdrawn_at"] is not None) == ("-7/2", True)
    nobody = posted(played, "adjustments", {"player": "nobody", "points": "1", "reason": "x"})
    assert nobody.get_json()["errors"][0]["fault"] == "adjustment_of_nobody"


def test_a_tie_for_the_last_place_waits_for_a_decision_and_the_final_for_both(played: Cup) -> None:
    assert penalty(played, "G", "-5").status_code == 201
    assert played.ranks()[3:5] == [(4, "E", "45"), (4, "G", "45")]
    assert names(played.get("qualification")["qualified"]) == "HAB"
    (question,) = played.get("decisions")["wanted"]
    assert (question["by"], question["places"]) == ("playoff", 1)
    assert sorted(names(question["players"])) == ["E", "G"]
    assert played.get("bracket")["stages"][0]["tables"][0]["players"] == []
    others = decided(played, question, "C")
    assert [each["fault"] for each in others.get_json()["errors"]] == ["decision_of_others", "decision_short"]
    strange = posted(played, "decisions", {"about": "step/9", "by": "vote", "order": [played.players["E"]]})
    assert (strange.status_code, strange.get_json()["code"]) == (409, "nothing_to_decide")
    assert decided(played, question, "E").status_code == 201
    assert played.get("decisions")["wanted"] == []
    assert names(played.get("qualification")["qualified"]) == "HABE"


def test_of_the_decisions_on_a_question_the_latest_that_was_not_withdrawn_counts(played: Cup) -> None:
    penalty(played, "G", "-5")
    (question,) = played.get("decisions")["wanted"]
    decided(played, question, "E")
    again = decided(played, question, "GE")
    assert names(played.get("qualification")["qualified"]) == "HABG"
    path = f"/decisions/{again.get_json()['id']}"
    assert played.world.ask("DELETE", path, "organizer", json={}).status_code == 422
    gone = played.world.ask("DELETE", path, "organizer", json={"reason": "the dice were cocked"}).get_json()
    assert gone["withdrawn_reason"] == "the dice were cocked"
    assert names(played.get("qualification")["qualified"]) == "HABE"
    assert len(played.get("decisions")["rows"]) == 2


def test_whoever_gives_a_place_back_is_replaced_by_the_next(played: Cup) -> None:
    # Which of B and G, who are equal, becomes the third seed is drawn by the event's seed.
    before = names(played.get("qualification")["qualified"])
    assert before in {"HABG", "HAGB"}
    other = posted(played, "withdrawals", {"player": played.players["D"], "reason": "x"})
    assert (other.status_code, other.get_json()["code"]) == (409, "not_qualified")
    response = posted(played, "withdrawals", {"player": played.players["A"], "reason": "the last train"})
    assert response.status_code == 201
    after = played.get("qualification?lang=en")["qualified"]
    assert names(after) == f"H{before[2:]}E", "who stays keeps the order, and who moves up comes last"
    assert after[3]["sentence"] == "Eve moves up for Ann, who withdrew"
    played.world.ask("DELETE", f"/decisions/{response.get_json()['id']}", "organizer", json={"reason": "stays"})
    assert names(played.get("qualification")["qualified"]) == before


def test_the_final_gives_the_final_order(played: Cup) -> None:
    stage = played.get("bracket")["stages"][0]
    assert (stage["name"], stage["round"]) == ("final", 3)
    seated = [each["player"] for each in stage["tables"][0]["players"]]
    assert names(stage["tables"][0]["players"]) in {"HABG", "HAGB"}
    played.seat(3, 1, "".join(played.letters[each] for each in seated))
    rows = [{"player": seated[place], "assets": dollars} for place, dollars in enumerate((100, 900, 500, 0))]
    result = played.enter(3, 1, points=rows).get_json()["result"]
    assert played.get("bracket")["final_order"] == []
    played.world.ask("POST", f"/results/{result['id']}/confirm", "judge")
    order = played.get("bracket")["final_order"]
    assert [(each["rank"], each["player"]) for each in order] == [
        (1, seated[1]),
        (2, seated[2]),
        (3, seated[0]),
        (4, seated[3]),
    ]


def final(cup: Cup, *assets: int) -> list[str]:
    """Enter, confirm and publish a final with these assets, and the rounds before it; return the finalists by seed."""
    seated = [each["player"] for each in cup.get("bracket")["stages"][0]["tables"][0]["players"]]
    cup.seat(3, 1, "".join(cup.letters[each] for each in seated))
    rows = [{"player": player, "assets": each} for player, each in zip(seated, assets, strict=True)]
    result = cup.enter(3, 1, points=rows).get_json()["result"]
    cup.world.ask("POST", f"/results/{result['id']}/confirm", "judge")
    for number in (1, 2, 3):
        cup.close(number)
        done = cup.world.ask("POST", f"/rounds/{cup.rounds[number]}/results/publish", "organizer")
        assert done.status_code == 200, done.get_data(as_text=True)
    return [cup.letters[each] for each in seated]


@pytest.mark.parametrize("by", ["organizer", "viewer"])
def test_after_the_final_the_standings_are_the_final_order_and_before_it_what_they_were(played: Cup, by: str) -> None:
    assert not played.get("standings")["final"]
    seeds = final(played, 100, 900, 500, 0)
    champion, second, third, fourth = seeds[1], seeds[2], seeds[0], seeds[3]
    others = [(5, "E"), (6, "D"), (6, "F"), (8, "C")]
    placed = [(1, champion), (2, second), (3, third), (4, fourth)]
    assert [(rank, letter) for rank, letter, _ in played.ranks(by)] == placed + others
    shown = played.get("standings?lang=en", by)
    assert shown["final"]
    whys = [each["why"] for each in shown["rows"]]
    names = {each["player"]: each["name"] for each in shown["rows"]}
    assert whys[0] is None
    assert whys[1] == f"Decided by the final: {names[played.players[champion]]} is ahead."
    assert whys[4] == "Did not play in the final; everybody who did is ahead."
    assert whys[5] == "Eve is ahead of Dee by points: 45 against 35"
    why = played.get(f"standings/why?player={played.players['E']}&lang=en", by)
    assert (why["rank"], [each["criterion"] for each in why["parted"]]) == (5, [0, 1])
    assert played.ranks(by, "?after=2") == FINAL


def test_the_final_order_is_on_every_page_and_in_every_file(played: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    world, at = played.world, f"/events/{played.world.event}"
    parts = ["seating", "standings", "bracket", "clock", "tables"]
    assert world.ask("PUT", f"{at}/public", json={"open": True, "parts": parts, "address": "cup"}).status_code == 200
    seeds = final(played, 0, 0, 100, 900)
    people = {each["id"]: each["name"] for each in played.get("players")["rows"]}
    order = [people[played.players[each]] for each in (seeds[3], seeds[2])]
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["organizer"])

    def first(path: str, pattern: str) -> list[str]:
        text = browser.get(path, headers={"Accept": "text/html", "Accept-Language": "en"}).get_data(as_text=True)
        return re.findall(pattern, text)[:2]

    assert first(f"{at}/standings", r"<summary>(\w+)") == order
    assert first("/p/cup/standings", r"<summary>(\w+)") == order
    assert first("/p/cup/screen", r"<li><b[^>]*>\d+</b> <span>(\w+)") == order
    assert first(at, rf"<td>({'|'.join(people.values())})\b") == order
    # What puts the champion before somebody with more points stands beside the name, or the points do not.
    for path in (at, f"{at}/standings", "/p/cup/standings"):
        assert first(path, r'<th class="number">(Final|Points.*?)</th>')[0] == "Final", path
        in_final = rf"{order[0]}(?:(?!</td>).)*</td>\s*<td class=\"number\">(.+?)</td>"
        assert first(path, f"(?s){in_final}")[0] == "1", path
    assert first("/p/cup/screen", rf"<span>({order[0]}|Eve)</span>\s*<em>") == ["Eve"]
    link = played.get(f"/players/{played.players[seeds[3]]}/link")["url"].removeprefix("http://localhost")
    assert first(link, "place 1</b>") == ["place 1</b>"]
    rows = world.ask("GET", f"{at}/standings/export?as=csv&lang=en", "organizer").get_data(as_text=True).splitlines()
    assert [line.split(",")[2] for line in rows[1:3]] == order
    for paper in ("standings", "final-board", "certificates-horizontal"):
        drawn = world.ask("GET", f"{at}/papers/{paper}?language=en", "organizer")
        assert drawn.status_code == 200, drawn.get_data(as_text=True)
        text = text_of(drawn.data)
        assert text.index(order[0]) < text.index(order[1]), paper


def test_viewers_see_no_bracket_before_results_are_published(played: Cup) -> None:
    assert played.get("qualification", "viewer")["qualified"] == []
    assert played.get("bracket", "viewer")["seeds"] == []
    for number in (1, 2):
        played.close(number)
        path = f"/rounds/{played.rounds[number]}/results/publish"
        assert played.world.ask("POST", path, "organizer").status_code == 200
    assert len(played.get("bracket", "viewer")["seeds"]) == 4


def test_what_if_changes_nothing(played: Cup) -> None:
    rows = played.rows(2, 1, 0, 0, 0, 1000)
    body = {"results": [{"table_id": played.tables[2, 1], "players": rows}]}
    response = played.world.ask("POST", f"/events/{played.world.event}/standings/what-if", "scorer", json=body)
    first = response.get_json()["rows"][0]
    assert (played.letters[first["player"]], first["values"]) == ("F", ["120"])
    assert played.ranks() == FINAL


@pytest.mark.slow
@pytest.mark.parametrize(("form", "start"), [("csv", b"\xef\xbb\xbf"), ("json", b"{"), ("xlsx", b"PK")])
def test_standings_go_out_as_files(played: Cup, form: str, start: bytes) -> None:
    path = f"/events/{played.world.event}/standings/export?as={form}"
    out = played.world.ask("GET", path, "scorer")
    assert (out.status_code, out.data.startswith(start)) == (200, True)
    assert "attachment" in out.headers["Content-Disposition"]


RACED = REGULATION.replace('by = "points"\n', 'by = "points"\n\n[[standings.criterion]]\nby = "dice_race"\n')
TEAMS = REGULATION + '\n[teams]\nsize = 2\n\n[[teams.criterion]]\nby = "points"\n'


def test_a_dice_race_is_run_again_by_its_throws(world: World) -> None:
    cup = Cup(world, RACED)
    for (round, table), _ in list(cup.tables.items()):
        cup.enter_confirmed(round, table, 400, 300, 200, 100)
    question = cup.get("decisions")["wanted"][0]
    players = [each["player"] for each in question["players"]]
    assert question["by"] == "dice_race"
    assert len(players) == 2
    # Eleven squares a throw: 11, 22 and 33, which are card squares, and home; turns run back and forth.
    throws = [{"player": players[each], "dice": [5, 6], "cards": []} for each in (0, 1, 1, 0, 0, 1, 1)]
    for throw in throws[2:6]:
        throw["cards"] = [{}]
    body = {"about": question["about"], "by": "dice_race", "race": {"players": players, "throws": throws}}
    wrong = {**body, "race": {"players": players, "throws": [*throws[:2], throws[0]]}}
    assert [each["fault"] for each in posted(cup, "decisions", wrong).get_json()["errors"]] == ["race_turn"]
    alone = {**body, "race": {"players": [players[0], players[0]], "throws": throws}}
    assert [each["fault"] for each in posted(cup, "decisions", alone).get_json()["errors"]] == ["decision_twice"]
    response = posted(cup, "decisions", body)
    assert [each["player"] for each in response.get_json()["players"]] == [players[1], players[0]]
    assert question not in cup.get("decisions")["wanted"]


def test_teams_stand_beside_their_members_or_say_what_is_wrong(world: World) -> None:
    cup = Cup(world, TEAMS)
    for pair, team in (("AB", "Reds"), ("CD", "Blues"), ("E", "Lone")):
        for letter in pair:
            world.ask("PATCH", f"/players/{cup.players[letter]}", json={"team": team})
    for (round, table), _ in list(cup.tables.items()):
        cup.enter_confirmed(round, table, 400, 300, 200, 100)
    shown = cup.get("standings?lang=en")
    assert ({row["team"] for row in shown["teams"]["rows"]}, len(shown["team_faults"])) == ({"Reds", "Blues"}, 1)
    world.ask("PATCH", f"/players/{cup.players['F']}", json={"team": "Lone"})
    # A 40 + 40 and B 30 + 20; E 40 + 30 and F 30 + 10; C 20 + 40 and D 10 + 20.
    teams = cup.get("standings")["teams"]["rows"]
    assert [(each["rank"], each["team"], each["values"]) for each in teams] == [
        (1, "Reds", ["130"]),
        (2, "Lone", ["110"]),
        (3, "Blues", ["90"]),
    ]
