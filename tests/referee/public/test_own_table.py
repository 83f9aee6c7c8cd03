"""A player's private page follows the round: seat, clock, how the result stands, and what is needed to advance."""

from __future__ import annotations

import re

import pytest

from referee.core.language import words
from referee.public import cache
from rulesets.languages import LANGUAGES
from tests.referee.public.test_public import Stranger
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World

EN = words("en")
BY_PLACE = PLAN.replace("repeat = 3", "repeat = 2").replace("after = 3", "after = 2").replace(
    "assets = 1", 'by_place = [10, 5, 2, 0]\nshared = "average"'
)  # fmt: skip


@pytest.fixture
def stranger(world: World, monkeypatch: pytest.MonkeyPatch) -> Stranger:
    """A browser at an event of eight players whose points go by places; nothing of it is open to everybody."""
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    found = Stranger(world)
    found.hall = Hall(world, players=8, text=BY_PLACE)
    found.at = f"/p/{found.hall.event}"
    return found


def round_id(stranger: Stranger, number: int) -> str:
    return next(str(each["id"]) for each in stranger.hall.rounds() if each["number"] == number)


def own_part(stranger: Stranger, place: int, language: str = "en") -> str:
    """The part of the page about the player's own table."""
    page = stranger.reads(f"{stranger.link(place)}?lang={language}")
    return page.partition(f"<h2>{words(language)['own_table']}")[2].partition("</section>")[0]


def test_the_page_follows_the_round_from_the_draw_to_the_result(stranger: Stranger) -> None:
    hall = stranger.hall
    assert own_part(stranger, 0) == ""
    hall.done("PATCH", f"/events/{hall.event}", timetable="10:00 Start\n12:00 Lunch")
    hall.published()
    drawn = own_part(stranger, 0)
    assert EN["own_waits"] in drawn
    assert EN["public_not_started"] in drawn
    assert "10:00 Start" in drawn
    first = round_id(stranger, 1)
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    running = own_part(stranger, 0)
    assert "data-deadline=" in running
    assert EN["own_result_none"] in running
    assert "10:00 Start" not in running
    hall.done("POST", f"/rounds/{first}/clock", kind="pause")
    assert EN["clock_stands_word"] in own_part(stranger, 0)
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    table = next(
        each for each in hall.tables(1) if hall.players[0] in {seat["player"] for seat in seats(hall, each["id"])}
    )
    rows = [{"player": seat["player"], "assets": 7100 + at} for at, seat in enumerate(seats(hall, table["id"]))]
    result = hall.done("POST", f"/tables/{table['id']}/results", version=0, points=rows)["result"]["id"]
    assert EN["own_result_entered"] in own_part(stranger, 0)
    other = next(each for each in range(8) if own_part(stranger, each).count(EN["own_result_none"]))
    assert "0 of 2 tables" in own_part(stranger, other)
    second = stranger.world.token("second", administrator=True)
    assert stranger.world.ask("POST", f"/results/{result}/confirm", second).status_code == 200
    assert EN["own_result_confirmed"] in own_part(stranger, 0)
    assert "1 of 2 tables" in own_part(stranger, other)
    hall.done("POST", f"/rounds/{first}/close", anyway=True, reason="over")
    page = stranger.reads(f"{stranger.link(0)}?lang=en")
    assert EN["own_result_confirmed"] in page.partition(EN["public_my_seats"])[2]
    assert "Round 2" in own_part(stranger, 0)


def seats(hall: Hall, table: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = hall.done("GET", f"/tables/{table}/results")["seats"]
    return found


def test_whoever_is_away_reads_who_keeps_the_seat_and_a_phone_may_keep_the_page(stranger: Stranger) -> None:
    hall, link = stranger.hall, stranger.link(0)
    hall.published()
    away = hall.players[0]
    hall.done("POST", f"/players/{away}/stand-in", name="Ersatz", from_round=2, reason="has a cold")
    for language in LANGUAGES:
        kept = words(language)["stand_in_keeps"].format(first=2, other="Ersatz")
        assert kept in as_shown(stranger.reads(f"{link}?lang={language}"))
    page = stranger.reads(f"{link}?lang=zh")
    (address,) = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    found = stranger.get(address)
    told = found.get_json()
    assert found.mimetype == "application/manifest+json" and "no-store" in found.headers["Cache-Control"]
    assert (told["start_url"], told["lang"]) == (f"{link}?lang=zh", "zh") and told["start_url"].startswith(
        told["scope"]
    )
    assert stranger.get(told["start_url"]).status_code == 200
    assert stranger.browser.get(told["icons"][0]["src"]).status_code == 200
    assert stranger.get(f"{link[:-2]}zz/app.webmanifest").status_code == 404


def test_a_table_has_its_own_clock_there(stranger: Stranger) -> None:
    hall = stranger.hall
    hall.published()
    hall.done("POST", f"/rounds/{round_id(stranger, 1)}/clock", kind="start")
    before = own_part(stranger, 0).partition('data-deadline="')[2].partition('"')[0]
    mine = next(
        each for each in hall.tables(1) if hall.players[0] in {seat["player"] for seat in seats(hall, each["id"])}
    )
    hall.done("POST", f"/tables/{mine['id']}/clock", kind="extend", seconds=600, reason="a spilt drink")
    after = own_part(stranger, 0).partition('data-deadline="')[2].partition('"')[0]
    assert int(after) - int(before) == 600_000
    others = {own_part(stranger, each).partition('data-deadline="')[2].partition('"')[0] for each in range(8)}
    assert others == {before, after}


def test_whoever_is_moved_reads_where_they_sat(stranger: Stranger) -> None:
    hall = stranger.hall
    published = hall.published()
    tables = next(each for each in published["rounds"] if each["number"] == 1)["tables"]
    one, other = tables[0]["players"][0]["id"], tables[1]["players"][0]["id"]
    hall.done(
        "POST", f"/seatings/{published['id']}/swaps", round=1, one=one, other=other, base=1, reason="they are a couple"
    )
    moved = EN["own_moved"].format(table=1)
    at = hall.players.index(one)
    assert moved not in own_part(stranger, at)  # a draft moves nobody
    draft = hall.done("GET", f"/events/{hall.event}/seatings")["rows"][0]["id"]
    hall.done("POST", f"/seatings/{draft}/publish")
    assert moved in own_part(stranger, at)
    assert sum("it was table" in own_part(stranger, each) for each in range(8)) == 2


def test_before_the_last_round_it_says_what_each_place_is_worth(stranger: Stranger) -> None:
    hall = stranger.hall
    hall.published()
    first = stranger.play(1)
    for place in range(8):
        assert EN["own_need"] not in as_shown(stranger.reads(stranger.link(place)))  # nothing is public yet
    hall.done("POST", f"/rounds/{first}/results/publish")
    said = [as_shown(stranger.reads(f"{stranger.link(place)}?lang=en")) for place in range(8)]
    assert all(EN["own_need"] in page and EN["own_need_says"] in page for page in said)
    assert any(EN["own_need_sure"] in page for page in said)
    assert any(EN["own_need_possible"] in page for page in said)
    assert any(EN["own_need_out"] in page for page in said)
    for language in LANGUAGES:
        text = as_shown(stranger.reads(f"{stranger.link(0)}?lang={language}"))
        assert words(language)["own_need_says"] in text
    hall.done("POST", f"/rounds/{stranger.play(2)}/results/publish")
    over = [as_shown(stranger.reads(f"{stranger.link(place)}?lang=en")) for place in range(8)]
    assert not any(EN["own_need_says"] in page for page in over)


def test_where_dollars_decide_nothing_is_called_certain(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    stranger = Stranger(world)
    stranger.hall.published()
    stranger.open()
    stranger.hall.done("POST", f"/rounds/{stranger.play(1)}/results/publish")
    page = as_shown(stranger.reads(f"{stranger.link(0)}?lang=en"))
    assert "likely, not certain" in page
    assert EN["own_need_sure"] not in page


def test_the_round_that_is_on_or_next_is_first_and_those_that_are_over_are_last(
    stranger: Stranger,
) -> None:
    stranger.hall.published()

    def listed() -> list[int]:
        part = (
            stranger.reads(stranger.link(0))
            .partition(f"<h2>{EN['public_my_seats']}</h2>")[2]
            .partition("</section>")[0]
        )
        return [number for _, number in sorted((part.find(f"<h3>Round {number}"), number) for number in (1, 2))]

    assert listed() == [1, 2]
    stranger.play(1)
    assert listed() == [2, 1]
    stranger.play(2)
    assert listed() == [2, 1]
