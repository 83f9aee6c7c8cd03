"""The description of an event, and an event that starts as a copy of an earlier one."""

from __future__ import annotations

from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World


def test_what_is_said_of_an_event_is_on_its_public_page_in_the_readers_way(world: World) -> None:
    hall = Hall(world, players=0)
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    path = f"/events/{hall.event}/about"
    token = client.get(path).get_data(as_text=True).split('name="csrf_token" value="')[1].split('"')[0]
    form = {
        "csrf_token": token,
        "name": "第32回大会",
        "language": "ja",
        "held_on": "2027-11-21",
        "venue": "公民館 大ホール",
        "organizer": "モノポリー協会",
        "timetable": "9:30 受付\n10:00 開会",
        "description": "<b>だれでも</b>",
    }
    assert client.post(path, data=form).status_code == 303
    wrong = client.post(path, data={**form, "held_on": "21.11."}, headers={"Accept": "text/html"})
    assert (wrong.status_code, 'value="21.11."' in wrong.get_data(as_text=True)) == (422, True)
    hall.done("PUT", f"/events/{hall.event}/public", open=True, address=None, parts=[])
    page = world.app.test_client().get(f"/p/{hall.event}?lang=ja").get_data(as_text=True)
    for shown in ("第32回大会", "2027年11月21日", "公民館 大ホール", "10:00 開会", "&lt;b&gt;だれでも"):
        assert shown in page


def test_an_event_starts_as_an_earlier_one_without_its_people_and_results(world: World) -> None:
    hall = Hall(world, players=4)
    hall.done(
        "PATCH", f"/events/{hall.event}", venue="公民館", timetable="9:30 受付", held_on="2026-11-22", archived=True
    )
    copy = world.made("/events", name="第32回大会", copy_of=hall.event)
    event = hall.done("GET", f"/events/{copy}")
    assert (event["venue"], event["timetable"], event["held_on"], event["archived_at"]) == (
        "公民館",
        "9:30 受付",
        "",
        None,
    )
    assert hall.done("GET", f"/events/{copy}/regulation")["text"] == PLAN
    assert hall.done("GET", f"/events/{copy}/players")["rows"] == []
