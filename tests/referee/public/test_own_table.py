"""A player's private page follows the round: seat, clock, how the result stands, and what is needed to advance."""

from __future__ import annotations

import re
from itertools import permutations, product

import pytest

from referee.core.language import words
from referee.public import cache
from referee.results.contest import contest_of
from referee.results.facts import facts_of
from rulesets.languages import LANGUAGES
from tests.referee.public.test_public import Stranger
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World
from tournaments.points.score import score
from tournaments.qualification.qualify import qualify
from tournaments.result import GameResult, PlayerResult
from tournaments.standings.contest import game_lines
from tournaments.standings.what_if import ending

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
    found = finalists_by_place(hall)
    for place, player in enumerate(hall.players):
        for at, ends in found[player].items():
            said_of = outlook(said[place], at)
            assert said_of != EN["own_need_sure"] or all(ends), (player, at)
            assert said_of != EN["own_need_out"] or not any(ends), (player, at)
    hall.done("POST", f"/rounds/{stranger.play(2)}/results/publish")
    inside, outside = EN["own_need_inside"], EN["own_need_outside"]
    for _ in ("nothing is seated", "the final is"):
        over = [needed(stranger, place) for place in range(8)]
        assert [inside in each for each in over] == [each in finalists(hall) for each in hall.players]
        assert [outside in each for each in over] == [each not in finalists(hall) for each in hall.players]
        assert not any(EN["own_need_now"] in each or EN["own_need_says"] in each for each in over)
        if not hall.rounds()[2]["published_at"]:
            hall.published(3)
    hall.done("POST", f"/rounds/{stranger.play(3)}/results/publish")
    assert not any(needed(stranger, place) for place in range(8))


def needed(stranger: Stranger, place: int) -> str:
    """What the page says is needed; empty if it does not say anything."""
    page = as_shown(stranger.reads(f"{stranger.link(place)}?lang=en"))
    return page.partition(f"<h2>{EN['own_need']}</h2>")[2].partition("</section>")[0]


def outlook(page: str, place: int) -> str:
    """What a page says of a place at the table."""
    for line, same in (("own_need_all_sure", "own_need_sure"), ("own_need_all_out", "own_need_out")):
        if EN[line] in page:
            return EN[same]
    (found,) = re.findall(rf"<b>{EN['standings_place'].format(place=place)}</b>\s*<span[^>]*>(.*?)</span>", page)
    return str(found)


def finalists(hall: Hall) -> set[str]:
    return {each["player"] for each in hall.done("GET", f"/events/{hall.event}/qualification")["qualified"]}


def finalists_by_place(hall: Hall) -> dict[str, dict[int, list[bool]]]:
    """By player and place at their table in round 2: whether they are in the final, in each of all endings."""
    with hall.world.service.database.read() as session:
        facts = facts_of(session, hall.event)
    regulation, so_far = facts.regulation, contest_of(facts, "published", 1)
    tables = [
        GameResult(
            2, number, tuple(PlayerResult(seat["player"], at) for at, seat in enumerate(seats(hall, each["id"]), 1))
        )
        for number, each in enumerate(hall.tables(2), 1)
    ]
    assert regulation.qualification is not None
    found: dict[str, dict[int, list[bool]]] = {player: {at: [] for at in range(1, 5)} for player in hall.players}
    for orders in product(*(permutations(one.player for one in each.players) for each in tables)):
        ended = [
            ending(table, order, (4000, 3000, 2000, 1000), monopoly=False)
            for table, order in zip(tables, orders, strict=True)
        ]
        points = [score(regulation.points, each, regulation.facts(2)) for each in ended]
        lines = [
            line
            for each, of in zip(ended, points, strict=True)
            for line in game_lines(each, {player: one.points for player, one in of.items()})
        ]
        then = qualify(regulation.qualification, regulation.standings, so_far.with_games(lines), 2)
        for order in orders:
            for at, player in enumerate(order, 1):
                found[player][at].append(player in then.players)
    return found


def test_whoever_has_left_needs_nothing(stranger: Stranger) -> None:
    hall = stranger.hall
    hall.published()
    hall.done("POST", f"/rounds/{stranger.play(1)}/results/publish")
    second = stranger.world.token("arbiter of the day", administrator=True)
    barred = {"player": hall.players[1], "category": "unfair", "step": "disqualification", "facts": "x", "reason": "y"}
    assert needed(stranger, 0) and needed(stranger, 1)
    hall.done("PUT", f"/players/{hall.players[0]}/drop-out", after=1, reason="went home")
    penalty = hall.done("POST", f"/events/{hall.event}/penalties", **barred)["id"]
    assert stranger.world.ask("POST", f"/penalties/{penalty}/sign-off", second, json={}).status_code == 200
    assert not needed(stranger, 0) and not needed(stranger, 1)
    assert needed(stranger, 2)


def test_where_dollars_decide_nothing_is_called_certain(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    stranger = Stranger(world)
    stranger.hall = Hall(world, players=8)
    stranger.at = f"/p/{stranger.hall.event}"
    stranger.hall.published()
    stranger.open()
    early = EN["story_need_early"].format(round="Round 2", need="")
    for number in (1, 2):
        stranger.hall.done("POST", f"/rounds/{stranger.play(number)}/results/publish")
        page = needed(stranger, 0)
        assert "likely, not certain" in page
        assert EN["own_need_sure"] not in page
        assert (early in page) == (number == 1)  # a round more before it is known who advances


def test_points_of_a_game_have_no_more_decimals_than_their_sums(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    stranger = Stranger(world)
    stranger.hall = Hall(world, players=8, text=PLAN.replace("assets = 1", "share = 1"))
    stranger.at = f"/p/{stranger.hall.event}"
    stranger.hall.published()
    stranger.open()
    stranger.hall.done("POST", f"/rounds/{stranger.play(1)}/results/publish")
    for path in (stranger.link(0), "/tables/1/1", "/players/1"):
        said = re.sub("<[^>]+>", " ", stranger.reads(path))
        assert re.search(r"\d\.\d\d\b", said) and not re.search(r"\d\.\d{3}", said), path


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
