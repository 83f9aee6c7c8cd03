"""Events for the screens in the hall: a running one, with content on every slide but one, and a finished one."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.referee.support.running import Running
from tournaments.floor import in_rows

PARTS = ["seating", "standings", "bracket", "clock", "tables", "live"]
PLAN = """
format = 1
name = "screens"
version = "1"
title = { ja = "杯", en = "Cup", zh = "杯赛" }

[game]
ruleset = "jma-2006"

[tables]
size = 4
also = [3, 5]

[[round]]
repeat = 2
seating = "schedule"
minutes = 75

[[round]]
stage = "semi"
seating = "qualifiers"
minutes = 75

[[round]]
stage = "final"
seating = "qualifiers"
minutes = 120
sizes = [4]

[seating]
aims = ["rematches"]

[[points.rule]]
assets = 1

[[standings.criterion]]
by = "points"

[[standings.criterion]]
by = "lots"

[qualification]
places = 16

[[qualification.step]]
after = 2
who = "all"
places = 16

[[qualification.stage]]
name = "semi"
tables = 4
advance = 1

[[qualification.stage]]
name = "final"
tables = 1
"""
FAMILIES = ("佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "勅使河原")
TIMETABLE = """9:00 受付
9:30 開会式・ルール説明
10:00 第1ラウンド
11:30 第2ラウンド
13:00 昼休み
14:00 準決勝
16:00 決勝
18:30 表彰式"""
GIVEN = ("一郎", "花子", "健太", "美咲", "大輔", "さくら", "龍之介", "小百合", "誠", "真理亜")
LONG = "昼休みは12時50分までです。午後は席が変わります。掲示かスマートフォンで確かめてください。"


class Screens(NamedTuple):
    """``on``, ``over``: the ids of the running and of the finished event, which are also their public addresses."""

    service: Running
    on: str
    over: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.service.port}"


class Organizer:
    """An event created over HTTP by an administrator; its results are confirmed by a head judge."""

    def __init__(self, service: Running, name: str, players: int) -> None:
        self.service = service
        self.event = service.made("/events", name=name)["id"]
        at = f"/events/{self.event}"
        day = {"held_on": "2026-11-23", "venue": "東京都立産業貿易センター 浜松町館", "timetable": TIMETABLE}
        self.ask("PATCH", at, day)
        self.ask("PUT", f"{at}/regulation", {"text": PLAN})
        for number in range(players):
            name = f"{FAMILIES[number % 10]} {GIVEN[number // 10 % 10]}"
            self.ask("POST", f"{at}/players", {"name": name, "club": "関東支部" if number % 2 else ""})
        link = self.ask("POST", f"{at}/members", {"name": "head", "role": "head_judge"})["invitation"]["url"]
        cookie = service.ask("POST", urlsplit(link).path, Cookie="x=y").headers["set-cookie"].partition(";")[0]
        self.other = {"Authorization": f"Bearer {cookie.partition('=')[2]}"}
        self.ask("PUT", f"{at}/public", {"open": True, "parts": PARTS})
        things = [asdict(each) for each in in_rows(5, 5)]
        self.ask("PUT", f"{at}/floor", {"things": things})

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request that must succeed, and return the JSON."""
        answer = self.service.ask(method, f"/api/v1{path}", body, **headers)
        assert answer.status < 300, (path, answer)
        return answer.json

    def seat(self, first: int) -> None:
        """Draw and publish the seating from a round on."""
        drawn = self.ask("POST", f"/events/{self.event}/seatings", {"first_round": first})["id"]
        self.ask("POST", f"/seatings/{drawn}/publish")

    def tables(self, number: int) -> tuple[str, list[Any]]:
        """The id of the round with this number, and its tables."""
        rounds = self.ask("GET", f"/events/{self.event}/rounds")["rows"]
        round_id = next(str(each["id"]) for each in rounds if each["number"] == number)
        return round_id, self.ask("GET", f"/rounds/{round_id}/tables?limit=100")["rows"]

    def play(self, number: int) -> None:
        """Enter, confirm and publish the results of a round."""
        round_id, tables = self.tables(number)
        for table in tables:
            path = f"/tables/{table['id']}/results"
            seats = self.ask("GET", path)["seats"]
            rows = [
                {"player": seat["player"], "assets": 7100 - 13 * order - table["number"]}
                for order, seat in enumerate(seats)
            ]
            result_id = self.ask("POST", path, {"version": 0, "points": rows})["result"]["id"]
            self.ask("POST", f"/results/{result_id}/confirm", None, **self.other)
        self.ask("POST", f"/rounds/{round_id}/close", {"anyway": True, "reason": "over"})
        self.ask("POST", f"/rounds/{round_id}/results/publish")


def screens(service: Running) -> Screens:
    """Create both events in a service with the administrator logged in."""
    on = Organizer(service, "第32回モノポリー日本選手権 全国大会", 72)
    on.seat(1)
    on.play(1)
    round_id, tables = on.tables(2)
    on.ask("POST", f"/rounds/{round_id}/clock", {"kind": "start"})
    roll = {"client_id": "roll-0001", "base": 0, "report": {"type": "roll", "player": "A", "dice": [3, 5]}}
    on.ask("POST", f"/tables/{tables[0]['id']}/entries", roll)
    on.ask("POST", f"/events/{on.event}/notices", {"text": LONG})
    on.ask("POST", f"/events/{on.event}/notices", {"text": "第2ラウンドは11時30分に始めます。"})
    over = Organizer(service, "関東選手権", 24)
    over.seat(1)
    for number in (1, 2):
        over.play(number)
    for number in (3, 4):
        over.seat(number)
        over.play(number)
    return Screens(service, on.event, over.event)
