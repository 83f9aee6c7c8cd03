"""Halls in which a final is seated, and what changes afterwards."""

from __future__ import annotations

from typing import Any

from tests.referee.desk.test_desk import round_id
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World

AT_ONCE = PLAN + '\n[results]\nconfirmation = "none"\n'
"""The plan of a hall in which no second person confirms results."""


def entered(hall: Hall, number: int, table: Any, assets: dict[str, int], version: int = 0) -> None:
    """Enter a result: everybody's assets, by default 1000 less the number of the player."""
    path = f"/tables/{table['id']}/results"
    players = [seat["player"] for seat in hall.done("GET", path)["seats"]]
    rows = [{"player": each, "assets": assets.get(each, 1000 - hall.players.index(each))} for each in players]
    hall.done("POST", path, version=version, points=rows, **({"note": "a digit"} if version else {}))


def played(hall: Hall, number: int, *, publish: bool = True) -> None:
    """Play a round: the earlier on the list, the better."""
    hall.done("POST", f"/rounds/{round_id(hall, number)}/clock", kind="start")
    for table in hall.tables(number):
        entered(hall, number, table, {})
    hall.done("POST", f"/rounds/{round_id(hall, number)}/close", anyway=True, reason="over")
    if publish:
        hall.done("POST", f"/rounds/{round_id(hall, number)}/results/publish")


def final_hall(world: World) -> Hall:
    """A hall of eight in which the final is seated: players 1 to 4."""
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    for number in (1, 2, 3):
        played(hall, number)
    hall.published(4)
    return hall


def corrected(hall: Hall, number: int, player: str, assets: int) -> None:
    for table in hall.tables(number):
        seats = hall.done("GET", f"/tables/{table['id']}/results")["seats"]
        if player in [seat["player"] for seat in seats]:
            entered(hall, number, table, {player: assets}, version=1)


def seated(hall: Hall, number: int) -> set[str]:
    """The names of those who sit in a round."""
    return {name for table in hall.tables(number) for name in table["header"]["names"].values()}
