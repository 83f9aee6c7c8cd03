"""Any interleaving of two devices at one table, even with lost answers, ends in one log that both agree on."""

from __future__ import annotations

import itertools
import json
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulesets
from referee.log.table_game import TableGames
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

THROWS = [{"type": "roll", "player": player, "dice": [2, 3]} for player in "AB"]
REPORTS: list[dict[str, Any]] = [
    *THROWS,
    *({"type": "roll", "player": player, "dice": [1, 1]} for player in "AB"),
    *({"type": kind, "player": player} for kind in ("buy", "decline", "pay") for player in "AB"),
    {"type": "bid", "player": "A", "amount": 10},
    {"type": "bid", "player": "B", "amount": 20},
    {"type": "close_auction"},
    {"type": "draw", "player": "A", "card": "bank_dividend_50"},
    {"type": "draw", "player": "B", "card": "beauty_10"},
]
names = itertools.count()


class Step(NamedTuple):
    """One of the devices polls for news, or reports; ``lost``: the answer never arrives, and the device sends again."""

    device: int
    report: dict[str, Any] | None
    lost: bool


class Device:
    """A tablet: it knows the entries up to one, reports on top of it, and sends again what was not answered."""

    def __init__(self, world: World, table: str) -> None:
        self.world = world
        self.path = f"/tables/{table}/entries"
        self.known: list[dict[str, Any]] = []
        self.unanswered: dict[str, Any] | None = None

    @property
    def seq(self) -> int:
        return len(self.known)

    def look(self) -> None:
        """Fetch the new entries."""
        self.known += self.world.ask("GET", f"{self.path}?since={self.seq}").get_json()["rows"]

    def send(self, report: dict[str, Any], *, lost: bool) -> None:
        """Send what is still unanswered, otherwise the report."""
        body = self.unanswered or {"client_id": f"device-{next(names):06}", "base": self.seq, "report": report}
        response = self.world.ask("POST", self.path, json=body)
        self.unanswered = body if lost else None
        if lost:
            return
        answer = response.get_json()
        if answer.get("code") == "outdated":
            self.known += [entry for entry in answer["since"] if entry["seq"] > self.seq]
        else:
            entry = answer["entry"] if answer.get("code") == "refused" else answer
            assert entry.get("report") == body["report"], entry
            if entry["seq"] == self.seq + 1:
                self.known.append(entry)


steps = st.builds(Step, st.integers(0, 1), st.none() | st.sampled_from(REPORTS), st.booleans())


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(steps, min_size=5, max_size=40))
def test_any_interleaving_of_two_devices_ends_in_one_log_that_replays_to_the_same_position_on_both(
    world: World, plan: list[Step]
) -> None:
    table = world.new_table(next(names) + 10, seats=["A", "B"], ruleset="classic-ja")
    devices = [Device(world, table), Device(world, table)]
    for device, report, lost in plan:
        if report is None:
            devices[device].look()
        else:
            devices[device].send(report, lost=lost)
    for each in devices:  # send what was never answered until it is
        while each.unanswered is not None:
            each.send({}, lost=False)
    for each in devices:
        each.look()

    logged = [json.loads(line.report) for line in world.service.part(TableGames).lines(table, 0)]
    positions = []
    for each in devices:
        assert [entry["seq"] for entry in each.known] == list(range(1, len(logged) + 1))
        assert [entry["report"] for entry in each.known] == logged
        header = world.service.part(TableGames).at_start(table).header
        record = rulesets.replay(header, [entry["report"] for entry in each.known], stop=False)
        game = record.game
        assert game is not None
        assert [answer.accepted for answer in record.answers] == [entry["accepted"] for entry in each.known]
        positions.append(game.ruleset.position(game))
    shown = world.ask("GET", f"/tables/{table}").get_json()["position"]
    assert positions == [shown, shown]
