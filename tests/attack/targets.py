"""Creates one of everything in an event of a running service, as targets for the requests of the matrix of roles."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.attack.hall import Hall
from tests.referee.support.role_matrix import CALL, CAUTION, HELPER, IMPORTED_RULING, LEFT_BEHIND, RULINGS

REGULATION = """
format = 1
name = "hall-cup"
version = "1"
title = { ja = "杯", en = "Cup", zh = "杯赛" }

[game]
ruleset = "jma-2006"

[tables]
size = 4

[[round]]
seating = "schedule"
minutes = 60

[[round]]
stage = "final"
seating = "qualifiers"
minutes = 60

[[points.rule]]
assets = 1

[[standings.criterion]]
by = "points"

[qualification]
places = 4

[[qualification.step]]
after = 1
who = "all"
places = 4
"""
PLAYERS = 8
NAME = re.compile(r"\{(\w+)\}")


class Targets:
    """Ids to fill into paths and bodies: of things in the attacked event, or newly created by the administrator.

    ``kept``: the lasting ids by their names in the matrix.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        event = f"/events/{hall.event}"
        hall.done("PUT", f"{event}/regulation", {"text": REGULATION})
        players = [hall.made(f"{event}/players", name=f"Player {number}")["id"] for number in range(PLAYERS)]
        seating = hall.made(f"{event}/seatings", first_round=1)["id"]
        hall.done("POST", f"/seatings/{seating}/publish")
        seated = hall.done("GET", f"/rounds/{hall.round}/tables")["rows"]
        results = [self._result(table["id"], 1000 * place) for place, table in enumerate(seated, 1)]
        qualified = hall.done("GET", f"{event}/qualification")["qualified"]
        given_back = {"player": qualified[0]["player"], "reason": "x"}
        table = seated[0]["id"]
        decision = hall.made(f"{event}/withdrawals", **given_back)["id"]
        made = hall.made
        made(f"/tables/{table}/code")
        hall.done("POST", f"{event}/precedents/import", {**RULINGS, "rulings": [IMPORTED_RULING]})
        left = {**LEFT_BEHIND["items"][0], "client_id": "the-first"}
        adjustment = {"player": players[0], "points": "1", "reason": "x"}
        self.kept: dict[str, str] = {
            "event": hall.event,
            "round": hall.round,
            "table": table,
            "credential": "none",
            "run": "none",
            "venue": "none",
            "shipped": "jma-national-2012",
            "document": "name-tags",
            "seat": "A",
            "player": players[0],
            "seating": seating,
            "draft": made(f"{event}/seatings", first_round=2)["id"],
            "result": results[0],
            "decision": decision,
            "adjustment": made(f"{event}/adjustments", **adjustment)["id"],
            "penalty": made(f"{event}/penalties", **{**CAUTION, "player": players[0]})["id"],
            "call": made(f"/tables/{table}/calls", **{**CALL, "client_id": "the-first"})["id"],
            "case": made(f"/tables/{table}/cases", client_id="the-first")["id"],
            "precedent": hall.done("GET", f"{event}/precedents")["rows"][0]["id"],
            "notice": made(f"{event}/notices", text="x")["id"],
            "left": made(f"/tables/{table}/left-behind", items=[left])["id"],
            "code": made(f"/tables/{seated[1]['id']}/code")["id"],
        }
        self._made: dict[str, Callable[[], str]] = {
            "fresh": lambda: f"fresh-{hall.new_number():06}",
            "account": lambda: str(made("/accounts", login=f"account-{hall.new_number()}", name="x")["id"]),
            "person": lambda: str(made("/people", name="x")["id"]),
            "device": self._device,
            "member": lambda: f"{self._helper()['account_id']}/judge",
            "link": lambda: str(self._helper()["invitation_id"]),
        }

    def _result(self, table: str, least: int) -> str:
        """Enter and confirm a result at a table, without ties, and return its id."""
        seats = self.hall.done("GET", f"/tables/{table}/results")["seats"]
        points = [{"player": each["player"], "assets": least + 10 * place} for place, each in enumerate(seats)]
        answer = self.hall.done("POST", f"/tables/{table}/results", {"version": 0, "points": points})
        result: str = answer["result"]["id"]
        self.hall.done("POST", f"/results/{result}/confirm", token=self.hall.person("scorer"))
        return result

    def _device(self) -> str:
        """Bind a new device to a new table and return the device's id."""
        table = self.hall.table()
        token = self.hall.device(table)
        device: str = self.hall.done("GET", "/me", token=token)["credential_id"]
        return device

    def _helper(self) -> Any:
        """Add a helper with a private link."""
        return self.hall.made(f"/events/{self.hall.event}/members", **HELPER)

    def knows(self, name: str) -> bool:
        """Whether there is an id by this name of the matrix."""
        return name in self.kept or name in self._made

    def filled(self, value: Any) -> Any:
        """A path or body with its placeholders replaced by ids."""
        if isinstance(value, dict):
            return {name: self.filled(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.filled(each) for each in value]
        return NAME.sub(self._id_of, value) if isinstance(value, str) else value

    def _id_of(self, name: re.Match[str]) -> str:
        return self.kept[name[1]] if name[1] in self.kept else self._made[name[1]]()
