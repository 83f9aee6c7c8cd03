"""Players over HTTP: registration, the list as a whole, files in and out, check-in, late entries, reserves."""

from __future__ import annotations

import base64
import io
import json
import threading
from typing import Any

import pytest
from openpyxl import load_workbook
from sqlmodel import col, select

from referee.core.access.roles import ROLES
from referee.models import AuditEntry, Event, Player, Round, Seat
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World

LIST = """\
番号,氏名,よみ,所属,区分,リザーブ,備考
1,山田 太郎,ヤマダ タロウ,渋谷,初心者,,090-0000-0000
2,佐藤 花子,さとう はなこ,,,,
7,Li Wei,Li Wei,,,1,
"""


@pytest.fixture
def desk(world: World) -> Desk:
    return Desk(world)


class Desk:
    """The desk of the world's event."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.path = f"/events/{world.event}"

    def player(self, name: str, **more: Any) -> Any:
        response = self.world.ask("POST", f"{self.path}/players", "organizer", json={"name": name, **more})
        assert response.status_code == 201, response.get_data(as_text=True)
        return response.get_json()

    def refused(self, method: str, path: str, **body: Any) -> list[str]:
        """Send a request that must be refused, and return the codes of its faults."""
        response = self.world.ask(method, path, "organizer", json=body)
        assert response.status_code == 422, response.get_data(as_text=True)
        return [each["fault"] for each in response.get_json()["errors"]]

    def done(self, method: str, path: str, by: str = "organizer", **body: Any) -> Any:
        response = self.world.ask(method, path, by, **({"json": body} if body else {}))
        assert response.status_code in (200, 201), response.get_data(as_text=True)
        return response.get_json()

    def imports(self, text: str, **more: Any) -> Any:
        data = base64.b64encode(text.encode()).decode()
        return self.done("POST", f"{self.path}/players/import", data=data, **more)

    def list(self, order: str = "number") -> Any:
        return self.done("GET", f"{self.path}/players?order={order}")["rows"]

    def begin(self, number: int = 1) -> None:
        """Begin a round, as the start of its clock does."""
        with self.world.service.database.write() as session:
            wanted = select(Round).where(Round.event_id == self.world.event, Round.number == number)
            round_ = session.exec(wanted).one()
            round_.state = "running"
            session.add(round_)


def test_players_are_registered_and_listed_by_number_and_by_reading(desk: Desk) -> None:
    desk.player("渡辺", reading="わたなべ", flags=["beginner"], class_name="A")
    desk.player("Baker")
    desk.player("阿部", reading="アベ")
    assert [each["number"] for each in desk.list()] == [1, 2, 3]
    assert [each["name"] for each in desk.list("reading")] == ["Baker", "阿部", "渡辺"]
    first = desk.list()[0]
    assert (first["flags"], first["class_name"], first["checked_in_at"]) == (["beginner"], "A", None)
    path = f"/api/v1{desk.path}/players"
    client = desk.world.app.test_client()
    headers = {"Authorization": f"Bearer {desk.world.tokens['judge']}"}
    tag = client.get(path, headers=headers).headers["ETag"]
    assert client.get(path, headers={**headers, "If-None-Match": tag}).status_code == 304
    desk.player("新しい人")
    assert client.get(path, headers={**headers, "If-None-Match": tag}).status_code == 200


def test_an_invisible_name_is_refused_everywhere(desk: Desk) -> None:
    name, faults = "\u200b\u3164", ["player_name_unseen"]
    assert desk.refused("POST", f"{desk.path}/players", name=name) == ["unseen"]
    assert desk.refused("PATCH", f"/players/{desk.player('Ann')['id']}", name=name) == ["unseen"]
    data = base64.b64encode(f"氏名,当日\n{name},はい\n".encode()).decode()
    assert desk.refused("POST", f"{desk.path}/players/import", data=data, apply=True) == faults


def test_a_field_is_changed_and_the_others_stay(desk: Desk) -> None:
    player = desk.player("山田", reading="やまだ", club="渋谷", note="電話 1234", reserve=1)
    changed = desk.done("PATCH", f"/players/{player['id']}", club="新宿", reserve=None)
    assert changed == {**player, "club": "新宿", "reserve": None}
    assert desk.done("GET", f"/players/{player['id']}") == {k: v for k, v in changed.items() if k != "warnings"}
    with desk.world.service.database.read() as session:
        entries = session.exec(select(AuditEntry).where(AuditEntry.target == f"player:{player['id']}")).all()
    assert json.loads(entries[-1].details) == {"changed": {"club": ["渋谷", "新宿"], "reserve": [1, None]}}


def test_a_player_is_checked_against_the_whole_list(desk: Desk) -> None:
    desk.player("山田", reading="やまだ", number=5, reserve=1)
    assert desk.refused("POST", f"{desk.path}/players", name="山 田", reading="やまだ") == ["player_twice"]
    assert desk.refused("POST", f"{desk.path}/players", name="x", number=5, reserve=1, flags=["tall"]) == [
        "flag_unknown",
        "number_twice",
        "reserve_twice",
    ]
    other = desk.player("山田", reading="やまた", reserve=3)
    assert [each["fault"] for each in other["warnings"]] == ["player_likely", "reserve_gap"]
    assert other["number"] == 6
    assert desk.refused("PATCH", f"/players/{other['id']}", reserve=1) == ["reserve_twice"]
    assert desk.list()[1]["reserve"] == 3


def test_flags_and_teams_are_those_of_the_regulation(desk: Desk) -> None:
    desk.done("PUT", f"{desk.path}/regulation", shipped="jma-meijin-2022")
    text = desk.done("GET", f"{desk.path}/regulation")["text"]
    assert "[teams]" in text
    warned = desk.player("山田", team="青")["warnings"]
    assert [each["fault"] for each in warned] == ["team_of_wrong_size"]


@EACH_DATABASE
def test_two_desks_at_once_give_two_numbers(desk: Desk) -> None:
    desks = [threading.Thread(target=desk.player, args=(f"選手{place}",)) for place in range(6)]
    for each in desks:
        each.start()
    for each in desks:
        each.join()
    assert [each["number"] for each in desk.list()] == [1, 2, 3, 4, 5, 6]


def test_an_import_is_seen_first_and_then_done_once(desk: Desk) -> None:
    seen = desk.imports(LIST)
    assert (seen["applied"], seen["counts"]) == (False, {"new": 3, "changed": 0, "same": 0, "faulty": 0})
    assert desk.list() == []
    assert desk.imports(LIST, apply=True)["applied"]
    before = desk.list()
    assert [(each["number"], each["name"], each["note"]) for each in before] == [
        (1, "山田 太郎", "090-0000-0000"),
        (2, "佐藤 花子", ""),
        (7, "Li Wei", ""),
    ]
    assert desk.imports(LIST, apply=True)["counts"]["same"] == 3
    assert desk.list() == before
    swapped = desk.imports(
        "番号,氏名,ID\n2,山田 太郎,{}\n1,佐藤 花子,{}\n3,新 人,\n".format(*(e["id"] for e in before)), apply=True
    )
    assert swapped["counts"] == {"new": 1, "changed": 2, "same": 0, "faulty": 0}
    assert [each["name"] for each in desk.list()] == ["佐藤 花子", "山田 太郎", "新 人", "Li Wei"]


def test_a_list_with_a_fault_is_refused_as_a_whole(desk: Desk) -> None:
    text = "氏名,番号,区分\n山田,1,\n佐藤,1,背が高い\n,zwei,\n"
    seen = desk.imports(text)
    assert [row["status"] for row in seen["rows"]] == ["new", "faulty", "faulty"]
    faults = [fault for row in seen["rows"] for fault in row["faults"]]
    assert [(each["field"], each["fault"]) for each in faults] == [
        ("C3", "flag_unknown"),
        ("B3", "number_twice"),
        ("B4", "cell_not_whole"),
        ("A4", "player_without_name"),
    ]
    data = base64.b64encode(text.encode()).decode()
    assert desk.refused("POST", f"{desk.path}/players/import", data=data, apply=True) == [e["fault"] for e in faults]
    assert desk.list() == []
    assert desk.refused("POST", f"{desk.path}/players/import", data="AA==") == ["list_not_text"]
    assert desk.refused("POST", f"{desk.path}/players/import", data="no base64!") == ["not_base64"]


def test_the_list_of_another_event_makes_players_of_its_own(desk: Desk) -> None:
    desk.imports(LIST, apply=True)
    exported = desk.world.ask("GET", f"{desk.path}/players/export?as=csv", "organizer").get_data()
    desk.path = f"/events/{desk.world.made('/events', name='第2回大会')}"
    data = base64.b64encode(exported).decode()
    for _ in range(2):
        response = desk.world.ask("POST", f"{desk.path}/players/import", json={"data": data, "apply": True})
        assert response.status_code == 200, response.get_data(as_text=True)
    names = desk.world.ask("GET", f"{desk.path}/players").get_json()["rows"]
    assert [each["name"] for each in names] == ["山田 太郎", "佐藤 花子", "Li Wei"]


def test_the_day_list_checks_in_and_registers_walk_ins(desk: Desk) -> None:
    there = desk.player("山田", reading="やまだ")
    desk.player("佐藤")
    desk.imports("氏名\n山田\n飛び入り\n", apply=True, day_list=True)
    found = {each["name"]: (each["walk_in"], each["checked_in_at"] is not None) for each in desk.list()}
    assert found == {"山田": (False, True), "佐藤": (False, False), "飛び入り": (True, True)}
    first = desk.done("GET", f"/players/{there['id']}")["checked_in_at"]
    desk.imports("氏名\n山田\n", apply=True, day_list=True)
    assert desk.done("GET", f"/players/{there['id']}")["checked_in_at"] == first


@pytest.mark.parametrize("form", ["csv", "json", "xlsx"])
def test_the_list_goes_out_with_everything(desk: Desk, form: str) -> None:
    desk.imports(LIST, apply=True)
    response = desk.world.ask("GET", f"{desk.path}/players/export?as={form}&lang=ja", "scorer")
    assert response.headers["Content-Disposition"].startswith(f'attachment; filename="players.{form}"')
    data = response.get_data()
    if form == "csv":
        assert "090-0000-0000" in data.decode("utf-8-sig")
        return
    if form == "json":
        rows = [list(row.values()) for row in json.loads(data)["rows"]]
    else:
        sheet = load_workbook(io.BytesIO(data)).active
        assert sheet is not None
        rows = [list(row) for row in sheet.iter_rows(min_row=2, values_only=True)]
    assert [row[:2] for row in rows] == [[7, "Li Wei"], [2, "佐藤 花子"], [1, "山田 太郎"]]


def test_notes_are_seen_by_the_staff_only(desk: Desk) -> None:
    player = desk.player("山田", note="090-0000-0000")
    for role in (*ROLES, "device", "stranger"):
        answers = [
            desk.world.ask("GET", f"{desk.path}/players", role),
            desk.world.ask("GET", f"/players/{player['id']}", role),
            desk.world.ask("GET", f"{desk.path}/players/export", role),
        ]
        seen = any("090-0000-0000" in each.get_data(as_text=True) for each in answers)
        assert seen == (role in ROLES and role != "viewer"), role


def test_check_in_by_row_and_by_code(desk: Desk) -> None:
    player = desk.player("山田")
    path = f"/players/{player['id']}/check-in"
    first = desk.done("PUT", path, "scorer")["checked_in_at"]
    assert first is not None
    assert desk.done("PUT", path, "scorer")["checked_in_at"] == first
    assert desk.done("DELETE", path, "scorer")["checked_in_at"] is None
    address = f"https://hall.example{desk.path}/check-in/{player['code']}"
    by_code = [desk.done("POST", f"{desk.path}/check-ins", "judge", code=code) for code in (address, player["code"])]
    assert [(each["id"], each["already"]) for each in by_code] == [(player["id"], False), (player["id"], True)]
    unknown = desk.world.ask("POST", f"{desk.path}/check-ins", "judge", json={"code": "0" * 20})
    assert (unknown.status_code, unknown.get_json()["code"]) == (404, "unknown_code")
    elsewhere = desk.world.made("/events", name="x")
    assert desk.world.ask("POST", f"/events/{elsewhere}/check-ins", json={"code": player["code"]}).status_code == 404
    drawn = desk.world.ask("GET", f"/players/{player['id']}/qr.svg", "scorer")
    assert drawn.mimetype == "image/svg+xml"
    assert b"<svg" in drawn.get_data()


def test_whoever_comes_late_plays_from_a_later_round_on(desk: Desk) -> None:
    here = desk.player("山田")
    desk.begin()
    assert desk.refused("POST", f"{desk.path}/players", name="遅刻") == ["late_round_begun"]
    assert desk.refused("POST", f"{desk.path}/players", name="遅刻", first_round=1) == ["late_round_begun"]
    assert desk.player("遅刻", first_round=2)["first_round"] == 2
    assert desk.player("控え", reserve=1)["first_round"] is None
    assert desk.done("PATCH", f"/players/{here['id']}", club="渋谷")["club"] == "渋谷"
    rows = desk.imports("氏名,参加開始\n山田,\n飛び入り,\n")["rows"]
    assert [[each["fault"] for each in row["faults"]] for row in rows] == [[], ["late_round_begun"]]


def test_a_drop_out_is_kept_with_its_reason_and_can_be_taken_back(desk: Desk) -> None:
    player = desk.player("山田")
    path = f"/players/{player['id']}/drop-out"
    assert desk.done("PUT", path, after=0, reason="急病")["dropped_after"] == 0
    with desk.world.service.database.read() as session:
        kept = session.exec(select(AuditEntry).order_by(col(AuditEntry.id).desc())).first()
    assert kept is not None
    assert json.loads(kept.details) == {"dropped_after": 0, "reason": "急病"}
    assert desk.done("DELETE", path)["dropped_after"] is None
    with desk.world.service.database.write() as session:
        session.add(Seat(table_id=desk.world.table, start_order=1, seat="A", player_id=player["id"]))
    assert desk.done("PUT", path, after=0, reason="来ない")["dropped_after"] == 0
    desk.begin()
    assert desk.done("PUT", path, after=0, reason="来ない")["dropped_after"] == 0, "nothing counts at the table yet"
    assert desk.world.report(0, {"type": "roll", "player": "A", "dice": [1, 2]}).status_code == 201
    assert desk.refused("PUT", path, after=0, reason="来ない") == ["left_before_played"]
    assert desk.done("PUT", path, after=1, reason="帰宅")["dropped_after"] == 1


def test_reserves_come_in_by_their_order_and_only_between_rounds(desk: Desk) -> None:
    desk.world.made(f"{desk.path}/rounds", number=3)
    three = [desk.player(f"控え{place}", reserve=place) for place in (1, 2, 3)]
    response = desk.world.ask("POST", f"{desk.path}/reserves", "organizer", json={"round": 3, "places": 1})
    assert response.get_json()["code"] == "no_regulation"
    desk.done("PUT", f"{desk.path}/regulation", shipped="jma-national-2012")
    for each in three[1:]:
        desk.done("PUT", f"/players/{each['id']}/check-in")
    assert desk.refused("POST", f"{desk.path}/reserves", round=2, places=1) == ["reserve_round_closed"]
    done = desk.done("POST", f"{desk.path}/reserves", round=3, places=1)
    assert [each["name"] for each in done["entered"]] == ["控え2"]
    assert [each["name"] for each in done["passed_over"]] == ["控え1"]
    assert done["vacant"] == 0
    assert [each["first_round"] for each in desk.list()] == [None, 3, None]
    desk.begin(3)
    assert desk.refused("POST", f"{desk.path}/reserves", round=3, places=1) == ["reserve_round_begun"]
    assert [each["first_round"] for each in desk.list()] == [None, 3, None]


def test_players_of_an_unknown_event(world: World) -> None:
    for method, path, body in (
        ("GET", "players", None),
        ("POST", "players", {"name": "x"}),
        ("POST", "players/import", {"data": "bmFtZQp4Cg=="}),
        ("POST", "reserves", {"round": 1, "places": 1}),
        ("GET", "regulation/versions", None),
        ("PUT", "regulation", {"shipped": "rank-sum"}),
    ):
        options: dict[str, Any] = {"json": body} if body else {}
        assert world.ask(method, f"/events/nowhere/{path}", **options).status_code == 404, path
    with world.service.database.read() as session:
        assert session.exec(select(Player)).all() == []
        assert len(session.exec(select(Event)).all()) == 1
