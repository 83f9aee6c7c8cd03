"""A small tournament for tests: eight players, two rounds of two tables, a final of four."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.models import Seat
from tests.referee.support.world import World

REGULATION = """
format = 1
name = "cup"
version = "1"
title = { ja = "杯", en = "Cup", zh = "杯赛" }

[game]
ruleset = "jma-2006"

[tables]
size = 4

[[round]]
repeat = 2
seating = "schedule"
minutes = 60

[[round]]
stage = "final"
seating = "qualifiers"
minutes = 60

[[points.rule]]
winner = true
points = 100

[[points.rule]]
share = 1

[[standings.criterion]]
by = "points"

[qualification]
places = 4

[[qualification.step]]
after = 2
who = "all"
places = 4
"""
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
TABLES = {1: ("ABCD", "EFGH"), 2: ("AEBF", "CGDH")}
"""The seating of each round's tables: the first letters of the names, in start order."""


class CupIds(NamedTuple):
    """The ids of a cup's players, tables and rounds."""

    players: dict[str, str]
    tables: dict[tuple[int, int], str]
    rounds: dict[int, str]


class Cup:
    """The event ``world.event`` as a small tournament.

    ``players``: ids by the first letter of the name; ``tables``: ids by round and table number; ``rounds``: ids by
    number.  ``scorer`` and ``judge`` are roles of the world; either may confirm what the other has entered.
    ``ids``: the ids of a cup that is already in the database; else one is created.
    """

    def __init__(self, world: World, regulation: str = REGULATION, ids: CupIds | None = None) -> None:
        self.world = world
        if ids is not None:
            self.players, self.tables, self.rounds = dict(ids.players), dict(ids.tables), dict(ids.rounds)
            self.letters = {player: letter for letter, player in self.players.items()}
            return
        done = world.ask("PUT", f"/events/{world.event}/regulation", json={"text": regulation})
        assert done.status_code == 200, done.get_data(as_text=True)
        self.players = {name[0]: world.made(f"/events/{world.event}/players", name=name) for name in NAMES}
        self.letters = {player: letter for letter, player in self.players.items()}
        self.tables = {}
        self.rounds = {1: world.round}
        for number, tables in TABLES.items():
            if number > 1:
                self.rounds[number] = world.made(f"/events/{world.event}/rounds", number=number, minutes=60)
            for table, letters in enumerate(tables, 1):
                self.seat(number, table, letters)

    @property
    def ids(self) -> CupIds:
        """The ids that a cup on a copy of this database needs."""
        return CupIds(dict(self.players), dict(self.tables), dict(self.rounds))

    def seat(self, number: int, table: int, letters: str) -> str:
        """Create a table with four players and return its id."""
        if number not in self.rounds:
            self.rounds[number] = self.world.made(f"/events/{self.world.event}/rounds", number=number, minutes=60)
        body = {"number": 10 + table, "ruleset": "jma-2006", "seats": list("ABCD")}
        table_id = self.world.made(f"/rounds/{self.rounds[number]}/tables", **body)
        with self.world.service.database.write() as session:
            for order, letter in enumerate(letters, 1):
                player = self.players[letter]
                session.add(Seat(table_id=table_id, start_order=order, seat="ABCD"[order - 1], player_id=player))
        self.tables[number, table] = table_id
        return table_id

    def rows(self, round: int, table: int, *assets: int) -> list[dict[str, Any]]:
        """The points rows of a table: its players in start order, with these assets."""
        letters = TABLES.get(round, ("", ""))[table - 1]
        return [{"player": self.players[each], "assets": one} for each, one in zip(letters, assets, strict=True)]

    def enter(self, round: int, table: int, by: str = "scorer", version: int = 0, **body: Any) -> Any:
        """Enter a result and return the response."""
        path = f"/tables/{self.tables[round, table]}/results"
        return self.world.ask("POST", path, by, json={"version": version, **body})

    def enter_confirmed(self, round: int, table: int, *assets: int, version: int = 0) -> None:
        """Enter the assets of a table, and have the judge confirm them."""
        more = {"note": "counted again"} if version else {}
        rows = self.rows(round, table, *assets)
        response = self.enter(round, table, version=version, points=rows, **more)
        assert response.status_code == 200, response.get_data(as_text=True)
        done = self.world.ask("POST", f"/results/{response.get_json()['result']['id']}/confirm", "judge")
        assert done.status_code == 200, done.get_data(as_text=True)

    def close(self, number: int) -> None:
        """Close a round, even if games are still running."""
        path = f"/rounds/{self.rounds[number]}/close"
        done = self.world.ask("POST", path, json={"anyway": True, "reason": "over"})
        assert done.status_code == 200, done.get_data(as_text=True)

    def get(self, path: str, by: str = "organizer", status: int = 200) -> Any:
        """GET a path, relative to the event unless it begins with ``/``, and return the JSON."""
        answer = self.world.ask("GET", path if path[0] == "/" else f"/events/{self.world.event}/{path}", by)
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.get_json()

    def ranks(self, by: str = "organizer", query: str = "") -> list[tuple[int, str, str]]:
        """The standings as a role sees them: rank, letter, points."""
        rows = self.get(f"standings{query}", by)["rows"]
        return [(row["rank"], self.letters[row["player"]], row["values"][0]) for row in rows]
