"""The steps of the day, the tables at a glance, and the end of an event."""

from __future__ import annotations

import html
import re

import pytest

from referee.core.language import words
from referee.desk.day import day
from referee.desk.queries import desk
from referee.models import Event
from tests.referee.desk.test_desk import confirm, enter, round_id
from tests.referee.finals.test_place_given_back import WITH_SEMI
from tests.referee.stale.halls import played
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World

pytestmark = pytest.mark.slow

JA = words("ja")
CELL = re.compile(r'<td class="number">(.*?)</td>')
PAD = re.compile(r'<span class="pad" aria-hidden="true">(.*?)</span>')


def stands(world: World, event_id: str) -> tuple[str, str]:
    """The current step of the day, and what is to be done next."""
    database = world.service.database
    with world.app.app_context(), database.read() as session:
        event = session.get(Event, event_id)
        assert event is not None
        today = day(event, desk(session, event, database.now()))
    now = [step.code for step in today.steps if step.state == "now"]
    return "".join(now), today.next.code if today.next else ""


def read(world: World, path: str, token: str = "") -> str:
    """A page in Japanese, as the administrator or the holder of a token reads it."""
    client = world.app.test_client()
    client.set_cookie("referee", token or world.tokens["administrator"])
    response = client.get(path, headers={"Accept-Language": "ja"})
    assert response.status_code == 200
    return response.get_data(as_text=True)


def play(hall: Hall, world: World, number: int) -> None:
    """Play a round and publish its results."""
    hall.done("POST", f"/rounds/{round_id(hall, number)}/clock", kind="start")
    for table in hall.tables(number):
        confirm(world, enter(hall, table))
    hall.done("POST", f"/rounds/{round_id(hall, number)}/close", anyway=True, reason="over")
    hall.done("POST", f"/rounds/{round_id(hall, number)}/results/publish")


def test_rounds_that_nobody_is_left_for_are_closed_one_after_the_other(world: World) -> None:
    """The final does not wait for the results of a semi-final in which nobody ever sat."""
    hall = Hall(world, players=8, text=WITH_SEMI)
    hall.published()
    played(hall, 1)
    for player in hall.players:
        hall.done("PUT", f"/players/{player}/drop-out", after=1, reason="the last train")
    for number in (2, 3):
        assert stands(world, hall.event) == ("final", "nobody_qualified")
        hall.done("POST", f"/rounds/{round_id(hall, number)}/close", anyway=True, reason="nobody is left")
    hall.done("POST", f"/events/{hall.event}/stale/anew", kind="publication", about="standings")
    assert stands(world, hall.event) == ("close", "finish")


def test_the_day_leads_from_the_registration_to_the_archive(world: World) -> None:
    empty = world.made("/events", name="空の大会")
    assert stands(world, empty) == ("registration", "choose_regulation")
    hall = Hall(world, players=8)
    assert stands(world, hall.event) == ("registration", "check_players_in")
    hall.done("PUT", f"/players/{hall.players[0]}/check-in")
    assert stands(world, hall.event) == ("check_in", "check_players_in")
    for player in hall.players[1:]:
        hall.done("PUT", f"/players/{player}/check-in")
    assert stands(world, hall.event) == ("seats", "draw_seating")
    hall.published()
    assert stands(world, hall.event) == ("rounds", "start_round")
    for number in (1, 2, 3):
        play(hall, world, number)
    assert stands(world, hall.event) == ("final", "draw_seating")
    draft = hall.done("POST", f"/events/{hall.event}/seatings", first_round=4)
    hall.done("POST", f"/seatings/{draft['id']}/publish")
    play(hall, world, 4)
    assert stands(world, hall.event) == ("close", "finish")
    (final,) = hall.tables(4)
    champion = hall.done("GET", f"/tables/{final['id']}/results")["versions"][0]["players"][0]["name"]
    page = html.unescape(read(world, f"/events/{hall.event}/close"))
    assert f"<strong>{champion}</strong>" in page
    assert JA["close_thanks_champion"].format(event="第31回大会", champion=champion) in page
    assert re.search(rf'class="button go"\s+href="/events/{hall.event}/archive">{JA["close_archive_do"]}', page)
    hall.done("PATCH", f"/events/{hall.event}", archived=True)
    assert stands(world, hall.event)[0] == ""


def test_a_table_says_on_the_desk_what_it_is_doing_and_the_clock_is_on_every_page(world: World) -> None:
    hall = Hall(world, players=8)
    hall.published()
    assert 'class="played"' not in read(world, f"/events/{hall.event}/players")
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    one, other = hall.tables(1)
    confirm(world, enter(hall, one))
    hall.done("POST", f"/tables/{other['id']}/calls", client_id="call-0001", kind="judge", about="rule")
    page = html.unescape(read(world, f"/events/{hall.event}"))
    assert page.index(JA["tile_called"]) < page.index(JA["tile_confirmed"]), "tables that need a judge come first"
    assert JA["tile_playing"] not in page
    for path in ("players", "regulation", "standings", "calls"):
        assert 'class="played"' in read(world, f"/events/{hall.event}/{path}")


def test_a_private_link_leads_to_the_event_where_a_viewer_finds_the_tables(world: World) -> None:
    hall = Hall(world, players=8)
    hall.published()
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    client = world.app.test_client()
    response = client.post(
        f"/j/{hall.done('POST', f'/events/{hall.event}/members', name='V', role='viewer')['invitation']['code']}"
    )
    assert response.headers["Location"] == f"/events/{hall.event}"
    token = client.get_cookie("referee")
    assert token is not None
    for path, folded in ((f"/events/{hall.event}", 3), ("/", 0)):
        page = read(world, path, token.value)
        now, _, later = page.partition("<details>")
        assert all(f'href="/tables/{table["id"]}"' in now for table in hall.tables(1)), path
        assert not any(f'href="/tables/{table["id"]}"' in now for table in hall.tables(2)), path
        assert f"<details>{later}".count("<summary>") == folded, path


def test_standings_show_who_would_go_on_with_their_points_under_one_another(world: World) -> None:
    hall = Hall(world, players=8, text=PLAN.replace("assets = 1", "share = 1"))
    hall.published()
    path = f"/events/{hall.event}/standings"
    assert 'class="cut"' not in read(world, path)
    play(hall, world, 1)
    page = read(world, path)
    assert JA["standings_cut_now"].format(places=4, stage=JA["standings_into_final"]) in page
    rows = page.split("<tbody>")[1].split("</tbody>")[0].split("<tr")
    assert [number for number, row in enumerate(rows) if 'class="cut"' in row] == [5], "the line is below the fourth"
    figures = {cell.partition("<")[0] + "".join(PAD.findall(cell)) for cell in CELL.findall(page)}
    assert len({len(each.partition(".")[2]) for each in figures if "." in each}) == 1
