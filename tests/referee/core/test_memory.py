"""The caches of a process are bounded in size, and what is over is evicted."""

from __future__ import annotations

import gc
import tracemalloc
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from referee.core.cache import SizedCache
from referee.core.pages import static
from referee.log import table_game
from referee.log.table_game import TableGames
from referee.public import cache
from referee.public.cache import PageCache, PageCaches, PagesVersion
from referee.results import contest
from referee.results.facts import facts_of
from referee.rules import points
from referee.standings import queries as standings
from rulesets.kernel.registry import load
from rulesets.search.index import Index
from tests.referee.support.cup import Cup
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World


def test_the_longest_unused_goes_first_and_what_is_too_heavy_is_not_kept() -> None:
    made: list[str] = []

    def text(length: int) -> str:
        made.append("made")
        return "x" * length

    kept: SizedCache[str, str] = SizedCache(100, lambda _, text: len(text))
    for key in ("a", "b", "a", "c"):
        kept.get(key, lambda: text(40))
    assert (len(kept), kept.weight, len(made)) == (2, 80, 3)
    kept.get("a", lambda: text(40))
    assert len(made) == 3
    kept.get("b", lambda: text(40))
    assert len(made) == 4
    assert kept.get("heavy", lambda: text(101)) == "x" * 101
    assert (len(kept), kept.weight) == (2, 80)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_an_index_weighs_about_what_it_takes(language: str) -> None:
    some = points.points(load("classic-us"), language)[::3]
    Index(some[:1], language)  # warms up what it reads
    gc.collect()
    tracemalloc.start()
    try:
        found = Index(some, language)
        gc.collect()
        took, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert took * 2 / 3 < found.size < took * 2


def test_the_indexes_of_a_process_are_bounded_by_what_they_weigh() -> None:
    found = points.index(load("classic-us"), "en")
    assert found.size <= points.INDEXES.weight <= points.CACHE_BYTES < 100_000_000


def test_texts_that_differ_every_time_do_not_pile_up(world: World) -> None:
    random = Random(1)
    with world.app.test_request_context(headers={"Accept-Encoding": "gzip"}):
        for _ in range(30):
            static.gzipped(world.app.response_class(), random.randbytes(700_000))
    assert static.GZIP_CACHE.weight <= static.MOST
    assert len(static.GZIP_CACHE) < 20


def test_the_pages_of_an_event_are_bounded_and_the_latest_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_EVENT_BYTES", 100_000)
    random = Random(2)
    pages: PageCache[None] = PageCache(PagesVersion("event", 1, 0, True, "", 0), None)
    for number in range(50):
        pages.page(number, None, lambda: random.randbytes(5_000).hex())
        assert pages.weight <= 100_000
    made: list[str] = []

    def small() -> str:
        made.append("made")
        return "small"

    pages.page(49, None, small)
    assert not made
    pages.page(49, "another phase", small)
    assert made
    assert pages.weight < 100_000
    assert 2 < len(pages._pages) < 10


@SQLITE_ONLY
def test_pages_are_kept_of_some_events_only(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_EVENTS", 8)
    caches: PageCaches[str] = PageCaches(world.service.database, str)
    events = [world.made("/events", name=f"Cup {number}") for number in range(cache.MAX_EVENTS + 3)]
    for _ in range(2):
        for event in events:
            found = caches.find(event, lambda _session, event_id: event_id)
            assert found is not None and found.content == event
            assert len(caches._caches) <= cache.MAX_EVENTS


@SQLITE_ONLY
def test_of_pages_that_are_too_many_together_those_of_the_event_asked_for_longest_ago_go(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MAX_TOTAL_BYTES", 100_000)
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0.0)
    caches: PageCaches[str] = PageCaches(world.service.database, str)
    first, second, third = (world.made("/events", name=f"Cup {number}") for number in range(3))
    for event in (first, second, first, third):
        found = caches.find(event, lambda _session, event_id: event_id)
        assert found is not None
        found.page("a page", None, lambda: "x" * 60_000)
    caches.find(third, lambda _session, event_id: event_id)
    assert list(caches._caches) == [third]
    assert caches.weight < cache.MAX_TOTAL_BYTES


@SQLITE_ONLY
def test_the_cache_of_computed_results_is_bounded_over_a_day(
    world: World, cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = (contest.SCORED, contest.CONTESTS, standings.STANDINGS)
    for each in places:  # other tests in this process have left theirs
        monkeypatch.setattr(each, "_kept", OrderedDict())
        monkeypatch.setattr(each, "weight", 0)
    for version in range(6):
        cup.enter_confirmed(1, 1, 900 + version, 600, 400, 100, version=version)
        cup.get("standings?live=true")
        with world.service.database.read() as session:
            weight = facts_of(session, world.event).weight
        for each in places:
            monkeypatch.setattr(each, "most", max(each.weight, weight))
    assert all(0 < each.weight <= each.most for each in places)
    assert all(each.weight <= 3 * weight for each in places)


def test_the_games_of_a_closed_round_are_forgotten(world: World) -> None:
    games = world.service.part(TableGames)
    assert world.report(0, {"type": "roll", "player": "A", "dice": [1, 2]}).status_code == 201
    assert world.table in games._remembered
    closed = world.ask("POST", f"/rounds/{world.round}/close", json={"anyway": True, "reason": "over"})
    assert closed.status_code == 200
    assert world.table not in games._remembered
    assert games.current(world.table).seq == 1


def test_a_game_that_nobody_asks_for_is_forgotten(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    games = world.service.part(TableGames)
    tables = [world.table, *(world.new_table(number) for number in (2, 3))]

    def at(moment: float, do: Callable[[], object]) -> None:
        with monkeypatch.context() as clock:
            clock.setattr("referee.log.table_game.time.monotonic", lambda: moment)
            do()

    for table in tables:
        at(0.0, partial(games.current, table))
    at(float(table_game.IDLE_SECONDS), games.forget_idle)
    assert len(games._remembered) == 3
    at(1.0, partial(games.current, tables[1]))
    at(table_game.IDLE_SECONDS + 1.0, games.forget_idle)
    assert list(games._remembered) == [tables[1]]
