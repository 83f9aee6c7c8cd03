"""Next never says that there is nothing to do while there is something."""

from __future__ import annotations

import html
import re

import pytest

from referee.core.language import words
from tests.referee.desk.test_day import read
from tests.referee.desk.test_desk import round_id, tasks
from tests.referee.finals.test_place_given_back import WITH_SEMI
from tests.referee.stale.halls import AT_ONCE, entered, played
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

pytestmark = [pytest.mark.slow, SQLITE_ONLY]

JA = words("ja")


def following(world: World, hall: Hall) -> str:
    """What the overview offers as next, in Japanese; empty if it says that there is nothing to do."""
    body = read(world, f"/events/{hall.event}").split('data-live="next"')[1].split("</section>")[0]
    found = re.search(r'<a class="button go"[^>]*>([^<]*)</a>', body)
    return html.unescape(found[1]) if found else ""


def checked_in(hall: Hall) -> None:
    for each in hall.players:
        hall.done("PUT", f"/players/{each}/check-in")


def test_nobody_is_seated_yet(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    checked_in(hall)
    assert following(world, hall) == JA["task_draw_seating"].format(
        rounds=JA["rounds_together"].format(first=1, last=3)
    )


@pytest.mark.parametrize("text", [AT_ONCE, AT_ONCE.replace('name = { ja = "決勝", en = "Final", zh = "决赛" }\n', "")])
def test_the_final_is_to_be_drawn_after_the_results_and_goes_by_its_name_or_its_stage(world: World, text: str) -> None:
    hall = Hall(world, players=8, text=text)
    checked_in(hall)
    hall.published()
    for number in (1, 2, 3):
        played(hall, number, publish=number < 3)
    assert following(world, hall) == JA["task_publish_results"].format(round="第3ラウンド")
    hall.done("POST", f"/rounds/{round_id(hall, 3)}/results/publish")
    assert following(world, hall) == JA["task_draw_seating"].format(rounds="決勝")


def test_the_final_after_the_semi_finals_is_to_be_drawn(world: World) -> None:
    hall = Hall(world, players=12, text=WITH_SEMI)
    checked_in(hall)
    hall.published()
    played(hall, 1)
    hall.published(2)
    hall.done("POST", f"/rounds/{round_id(hall, 2)}/clock", kind="start")
    for table in hall.tables(2):
        assert following(world, hall) == ""
        entered(hall, 2, table, {})
    hall.done("POST", f"/rounds/{round_id(hall, 2)}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{round_id(hall, 2)}/results/publish")
    assert following(world, hall) == JA["task_draw_seating"].format(rounds="決勝")


def test_whoever_arrives_late_is_seated_and_whoever_does_not_come_is_absent(world: World) -> None:
    hall = Hall(world, players=9, text=AT_ONCE)
    for each in hall.players[:8]:
        hall.done("PUT", f"/players/{each}/check-in")
    hall.published()
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    assert ("await_late", False) in tasks(world, hall.event)
    assert following(world, hall) == JA["task_await_late"].format(count=1)
    late = hall.players[8]
    hall.done("PUT", f"/players/{late}/check-in")
    assert following(world, hall).startswith(JA["rounds_together"].format(first=2, last=3)), "only what can change"
    assert "選手9" in following(world, hall)
    hall.done("DELETE", f"/players/{late}/check-in")
    page = read(world, f"/events/{hall.event}/players/{late}")
    assert JA["player_absent_do"] in page
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    token = re.search(r'name="csrf_token" value="([^"]*)"', page)
    assert token is not None
    form = {"csrf_token": token[1], "after": "0", "reason": JA["player_absent_reason"]}
    assert client.post(f"/events/{hall.event}/players/{late}/drop-out", data=form).status_code == 303
    assert following(world, hall) == ""
    assert JA["player_left"] == "欠席" and "欠席" in read(world, f"/events/{hall.event}/players")


def test_who_was_seated_and_did_not_come_is_ranked_nowhere_and_took_no_part(world: World) -> None:
    hall = Hall(world, players=8, text=AT_ONCE)
    hall.published()
    first = round_id(hall, 1)
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    absent = hall.players[7]
    hall.done("PUT", f"/players/{absent}/drop-out", after=0, reason="did not come")
    for table in hall.tables(1):
        entered(hall, 1, table, {absent: 0})
    hall.done("POST", f"/rounds/{first}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{first}/results/publish")
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=["standings"])
    rows = hall.done("GET", f"/events/{hall.event}/standings")["rows"]
    assert len(rows) == 7 and absent not in [each["player"] for each in rows]
    assert "選手8" not in read(world, f"/p/{hall.event}/standings")
