"""A tournament for tests: an event with a regulation and players."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from werkzeug.test import TestResponse

from tests.referee.support.world import World

PLAN = """
format = 1
name = "test-cup"
version = "1"
title = { ja = "試験杯", en = "Test cup", zh = "测试杯" }

[game]
ruleset = "jma-2006"

[tables]
size = 4
also = [5]

[[round]]
repeat = 3
seating = "schedule"
minutes = 75

[[round]]
name = { ja = "決勝", en = "Final", zh = "决赛" }
stage = "final"
seating = "qualifiers"
minutes = 120
sizes = [4]

[seating]
aims = ["rematches", "clubs", "start_order"]

[[points.rule]]
assets = 1

[[standings.criterion]]
by = "points"

[[standings.criterion]]
by = "lots"

[qualification]
places = 4

[[qualification.step]]
after = 3
who = "all"
places = 4
"""
CLUBS = ("関東", "関西", "")


class Hall:
    """An event with a regulation and players.  ``players``: their ids, in order of number."""

    def __init__(self, world: World, players: int = 16, text: str = PLAN) -> None:
        self.world = world
        self.event = world.made("/events", name="第31回大会")
        self.done("PUT", f"/events/{self.event}/regulation", text=text)
        self.players = self._registered(players)

    def _registered(self, players: int) -> list[str]:
        """Import new players as one list and return their ids; one request each would be most of a test's requests."""
        if not players:
            return []
        rows = (f"選手{number},{CLUBS[number % 3]}\n" for number in range(1, players + 1))
        data = b64encode("".join(["name,club\n", *rows]).encode()).decode()
        self.done("POST", f"/events/{self.event}/players/import", data=data, apply=True)
        listed = self.done("GET", f"/events/{self.event}/players")["rows"]
        return [each["id"] for each in sorted(listed, key=lambda player: int(player["number"]))]

    def player(self, number: int, **more: Any) -> str:
        """Add a player and return the id."""
        return self.world.made(f"/events/{self.event}/players", name=f"選手{number}", club=CLUBS[number % 3], **more)

    def ask(self, method: str, path: str, **body: Any) -> TestResponse:
        """Send a request as the administrator."""
        return self.world.ask(method, path, json=body if method != "GET" else None)

    def done(self, method: str, path: str, **body: Any) -> Any:
        """Send a request that must succeed, and return the JSON."""
        response = self.ask(method, path, **body)
        assert response.status_code < 300, response.get_data(as_text=True)
        return response.get_json()

    def refused(self, method: str, path: str, **body: Any) -> Any:
        """Send a request that must fail, and return the problem."""
        response = self.ask(method, path, **body)
        assert response.status_code >= 400, response.get_data(as_text=True)
        return response.get_json()

    def draw(self, first_round: int = 1, **more: Any) -> Any:
        return self.done("POST", f"/events/{self.event}/seatings", first_round=first_round, **more)

    def published(self, first_round: int = 1, **more: Any) -> Any:
        return self.done("POST", f"/seatings/{self.draw(first_round, **more)['id']}/publish")

    def rounds(self) -> list[Any]:
        return list(self.done("GET", f"/events/{self.event}/rounds")["rows"])

    def tables(self, number: int) -> list[Any]:
        """The tables of the round with this number."""
        (round_,) = [each for each in self.rounds() if each["number"] == number]
        return list(self.done("GET", f"/rounds/{round_['id']}/tables")["rows"])

    def roll(self, table: str) -> None:
        """Post the first report at a table."""
        body = {"client_id": f"first-{table}", "base": 0, "report": {"type": "roll", "player": "A", "dice": [1, 2]}}
        self.done("POST", f"/tables/{table}/entries", **body)


def seated_players(seating: Any, number: int) -> list[list[str]]:
    """The ids of the players at each table of a round, in start order."""
    (drawn,) = [each for each in seating["rounds"] if each["number"] == number]
    return [[player["id"] for player in table["players"]] for table in drawn["tables"]]
