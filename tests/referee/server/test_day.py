"""A whole day through the API over HTTP: 40 players, three rounds, drop-outs and reserves, corrections, a final."""

from __future__ import annotations

import base64
import csv
import io
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from referee.core.settings import Settings
from referee.demo.players import people
from tests.referee.support.running import Running, running

pytestmark = pytest.mark.process
PLAYERS, RESERVES = 40, 2
REGULATION = "jma-national-2012"
"""Tables of four; 100 for a monopoly win, otherwise the share of the assets; a final of five; reserves enter in game 3.
"""


class Day:
    """The organizer of an event and the scorer who confirms what the organizer enters."""

    def __init__(self, server: Running) -> None:
        self.server = server
        server.log_in()
        self.event = server.made("/events", name="全国大会", language="ja")["id"]
        helper = server.made(f"/events/{self.event}/members", name="記録係", role="scorer")
        self.scorer = self.come_in(urlsplit(helper["invitation"]["url"]).path)
        self.random = Random(2026)
        self.points: dict[tuple[int, str], Fraction] = {}  # exact, by round and player

    def come_in(self, link: str) -> dict[str, str]:
        """Use a private link and return the headers of the session."""
        answer = self.server.ask("POST", link, None, Cookie="")  # otherwise the organizer's session would end
        cookie = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
        me = self.server.ask("GET", "/api/v1/me", None, **cookie)
        return {**cookie, "X-CSRF-Token": me.json["form_token"]}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request that must succeed and return its answer."""
        answer = self.server.ask(method, f"/api/v1{path}", body, **headers)
        assert answer.status < 300, (method, path, answer)
        return answer.json

    def of_event(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to an address below the event."""
        return self.ask(method, f"/events/{self.event}/{path}", body)

    def rounds(self) -> dict[int, Any]:
        """The rounds by number."""
        return {each["number"]: each for each in self.of_event("GET", "rounds")["rows"]}

    def register(self) -> dict[str, str]:
        """Import everybody from a list, twice, and check them in; return the names by id."""
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow(["番号", "名前", "よみ", "クラブ", "補欠"])
        for number, each in enumerate(people(PLAYERS + RESERVES, "day"), 1):
            reserve = number - PLAYERS if number > PLAYERS else ""
            writer.writerow([number, each["name"], each["reading"], each["club"], reserve])
        data = base64.b64encode(file.getvalue().encode("cp932", "replace")).decode()
        first = self.of_event("POST", "players/import", {"data": data, "apply": True})
        again = self.of_event("POST", "players/import", {"data": data, "apply": True})
        assert first["applied"] and again["applied"]
        rows = self.of_event("GET", "players")["rows"]
        assert len(rows) == PLAYERS + RESERVES
        for row in rows:
            self.of_event("POST", "check-ins", {"code": row["code"]})
        return {row["id"]: row["name"] for row in rows}

    def play(self, number: int) -> None:
        """Start a round, enter and confirm what happened at its tables, close it, publish its results."""
        round_ = self.rounds()[number]["id"]
        self.ask("POST", f"/rounds/{round_}/clock", {"kind": "start"})
        seated = self.seated(number)
        for table in self.tables(number):
            self.result(table, number, seated)
        self.ask("POST", f"/rounds/{round_}/close", {"anyway": True, "reason": "ログなし"})
        assert self.ask("POST", f"/rounds/{round_}/results/publish")["results_published_at"]

    def tables(self, number: int) -> list[Any]:
        return list(self.ask("GET", f"/rounds/{self.rounds()[number]['id']}/tables?limit=1000")["rows"])

    def result(self, table: Any, number: int, seated: dict[int, list[str]], version: int = 0) -> None:
        """Enter a result: a monopoly win at every fourth table, otherwise one bankrupt and random assets."""
        seats = seated[table["number"]]
        left = 1 if table["number"] % 4 == 0 else len(seats) - 1
        order = self.random.sample(seats, len(seats))
        assets = {player: self.random.randrange(500, 6000) for player in order[:left]}
        fell = {player: number for number, player in enumerate(reversed(order[left:]), 1)}
        rows = [{"player": each, "assets": assets.get(each, 0), "fell": fell.get(each)} for each in seats]
        path = f"/tables/{table['id']}/results"
        note = {"note": "数え直し"} if version else {}
        result = self.ask("POST", path, {"version": version, "points": rows, **note})["result"]
        self.ask("POST", f"/results/{result['id']}/confirm", None, **self.scorer)
        factor, whole = Fraction(5, 4) if len(seats) == 5 else Fraction(1), sum(assets.values())
        if number > 3:  # the final decides itself
            self.champion = max(assets, key=lambda each: assets[each])
            return
        for player in seats:
            share = min(Fraction(assets.get(player, 0) * 100, whole) * factor, Fraction(99))
            self.points[number, player] = Fraction(100 if player in assets else 0) if left == 1 else share

    def seated(self, number: int) -> dict[int, list[str]]:
        """The ids at the tables of a round, as published."""
        for row in self.of_event("GET", "seatings")["rows"]:
            if row["state"] == "published" and row["first_round"] <= number <= row["last_round"]:
                rounds = self.ask("GET", f"/seatings/{row['id']}")["rounds"]
                (round_,) = [each for each in rounds if each["number"] == number]
                return {table["number"]: [each["id"] for each in table["players"]] for table in round_["tables"]}
        raise AssertionError(f"round {number} is not seated")

    def standings(self) -> list[tuple[int, str]]:
        """The ranks and ids of the players."""
        return [(row["rank"], row["player"]) for row in self.of_event("GET", "standings")["rows"]]

    def expected(self) -> list[tuple[int, str]]:
        """The same, computed by the test."""
        sums: dict[str, Fraction] = defaultdict(Fraction)
        for (_, player), points in self.points.items():
            sums[player] += points
        worth = sorted(sums.values(), reverse=True)
        return sorted((worth.index(points) + 1, player) for player, points in sums.items())


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)  # each step has its own test on both databases
def test_a_day_of_40_players_goes_from_the_list_to_the_champion(settings: Settings, tmp_path: Path) -> None:
    with running(tmp_path, REFEREE_DATA=str(settings.data), REFEREE_DATABASE_URL=settings.database_url) as server:
        day = Day(server)
        day.of_event("PUT", "regulation", {"shipped": REGULATION})
        names = day.register()

        drawn = day.of_event("POST", "seatings", {"first_round": 1})
        assert (drawn["first_round"], drawn["last_round"]) == (1, 3)
        rematches = next(each for each in drawn["figures"] if each["aim"] == "rematches")
        assert rematches["figure"] == rematches["bound"] == 0
        day.ask("POST", f"/seatings/{drawn['id']}/publish")
        day.play(1)
        day.play(2)
        assert sorted(day.standings()) == day.expected()

        # Two leave, and the two reserves come in for the last game.
        gone = [each for each in day.seated(3)[7] if each in names][:2]
        for player in gone:
            day.ask("PUT", f"/players/{player}/drop-out", {"after": 2, "reason": "体調不良"})
        day.of_event("POST", "reserves", {"round": 3, "places": 2})
        again = day.of_event("POST", "seatings/reseat", {"from_round": 3, "reason": "棄権2名と補欠2名"})
        day.ask("POST", f"/seatings/{again['seating']['id']}/publish")
        third = {player for table in day.seated(3).values() for player in table}
        assert len(third) == PLAYERS and not third & set(gone)
        day.play(3)
        assert sorted(day.standings()) == day.expected()

        # A slip is found: a new version, confirmed again, and the standings follow.
        table = next(each for each in day.tables(3) if each["number"] % 4)
        day.result(table, 3, day.seated(3), version=1)
        assert sorted(day.standings()) == day.expected()

        finalists = [each["player"] for each in day.of_event("GET", "qualification")["qualified"]]
        assert len(finalists) == 5
        best = {player for rank, player in day.expected() if rank <= 5} - set(gone)
        assert set(finalists) <= best | {player for _, player in day.expected()[:8]}
        # Where the draw made two of them level, lots say whose seed is better.
        for each in day.of_event("GET", "decisions")["wanted"]:
            day.of_event("POST", "decisions", {"about": each["about"], "by": each["by"], "lots": True})
        final = day.of_event("POST", "seatings", {"first_round": 4})
        day.ask("POST", f"/seatings/{final['id']}/publish")
        assert set(day.seated(4)[1]) == set(finalists)
        day.play(4)
        bracket = day.of_event("GET", "bracket")
        assert [each["player"] for each in bracket["final_order"] if each["rank"] == 1] == [day.champion]
