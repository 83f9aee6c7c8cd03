"""An event of any size, taken from its registration to its archive through the API: a round and a final."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World
from tests.tournaments.paper_samples import logo

ONE_ROUND = PLAN.replace("repeat = 3", "repeat = 1").replace("after = 3", "after = 1")
UNCONFIRMED = ONE_ROUND + '\n[results]\nconfirmation = "none"\n'
LAYOUT = """
format = 1
event = { ja = "われらの杯", en = "Our Cup", zh = "我们的杯" }
date = { ja = "11月21日", en = "21 November", zh = "11月21日" }
footer = "Foot"
sponsor = "Toy Shop"
zone = "Asia/Tokyo"
logo = "logo.png"
"""


class HeldEvent(Hall):
    """The event; with fewer than four players nobody can be seated, and it is archived as it is."""

    def __init__(self, world: World, players: int, regulation: str = UNCONFIRMED) -> None:
        super().__init__(world, players, regulation)
        self.seated = players >= 4

    def with_layout(self) -> None:
        """Give it a layout of its own."""
        self.done("PUT", f"/events/{self.event}/layout", text=LAYOUT, logo=b64encode(logo()).decode())

    def begin(self) -> None:
        """Seat the round; at its first table a game has begun, of its last one the result is in."""
        if not self.seated:
            self.refused("POST", f"/events/{self.event}/seatings", first_round=1)
            return
        self.published()
        first, *_, last = self.tables(1)
        self.roll(first["id"])
        self.result(last["id"])

    def end(self) -> None:
        """Play the round and the final, publish their results, and archive the event."""
        for number in (1, 2) if self.seated else ():
            if number == 2:
                self.published(2)
            for table in self.tables(number):
                if not self.done("GET", f"/tables/{table['id']}/results")["version"]:
                    self.result(table["id"])
            round_ = self.rounds()[number - 1]
            self.done("POST", f"/rounds/{round_['id']}/close", anyway=True, reason="over")
            self.done("POST", f"/rounds/{round_['id']}/results/publish")
        self.done("PATCH", f"/events/{self.event}", archived=True)

    def result(self, table: str) -> None:
        seats: list[Any] = self.done("GET", f"/tables/{table}/results")["seats"]
        rows = [{"player": each["player"], "assets": 900 + 100 * place} for place, each in enumerate(seats)]
        self.done("POST", f"/tables/{table}/results", version=0, points=rows)

    def addresses(self, public: str, **more: str) -> Iterator[str]:
        """Every page and answer about the event, its rounds, tables and players, as far as there are any.

        ``public``: its public address; ``more``: other parts of paths.
        """
        table: Any = next(iter(self.tables(1) if self.rounds() else ()), {})
        known = {
            "event_id": self.event,
            "round_id": table.get("round_id"),
            "table_id": table.get("id"),
            "player_id": next(iter(self.players), None),
            "address": public,
            "number": "1",
            "table": "1",
            "kind": "minutes",
            **more,
        }
        for rule in self.world.app.url_map.iter_rules():
            names = re.findall(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", rule.rule)
            about = {"event_id", "round_id", "table_id", "player_id", "address"} & set(names)
            if "GET" not in (rule.methods or ()) or not about or any(not known.get(name) for name in names):
                continue
            yield re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>", lambda part: str(known[part[1]]), rule.rule)
