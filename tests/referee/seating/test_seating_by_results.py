"""Rounds whose tables depend on results: by standings, for the qualified, without those who sit out."""

from __future__ import annotations

import pytest

from tests.referee.support.hall import PLAN, Hall, seated_players
from tests.referee.support.world import World

UNCONFIRMED = '\n[results]\nconfirmation = "none"\n'
RANKED = (
    PLAN[: PLAN.index("[[round]]")].replace("also = [5]", "")
    + '[[round]]\nseating = "drawn"\n[[round]]\nseating = "ranked"\n'
    + PLAN[PLAN.index("[seating]") : PLAN.index("[qualification]")]
    + UNCONFIRMED
)
SEMI = """
[[round]]
stage = "semi"
seating = "qualifiers"

[[round]]
stage = "final"
seating = "qualifiers"
sizes = [2]
"""
STAGES = """
[qualification]
places = 8
[[qualification.step]]
after = 1
who = "all"
places = 8
[[qualification.stage]]
name = "semi"
tables = 2
seeding = "snake"
advance = 1
[[qualification.stage]]
name = "final"
tables = 1
"""
BRACKET = RANKED.replace('[[round]]\nseating = "ranked"\n', SEMI) + STAGES
SITS_OUT = """
[qualification]
places = 4
sits_out = true
[[qualification.step]]
after = 1
who = "all"
places = 4
"""


def enter(hall: Hall, number: int) -> None:
    """Enter the results of a round: whoever has the lower number has more dollars."""
    place = {player: at for at, player in enumerate(hall.players, 1)}
    by_name = {row["name"]: row["id"] for row in hall.done("GET", f"/events/{hall.event}/players")["rows"]}
    for table in hall.tables(number):
        players = [by_name[name] for name in table["header"]["names"].values()]
        rows = [{"player": player, "assets": 10_000 - place[player]} for player in players]
        hall.done("POST", f"/tables/{table['id']}/results", version=0, points=rows)


def test_tables_by_standing_have_the_best_at_the_first_and_wait_for_every_result(world: World) -> None:
    hall = Hall(world, text=RANKED)
    hall.published(1)
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=2)["code"] == "results_open"
    enter(hall, 1)
    hall.done("PUT", f"/players/{hall.players[1]}/drop-out", after=1, reason="x")
    late = hall.player(17, first_round=2)
    ranked = hall.draw(2)
    assert ranked["kind"] == "ranked"
    order = [hall.players[0], *hall.players[2:], late]
    assert [set(table) for table in seated_players(ranked, 2)] == [set(order[at : at + 4]) for at in range(0, 16, 4)]


def test_semi_finals_and_final_follow_from_the_qualification(world: World) -> None:
    hall = Hall(world, text=BRACKET)
    hall.published(1)
    enter(hall, 1)
    seeds = hall.players[:8]
    semi = hall.published(2)
    tables = [{seeds.index(player) + 1 for player in table} for table in seated_players(semi, 2)]
    assert tables == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    assert hall.refused("POST", f"/events/{hall.event}/seatings", first_round=3)["code"] == "results_open"
    enter(hall, 2)
    final = hall.published(3)
    assert [set(table) for table in seated_players(final, 3)] == [{seeds[0], seeds[1]}]
    assert len(hall.tables(3)) == 1


@pytest.mark.slow
def test_who_has_qualified_and_sits_out_is_not_seated_in_the_rounds_that_follow(world: World) -> None:
    text = PLAN[: PLAN.index("[qualification]")] + SITS_OUT + UNCONFIRMED
    hall = Hall(world, text=text)
    public = hall.published(1)
    enter(hall, 1)
    assert hall.done("GET", f"/seatings/{public['id']}")["gone"] == hall.players[:4]
    path = f"/events/{hall.event}/seatings/reseat"
    after = hall.done("POST", path, from_round=2, reason="通過者は出場しない")["seating"]
    for number in (2, 3):
        assert sorted(player for table in seated_players(after, number) for player in table) == sorted(hall.players[4:])
    assert seated_players(after, 1) == seated_players(public, 1)
    final = hall.draw(4)
    assert {player for table in seated_players(final, 4) for player in table} == set(hall.players[:4])
