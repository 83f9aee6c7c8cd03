"""A place given back, or left by dropping out: who stays keeps their order, and whoever moves up comes last."""

from __future__ import annotations

import pytest

from tests.referee.stale.halls import AT_ONCE, played
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

pytestmark = pytest.mark.slow

SEMI = """
[[round]]
name = { ja = "準決勝", en = "Semi-final", zh = "半决赛" }
stage = "semi"
seating = "qualifiers"
minutes = 60
sizes = [4]

[[round]]
name = { ja = "決勝\""""
STAGES = """
[[qualification.stage]]
name = "semi"
tables = 2
seeding = "snake"
advance = 2
tied = "seed"

[[qualification.stage]]
name = "final"
tables = 1
"""
WITH_SEMI = (
    AT_ONCE.replace("repeat = 3", "repeat = 1")
    .replace('[[round]]\nname = { ja = "決勝"', SEMI.strip("\n"))
    .replace("places = 4\n", "places = 8\n")
    .replace("after = 3", "after = 1")
    + STAGES
)


def seeds(hall: Hall) -> list[str]:
    """The names of the qualified players, by seed."""
    return [each["name"] for each in hall.done("GET", f"/events/{hall.event}/qualification")["qualified"]]


@pytest.mark.parametrize("way", ["given back", "dropped out", "both"])
def test_the_first_seed_does_not_go_to_who_moves_up(world: World, way: str) -> None:
    hall = Hall(world, players=12, text=WITH_SEMI)
    hall.published()
    played(hall, 1)
    before = seeds(hall)
    top = next(each["player"] for each in hall.done("GET", f"/events/{hall.event}/qualification")["qualified"])
    if way != "dropped out":
        hall.done("POST", f"/events/{hall.event}/withdrawals", player=top, reason="train")
    if way != "given back":
        hall.done("PUT", f"/players/{top}/drop-out", after=1, reason="train")
    after = seeds(hall)
    assert len(before) == len(after) == 8
    assert after[:7] == before[1:]
    assert after[7] not in before
