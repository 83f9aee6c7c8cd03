"""A clock is shortened, or set to what is to be left, by buttons."""

from __future__ import annotations

import pytest

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.desk.test_desk import round_id
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY
MINUTE = 60_000


@pytest.fixture
def hall(world: World) -> Hall:
    made = Hall(world, players=8)
    made.published()
    made.done("POST", f"/rounds/{round_id(made, 1)}/clock", kind="start")
    return made


@pytest.fixture
def desk(world: World) -> Browser:
    return Browser(world, world.tokens["administrator"])


def left(hall: Hall, path: str) -> int:
    return round(int(hall.done("GET", f"{path}/clock")["remaining"]) / MINUTE)


def test_a_round_gets_more_or_less_time_or_what_is_to_be_left(hall: Hall, desk: Browser) -> None:
    of_round = f"/rounds/{round_id(hall, 1)}"
    at, table = f"/events/{hall.event}{of_round}", f"/tables/{hall.tables(1)[0]['id']}"
    page = desk.read(at)
    steps = (("shorten", "１０", 65), ("extend", "5", 70), ("leave", "49", 49), ("leave", "49", 49))
    for button, minutes, then in steps:
        desk.send(at, page, do=button, minutes=minutes, reason="まちがえて合わせた")
        assert (left(hall, of_round), left(hall, table)) == (then, then), button
    for wrong in ("-5", "0", ""):
        desk.send(at, page, 422, do="extend", minutes=wrong, reason="x")
    assert left(hall, of_round) == 49
    kept = hall.done("GET", f"{of_round}/clock")["activations"]
    assert {each["reason"] for each in kept if each["kind"] == "extend"} == {"まちがえて合わせた"}


def test_ticked_tables_get_what_is_to_be_left_each_by_its_own_clock(hall: Hall, desk: Browser) -> None:
    of_round = f"/rounds/{round_id(hall, 1)}"
    at, (one, other) = f"/events/{hall.event}{of_round}", [each["id"] for each in hall.tables(1)]
    hall.done("POST", f"{of_round}/clock", kind="extend", seconds=600, reason="x", tables=[one])
    page = desk.read(at)
    desk.send(at, page, do="leave", minutes="30", reason="x", of_tables="1", tables=one)
    assert (left(hall, f"/tables/{one}"), left(hall, f"/tables/{other}"), left(hall, of_round)) == (30, 75, 75)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_codes_of_tables_and_of_helpers_are_links_in_text_too(hall: Hall, desk: Browser, language: str) -> None:
    texts, at = words(language), f"/events/{hall.event}/rounds/{round_id(hall, 1)}"
    page = desk.read(f"{at}?lang={language}")
    assert texts["clock_shorten"] in page
    assert texts["clock_leave"] in page
    desk.send(f"{at}/codes", desk.read(f"{at}/codes"), do="make")
    code = hall.done("GET", f"/tables/{hall.tables(1)[0]['id']}/code")["code"]
    assert f"/t/{code}</a>" in desk.read(f"{at}/codes?lang={language}")
    player = desk.read(f"/events/{hall.event}/players/{hall.players[0]}?lang={language}")
    assert f"/events/{hall.event}/check-in/" in player
    staff = desk.read(f"/events/{hall.event}/staff?lang={language}")
    assert '<option value="judge" selected>' in staff
    assert '<option value="organizer" selected>' not in staff
