"""Edge cases of a tournament's day in which something could be lost or falsified."""

from __future__ import annotations

import base64
import threading
from typing import Any

import pytest
from sqlmodel import select

from referee.models import Account, Membership, Round, Seating
from referee.seating.versions import PUBLISHED
from tests.referee.seating.test_seating_by_results import BRACKET, UNCONFIRMED, enter
from tests.referee.support.cup import REGULATION, Cup
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.hall import PLAN, Hall, seated_players
from tests.referee.support.world import World

pytestmark = pytest.mark.slow

OPEN = PLAN + UNCONFIRMED
BY_PLACE = (
    PLAN.replace(
        '[[round]]\nrepeat = 3\nseating = "schedule"\nminutes = 75',
        '[[round]]\nseating = "self_chosen"\n[[round]]\nrepeat = 2\nseating = "rotation_by_place"',
    ).replace('aims = ["rematches", "clubs", "start_order"]\n', "")
    + UNCONFIRMED
)
FIVES = "[[points.rule]]\nsize = [5]\nassets = 2\n\n[[points.rule]]\nsize = [6]"
LISTED = (("Ann", 4000), ("Bob", 3000), ("Cy", 2500), ("Dee", 500))
DICE = REGULATION.replace("[[standings.criterion]]", "[[points.bonus]]\ndice = 1000\n\n[[standings.criterion]]")


def test_the_second_table_is_the_first_and_the_place_there_as_in_2003(world: World) -> None:
    hall = Hall(world, players=20, text=BY_PLACE)
    hall.published(1, tables=[hall.players[number : number + 4] for number in range(0, 20, 4)])
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=2)["code"] == "results_open"
    enter(hall, 1)
    second = hall.published(2)
    assert second["kind"] == "rotation_by_place"
    enter(hall, 2)
    third = hall.draw(3)
    for number, player in enumerate(hall.players):
        table, place = number // 4, number % 4 + 1
        assert player in seated_players(second, 2)[(table + place) % 5]
        # They move on by the places of the first round, whatever those of the second are.
        assert player in seated_players(third, 3)[(table + 2 * place) % 5]


def semi_played(world: World) -> Hall:
    """Return a hall in which the semi-final has been played: players 1 and 2, the best at their tables, go on."""
    hall = Hall(world, text=BRACKET)
    for number in (1, 2):
        hall.published(number)
        enter(hall, number)
    return hall


def stages(hall: Hall) -> dict[str, Any]:
    """For each stage the numbers of the players at its tables and of those who go on."""
    rows = hall.done("GET", f"/events/{hall.event}/bracket")["stages"]
    return {
        each["name"]: (
            [{player["number"] for player in table["players"]} for table in each["tables"]],
            {player["number"] for player in each["advance"]},
        )
        for each in rows
    }


SEMI = ([{1, 4, 5, 8}, {2, 3, 6, 7}], {1, 2})


def test_a_place_cannot_be_given_back_once_the_semi_final_was_played(world: World) -> None:
    hall = semi_played(world)
    path = f"/events/{hall.event}/withdrawals"
    problem = hall.refused("POST", path, player=hall.players[0], reason="ill")
    assert problem["code"] == "finals_begun"
    assert "2-1" in problem["detail"]
    assert stages(hall)["semi"] == SEMI


def test_a_correction_after_the_semi_final_seats_nobody_else_in_it(world: World) -> None:
    hall = semi_played(world)
    (table,) = [each for each in hall.tables(1) if "選手8" in each["header"]["names"].values()]
    by_name = {row["name"]: row["id"] for row in hall.done("GET", f"/events/{hall.event}/players")["rows"]}
    rows = [{"player": by_name[name], "assets": 1} for name in table["header"]["names"].values()]
    hall.done("POST", f"/tables/{table['id']}/results", version=1, points=rows, note="counted again")
    qualified = hall.done("GET", f"/events/{hall.event}/qualification")["qualified"]
    assert hall.players[7] not in [each["player"] for each in qualified]
    tables, advance = stages(hall)["semi"]
    assert {number for each in tables for number in each} == set(range(1, 9))
    assert advance == {1, 2}


def test_the_next_of_the_table_goes_on_where_a_winner_of_the_semi_final_leaves(world: World) -> None:
    hall = semi_played(world)
    problem = hall.refused("PUT", f"/players/{hall.players[0]}/drop-out", after=1, reason="ill")
    assert problem["errors"][0]["fault"] == "left_before_played"
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=2, reason="ill")
    assert stages(hall) == {"semi": (SEMI[0], {2, 4}), "final": ([{2, 4}], set())}
    assert [set(table) for table in seated_players(hall.draw(3), 3)] == [{hall.players[1], hall.players[3]}]


def test_a_semi_final_that_was_changed_by_hand_counts_as_it_was_played(world: World) -> None:
    hall = Hall(world, text=BRACKET)
    hall.published(1)
    enter(hall, 1)
    drawn = hall.draw(2)
    two = {"one": hall.players[0], "other": hall.players[2]}
    swapped = hall.done("POST", f"/seatings/{drawn['id']}/swaps", round=2, reason="brothers", base=1, **two)
    hall.done("POST", f"/seatings/{swapped['seating']['id']}/publish")
    enter(hall, 2)
    assert stages(hall)["semi"] == ([{3, 4, 5, 8}, {1, 2, 6, 7}], {1, 3})


def test_where_no_clock_was_started_a_result_says_that_play_has_begun(world: World) -> None:
    hall = Hall(world, text=OPEN)
    hall.published(1)
    enter(hall, 1)
    problem = hall.refused("PUT", f"/players/{hall.players[0]}/drop-out", after=0, reason="ill")
    assert problem["errors"][0]["fault"] == "left_before_played"
    problem = hall.refused("POST", f"/events/{hall.event}/players", name="遅刻", first_round=1)
    assert problem["errors"][0]["fault"] == "late_round_begun"
    problem = hall.refused("PUT", f"/events/{hall.event}/regulation", text=OPEN.replace("minutes = 75", "minutes = 60"))
    assert problem["code"] == "regulation_locked"


def test_results_are_hidden_again_when_their_round_is_opened_again(world: World, cup: Cup) -> None:
    for table in (1, 2):
        cup.enter_confirmed(1, table, 4000, 3000, 2000, 1000)
    cup.close(1)
    assert world.ask("POST", f"/rounds/{cup.rounds[1]}/results/publish").status_code == 200
    assert cup.get("standings", "viewer")["after"] == 1
    opened = world.ask("POST", f"/rounds/{cup.rounds[1]}/open").get_json()
    assert (opened["results_published_at"], opened["stage"]) == (None, "entered")
    assert cup.get("standings", "viewer")["after"] == 0


def test_no_round_is_shown_to_everybody_before_those_that_came_earlier(world: World, cup: Cup) -> None:
    for number in (1, 2):
        for table in (1, 2):
            cup.enter_confirmed(number, table, 4000, 3000, 2000, 1000)
        cup.close(number)
    publish = "/rounds/{}/results/publish"
    assert world.ask("POST", publish.format(cup.rounds[2])).status_code == 200
    seen = cup.get("standings", "viewer")
    assert (seen["after"], {row["values"][0] for row in seen["rows"]}) == (0, {"0"})
    assert cup.get("standings/games", "viewer")["rows"] == []
    assert cup.get("qualification", "viewer")["qualified"] == []
    assert world.ask("POST", publish.format(cup.rounds[1])).status_code == 200
    assert cup.ranks("viewer") == cup.ranks()


def test_dice_that_were_thrown_survive_a_list_of_results(world: World) -> None:
    cup = Cup(world, DICE)
    rows = cup.rows(1, 1, 4000, 3000, 2000, 1000)
    response = cup.enter(1, 1, points=rows, dice={row["player"]: 7 for row in rows})
    assert response.status_code == 200, response.get_data(as_text=True)
    lines = ["round,table,player,assets", *(f"1,11,{name},{money}" for name, money in LISTED)]
    body = {"data": base64.b64encode("\n".join(lines).encode()).decode(), "apply": True, "note": "typing error"}
    done = world.ask("POST", f"/events/{world.event}/results/import", "judge", json=body)
    assert done.status_code == 200, done.get_data(as_text=True)
    latest = cup.get(f"/tables/{cup.tables[1, 1]}/results")["versions"][0]
    assert (latest["source"], {row["dice"] for row in latest["players"]}) == ("list", {7})


@EACH_DATABASE
def test_a_seating_that_is_made_public_stays_so_when_a_draft_is_made_meanwhile(world: World) -> None:
    hall = Hall(world)
    drawn = hall.draw()
    one, other = seated_players(drawn, 1)[0][0], seated_players(drawn, 1)[1][0]
    body = {"round": 1, "one": one, "other": other, "reason": "x", "base": 1}
    path = f"/seatings/{drawn['id']}/swaps"
    with world.service.database.write() as session:
        seating = session.get_one(Seating, drawn["id"], with_for_update=True)
        seating.state, seating.published_at = PUBLISHED, 1
        session.add(seating)
        session.flush()
        asking = threading.Thread(target=hall.done, args=("POST", path), kwargs=body)
        asking.start()
        asking.join(1)  # it waits for this transaction
    asking.join()
    rows = hall.done("GET", f"/events/{hall.event}/seatings")["rows"]
    assert [(row["version"], row["state"]) for row in rows] == [(2, "draft"), (1, "published")]


@EACH_DATABASE
def test_two_who_draw_at_once_get_a_seating_or_are_told(world: World) -> None:
    hall = Hall(world)
    responses = []
    path = f"/events/{hall.event}/seatings"
    with world.service.database.write() as session:
        session.add(Round(event_id=hall.event, number=1, name="", created_at=1))
        session.flush()
        asking = threading.Thread(target=lambda: responses.append(hall.ask("POST", path, first_round=1)))
        asking.start()
        asking.join(1)  # it waits for this transaction
    asking.join()
    assert responses[0].status_code == 201 or responses[0].get_json()["code"] == "conflict"


def test_points_by_hand_are_of_a_round_after_which_there_are_standings(world: World, cup: Cup) -> None:
    body = {"player": cup.players["A"], "points": "-5", "reason": "late"}
    path = f"/events/{world.event}/adjustments"
    refused = world.ask("POST", path, json={**body, "round": 3})
    assert refused.get_json()["errors"][0]["fault"] == "round_does_not_count"
    assert world.ask("POST", path, json={**body, "round": 2}).status_code == 201


@pytest.mark.parametrize("page", ["adjustments", "seating/reseat", "seating/draw"])
def test_a_number_of_thousands_of_digits_is_no_fault_of_ours(world: World, page: str) -> None:
    cup = Cup(world, REGULATION.replace('seating = "schedule"', 'seating = "self_chosen"'))
    path, client = f"/events/{world.event}/{page}", world.app.test_client()
    far = "9" * 5000
    form = {"round": far, "from_round": far, "player": cup.players["A"], "points": "1", "reason": "x"}
    form |= {f"table_of_{player}": far for player in cup.players.values()}
    answer = client.post(path, data=form, headers={"Authorization": f"Bearer {world.tokens['organizer']}"})
    assert answer.status_code in (303, 409, 422)


def test_the_desk_stays_open_where_results_do_not_fit_a_changed_regulation(world: World) -> None:
    hall = Hall(world, text=OPEN)
    hall.published(1)
    enter(hall, 1)
    fives = OPEN.replace("size = 4\nalso = [5]", "size = 5\nalso = [6]").replace("[[points.rule]]", FIVES)
    hall.done("PUT", f"/events/{hall.event}/regulation", text=fives, reason="by mistake")
    page = world.app.test_client().get(
        f"/events/{hall.event}", headers={"Authorization": f"Bearer {world.tokens['administrator']}"}
    )
    assert page.status_code == 200
    assert "選手16" in page.get_data(as_text=True)


def test_viewers_do_not_see_who_must_not_meet_nor_why_seats_were_changed(world: World) -> None:
    hall = Hall(world, players=8)
    one, other, fixed = hall.players[:3]
    drawn = hall.draw(apart=[[one, other]], fixed=[{"player": fixed, "table": 1}])
    swap = {"round": 2, "one": one, "other": hall.players[7], "reason": "private matter", "base": drawn["version"]}
    changed = hall.done("POST", f"/seatings/{drawn['id']}/swaps", **swap)["seating"]
    hall.done("POST", f"/seatings/{changed['id']}/publish")
    world.tokens["guest"] = world.token("guest")
    with world.service.database.write() as session:
        account = session.exec(select(Account).where(Account.name == "guest")).one()
        session.add(Membership(account_id=account.id, event_id=hall.event, role="viewer", created_at=1))
    world.service.principals.forget()
    shown = world.ask("GET", f"/seatings/{changed['id']}", "guest")
    assert shown.status_code == 200
    assert shown.get_json()["rounds"] == changed["rounds"]
    assert "private matter" not in shown.get_data(as_text=True)
    assert (shown.get_json()["apart"], shown.get_json()["fixed"]) == ([], [])
    assert world.ask("GET", f"/seatings/{changed['id']}/file", "guest").status_code == 403
