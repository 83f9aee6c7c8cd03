"""A small tournament in a running service, its games played by reports: eight players, two rounds of two tables."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import rulesets
from rulesets.reports import as_report
from tests.referee.support.hall import PLAN
from tests.referee.support.running import Running

PARTS = ("seating", "standings", "bracket", "clock", "tables", "live", "replays")
TWO_ROUNDS = PLAN.replace("repeat = 3", "repeat = 2").replace("after = 3", "after = 2")
REPORTS = 80
UNCONFIRMED = TWO_ROUNDS + '\n[results]\nconfirmation = "none"\n'
NAMES = (
    "高橋 健太",
    "井上 誠",
    "近藤 凜",
    "長谷川 亮",
    "村上 さくら",
    "山﨑 大輔",
    "Alexandra Vandenberghe",
    "後藤 悠斗",
)


def whole_game(header: dict[str, Any], reports: int, seed: int) -> list[dict[str, Any]]:
    """Generate the accepted reports of a whole game: about ``reports`` of them, the end signal, and the rest."""
    law, random = rulesets.load(header["ruleset"]), Random(seed)
    game = law.start(header["seats"], header.get("edition"), header.get("options"), header.get("start"), None)
    log: list[dict[str, Any]] = []
    signalled = False
    while not law.over(game):
        report = law.mechanics.propose(game, random, hurry=len(log) > reports)
        signal: dict[str, Any] = {"type": "time_up"}
        if len(log) >= reports and not signalled and (signalled := law.judge(game, as_report(signal)).accepted):
            report = signal
        answer = law.judge(game, as_report(report))
        if answer.accepted and report["type"] != "ruling":
            game = answer.game
            log.append(report)
    return log


class PlayedDay(NamedTuple):
    """The tournament.  ``path``: of the public pages; ``tables``: ids by round and table number."""

    service: Running
    event: str
    path: str
    tables: dict[tuple[int, int], str]

    def done(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request below /api/v1 that must succeed, and return the JSON."""
        answer = self.service.ask(method, f"/api/v1{path}", body)
        assert answer.status < 300, answer
        return answer.json

    def log(self, round: int, table: int, reports: list[dict[str, Any]]) -> None:
        """Log reports at a table that has none yet, in batches of fifty."""
        at = self.tables[round, table]
        for base in range(0, len(reports), 50):
            part = reports[base : base + 50]
            items = [{"client_id": f"{at}-{base + number}", "report": each} for number, each in enumerate(part)]
            done = self.done("POST", f"/tables/{at}/batches", {"base": base, "whole": True, "items": items})
            assert done["done"] == len(items)

    def header(self, round: int, table: int) -> dict[str, Any]:
        header: dict[str, Any] = self.done("GET", f"/tables/{self.tables[round, table]}")["header"]
        return header

    def play(self, round: int, reports: int = REPORTS) -> None:
        """Play the games of a round, enter random results, and publish them."""
        for number, table in self.tables:
            if number == round:
                self.log(round, table, whole_game(self.header(round, table), reports, seed=10 * round + table))
                at = f"/tables/{self.tables[round, table]}/results"
                seats = self.done("GET", at)["seats"]
                dollars = Random(f"{round} {table}").sample(range(100, 9000, 50), len(seats))
                rows = [{"player": seat["player"], "assets": own} for seat, own in zip(seats, dollars, strict=True)]
                self.done("POST", at, {"version": 0, "points": rows})
        rounds = self.done("GET", f"/events/{self.event}/rounds")["rows"]
        played = next(each["id"] for each in rounds if each["number"] == round)
        self.done("POST", f"/rounds/{played}/close", {"anyway": True, "reason": "over"})
        self.done("POST", f"/rounds/{played}/results/publish", {})


def played_day(service: Running, address: str, text: str = UNCONFIRMED, **more: Any) -> PlayedDay:
    """Create the tournament, seated and open to the public."""
    event = service.made("/events", name="第31回大会 31st Cup", language="ja")["id"]
    day = PlayedDay(service, event, f"/p/{address}", {})
    day.done("PUT", f"/events/{event}/regulation", {"text": text})
    for name in NAMES:
        service.made(f"/events/{event}/players", name=name)
    drawn = day.done("POST", f"/events/{event}/seatings", {"first_round": 1})
    day.done("POST", f"/seatings/{drawn['id']}/publish", {})
    for each in day.done("GET", f"/events/{event}/rounds")["rows"]:
        for table in day.done("GET", f"/rounds/{each['id']}/tables")["rows"]:
            day.tables[each["number"], table["number"]] = table["id"]
    day.done("PUT", f"/events/{event}/public", {"open": True, "address": address, "parts": PARTS, **more})
    return day
