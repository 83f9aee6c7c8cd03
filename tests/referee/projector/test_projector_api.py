"""What the screens show, and the remote, over the API and by forms."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from referee.projector.settings import SLIDES
from referee.public import cache
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

PARTS = ["seating", "standings", "bracket", "clock", "tables", "live"]


@pytest.fixture
def hall(world: World, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A seated event with public pages."""
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    seated = Hall(world, players=8)
    seated.published()
    seated.done("PUT", f"/events/{seated.event}/public", open=True, parts=PARTS)
    return seated


def page(hall: Hall, end: str = "") -> str:
    """The screen's page as a stranger gets it."""
    answer = hall.world.app.test_client().get(f"/p/{hall.event}/screen{end}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def plan(hall: Hall) -> Any:
    """The slides with their seconds, as the screen gets them."""
    (encoded,) = re.findall(r'data-plan="([^"]*)"', page(hall))
    return json.loads(html.unescape(encoded))


def cue(hall: Hall) -> Any:
    """The last command of the remote, as the screen gets it."""
    return json.loads(page(hall, "/cue"))


def test_what_is_chosen_and_ordered_is_what_screens_show(hall: Hall) -> None:
    at = f"/events/{hall.event}/projector"
    usual = hall.done("GET", at)
    assert [each["slide"] for each in usual["slides"]] == list(SLIDES)
    assert plan(hall) == [[slide, 10] for slide in SLIDES]
    assert 'media="not all"' not in page(hall)
    slides = [{"slide": "standings", "seconds": 25}, {"slide": "clock"}]
    kept = hall.done("PUT", at, slides=slides, table=2, light=True)
    assert kept == {**hall.done("GET", at), "table": 2, "light": True}
    assert plan(hall) == [["standings", 25], ["clock", 10]]
    assert 'media="not all"' in page(hall)
    audit = hall.done("GET", f"/events/{hall.event}/audit")["rows"]
    assert [each["action"] for each in audit if "projector" in each["action"]] == ["projector.change"]


@pytest.mark.parametrize(
    "slides",
    [
        [],
        [{"slide": "clock"}, {"slide": "clock"}],
        [{"slide": "weather"}],
        [{"slide": "clock", "seconds": 2}],
        [{"slide": "clock", "seconds": 121}],
    ],
)
def test_what_no_screen_could_show_is_refused(hall: Hall, slides: list[Any]) -> None:
    assert hall.refused("PUT", f"/events/{hall.event}/projector", slides=slides)["code"] == "invalid"


def test_the_remote_says_where_all_screens_are_without_a_page_made_anew_or_an_entry_in_the_audit_log(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cue(hall) == {"slide": None, "page": 0, "at": 0, "held": False, "blank": False}
    before, entries = page(hall), len(hall.done("GET", f"/events/{hall.event}/audit")["rows"])
    at = f"/events/{hall.event}/projector/cue"
    command = hall.done("POST", at, slide="seats", page=1, held=True)
    monkeypatch.setattr("referee.public.cache.time.monotonic", lambda: 1e12)
    assert cue(hall) == command == {"slide": "seats", "page": 1, "at": command["at"], "held": True, "blank": False}
    monkeypatch.undo()
    later = hall.done("POST", at, blank=True)
    assert (later["slide"], later["page"], later["held"], later["blank"]) == ("seats", 1, False, True)
    assert later["at"] >= command["at"]
    assert hall.done("GET", f"/events/{hall.event}/projector")["cue"] == later
    assert page(hall) == before
    assert len(hall.done("GET", f"/events/{hall.event}/audit")["rows"]) == entries


@SQLITE_ONLY
def test_a_screen_and_its_cue_are_for_the_staff_while_the_event_is_closed(hall: Hall) -> None:
    hall.done("PUT", f"/events/{hall.event}/public", open=False, parts=PARTS)
    browser = hall.world.app.test_client()
    ends = ("screen", "screen/cue")
    assert [browser.get(f"/p/{hall.event}/{end}").status_code for end in ends] == [404, 404]
    browser.set_cookie("referee", hall.world.tokens["administrator"])
    assert [browser.get(f"/p/{hall.event}/{end}").status_code for end in ends] == [200, 200]


@SQLITE_ONLY
def test_own_pages_alone_may_show_a_screen_in_a_frame(hall: Hall) -> None:
    browser = hall.world.app.test_client()
    policies = [browser.get(f"/p/{hall.event}{end}").headers["Content-Security-Policy"] for end in ("/screen", "")]
    assert "frame-ancestors 'self'" in policies[0]
    assert policies[1] == policies[0].replace("'self'", "'none'") or "frame-ancestors 'none'" in policies[1]


@SQLITE_ONLY
def test_the_board_of_the_chosen_table_is_shown_as_far_as_spectators_may_see_it(hall: Hall) -> None:
    tables = hall.tables(1)
    for table in tables:
        hall.roll(table["id"])
    board = 'data-part="table"'
    assert board in page(hall, "?lang=en")
    assert "Table 1 – Round 1" in page(hall, "?lang=en")
    hall.done("PUT", f"/events/{hall.event}/projector", slides=[{"slide": "table"}], table=2)
    assert "Table 2 – Round 1" in page(hall, "?lang=en")
    hall.done("PUT", f"/events/{hall.event}/projector", slides=[{"slide": "table"}], table=99)
    assert "Table 1 – Round 1" in page(hall, "?lang=en")
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=PARTS, delay_minutes=5)
    assert board not in page(hall)
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=PARTS[:-1])
    assert board not in page(hall)


@SQLITE_ONLY
def test_slides_are_ordered_and_left_out_by_the_form(hall: Hall) -> None:
    browser = hall.world.app.test_client()
    browser.set_cookie("referee", hall.world.tokens["administrator"])
    at = f"/events/{hall.event}/projector"

    def token() -> str:
        shown = browser.get(at).get_data(as_text=True)
        return str(re.findall(r'name="csrf_token" value="([^"]+)"', shown)[0])

    form = {"slides": list(SLIDES), "shown": ["clock", "notices", "seats"], "table": "", "colours": "light"}
    seconds = {f"seconds-{slide}": "12" for slide in SLIDES}
    response = browser.post(at, data={**form, **seconds, "csrf_token": token(), "up": "seats"})
    assert (response.status_code, response.headers["Location"]) == (303, f"{at}#seats")
    kept = hall.done("GET", at)
    assert [(each["slide"], each["seconds"]) for each in kept["slides"]] == [
        ("clock", 12),
        ("seats", 12),
        ("notices", 12),
    ]
    assert kept["light"]
    bad = browser.post(at, data={**form, **seconds, "seconds-clock": "x", "csrf_token": token()})
    assert bad.status_code == 422
    assert 'value="x"' in bad.get_data(as_text=True)
    held = browser.post(f"{at}/remote", data={"slide": "seats", "held": "on", "csrf_token": token()})
    assert held.status_code == 303
    assert hall.done("GET", at)["cue"]["held"] is True
