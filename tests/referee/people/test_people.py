"""People across events: registered, merged, forgotten; rated over all published games; named with their consent."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from openskill.models import BradleyTerryFull
from sqlmodel import select

from referee.core.language import words
from referee.models import Appearance, Season
from referee.people.queries import season_view
from referee.people.ratings import Ratings, RatingsCache, ratings
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.support.cup import Cup
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World

JA = words("ja")
TABLES = {(1, 1): (400, 300, 200, 100), (1, 2): (100, 200, 300, 400)}


@pytest.fixture
def admin(world: World) -> Browser:
    """An administrator at the desk."""
    return Browser(world, world.tokens["administrator"])


@pytest.fixture
def played(cup: Cup) -> Cup:
    """A cup with its first round published on open pages."""
    for (number, table), assets in TABLES.items():
        cup.enter_confirmed(number, table, *assets)
    world = cup.world
    cup.close(1)
    assert world.ask("POST", f"/rounds/{cup.rounds[1]}/results/publish").status_code == 200
    world.ask("PUT", f"/events/{world.event}/public", json={"open": True, "address": None, "parts": ["standings"]})
    return cup


def take_in(admin: Browser, event: str) -> None:
    """Add the players of an event to the register."""
    admin.send("/register/take-in", admin.read("/register"), 200, event=event)


def register(world: World) -> dict[str, Any]:
    """The people in the register, by name."""
    rows: Sequence[dict[str, Any]] = world.ask("GET", "/people").get_json()["rows"]
    return {each["name"]: each for each in rows}


def agree(world: World, person: dict[str, Any], *, shown: bool = True) -> None:
    """Record that somebody agrees to be named."""
    body = {"name": person["name"], "reading": person["reading"], "club": person["club"], "shown": shown}
    assert world.ask("PUT", f"/people/{person['id']}", json=body).status_code == 200


def test_ratings_are_openskills_over_the_published_games(played: Cup, admin: Browser) -> None:
    world = played.world
    take_in(admin, world.event)
    with world.service.database.read() as session:
        all_ratings = ratings(session)
        person_of = dict(session.exec(select(Appearance.player_id, Appearance.person_id)).all())
    model = BradleyTerryFull()
    tables: dict[str, list[float]] = {"ABCD": [1, 2, 3, 4], "EFGH": [4, 3, 2, 1]}
    for letters, ranks in tables.items():
        expected = model.rate([[model.rating()] for _ in letters], ranks=ranks)
        for letter, (rating,), rank in zip(letters, expected, ranks, strict=True):
            rated = all_ratings.rated[person_of[played.players[letter]]]
            assert (rated.mu, rated.sigma, rated.games, rated.won) == (rating.mu, rating.sigma, 1, rank == 1)
    assert all_ratings.orders == {world.event: {}}  # without a final so far


def test_nobody_is_named_to_strangers_who_has_not_agreed(played: Cup, admin: Browser) -> None:
    world = played.world
    take_in(admin, world.event)
    people = register(world)
    agree(world, people["Ann"])
    agree(world, people["Bob"])
    world.service.part(RatingsCache).now(fresh=True)
    stranger = world.app.test_client()
    page = stranger.get("/ratings").get_data(as_text=True)
    assert re.findall(r'<a class="row" href="/ratings/\w+">(\w+)</a>', page) == ["Ann", "Bob"]
    own = f"/ratings/{people['Ann']['id']}"
    assert "OpenSkill" not in stranger.get(own).get_data(as_text=True)
    assert stranger.get(own).status_code == 200
    assert stranger.get(f"/ratings/{people['Cy']['id']}").status_code == 404
    agree(world, people["Ann"], shown=False)  # at once
    assert stranger.get(own).status_code == 404
    assert "Ann" not in stranger.get("/ratings").get_data(as_text=True)
    for path in ("/register", f"/register/{people['Ann']['id']}", "/register/seasons/new"):
        assert stranger.get(path, headers={"Accept": "text/html"}).status_code == 401
        Browser(world, world.tokens["organizer"]).read(path, 403)


def test_what_is_not_published_rates_nobody(cup: Cup, admin: Browser) -> None:
    cup.enter_confirmed(1, 1, *TABLES[1, 1])
    take_in(admin, cup.world.event)
    with cup.world.service.database.read() as session:
        assert ratings(session).rated == {}


def test_players_of_a_second_event_are_found_again_and_who_could_be_several_is_left(
    played: Cup, admin: Browser
) -> None:
    world = played.world
    take_in(admin, world.event)
    world.made("/people", name="Bob", club="Osaka")
    other = world.made("/events", name="Another")
    ids = {name: world.made(f"/events/{other}/players", name=name) for name in ("ANN", "Bob", "Cy", "Zoe")}
    take_in(admin, other)
    take_in(admin, other)  # a second time changes nothing
    people = register(world)
    assert {name: each["events"] for name, each in people.items() if each["events"] != 1} == {"Ann": 2, "Cy": 2} | (
        {"Bob": people["Bob"]["events"]} if people["Bob"]["events"] != 1 else {}
    )
    assert people["Zoe"]["events"] == 1
    page = admin.read(f"/register/{people['Cy']['id']}")
    assert "Another" in page
    admin.send(f"/register/{people['Cy']['id']}", page, do="unlink", player=ids["Cy"])
    assert register(world)["Cy"]["events"] == 1
    linked = world.ask("PUT", f"/players/{ids['Bob']}/person", json={"person": people["Ann"]["id"]})
    assert linked.status_code == 409  # Ann plays there herself
    page = admin.send(f"/register/{people['Ann']['id']}", page, 409, do="merge", other=people["Dee"]["id"])
    assert 'role="alert"' in page


def test_merging_joins_events_and_needs_both_to_agree_and_forgetting_leaves_the_events_as_they_are(
    played: Cup, admin: Browser
) -> None:
    world = played.world
    take_in(admin, world.event)
    other = world.made("/events", name="Another")
    player = world.made(f"/events/{other}/players", name="Ann B.")
    take_in(admin, other)
    people = register(world)
    agree(world, people["Ann"])
    path = f"/register/{people['Ann']['id']}"
    admin.send(path, admin.read(path), do="merge", other=people["Ann B."]["id"])
    merged = register(world)["Ann"]
    assert (merged["events"], merged["shown"]) == (2, False)
    admin.send(path, admin.read(path), do="forget")
    assert "Ann" not in register(world)
    assert world.ask("GET", f"/players/{player}").get_json()["name"] == "Ann B."
    audit = world.ask("GET", "/audit").get_json()["rows"]
    assert all("Ann" not in str(each["details"]) for each in audit if each["action"] == "person.delete")


def test_a_player_who_is_deleted_or_merged_in_an_event_leaves_no_trace_in_the_register(
    world: World, admin: Browser
) -> None:
    one, two = (world.made(f"/events/{world.event}/players", name=name) for name in ("Ann", "Bob"))
    take_in(admin, world.event)
    assert world.ask("POST", f"/players/{one}/merge", json={"other": two}).status_code == 200
    assert world.ask("DELETE", f"/players/{one}").status_code == 204
    assert {each["events"] for each in register(world).values()} == {0}


def test_a_season_ranks_by_the_final_orders_and_keeps_the_rank_of_who_is_not_named(
    played: Cup, admin: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = played.world
    take_in(admin, world.event)
    people = register(world)
    agree(world, people["Bob"])
    order = {people[name]["id"]: rank for rank, name in enumerate(("Ann", "Bob", "Cy"), 1)}
    monkeypatch.setattr("referee.people.ratings._order", lambda _seen: order)
    form = admin.read("/register/seasons/new")
    wrong = admin.send("/register/seasons/new", form, 422, name="2026", text="points = 1", events=world.event)
    assert 'role="alert"' in wrong
    text = "format = 1\npoints = [10, 6, 3]\n"
    token = re.findall(r'name="csrf_token" value="([^"]*)"', form)[0]
    kept = admin.client.post(
        "/register/seasons/new", data={"csrf_token": token, "name": "2026年", "text": text, "events": world.event}
    )
    assert kept.status_code == 303
    page = as_shown(world.app.test_client().get(f"{kept.headers['Location']}?lang=ja").get_data(as_text=True))
    rows = re.findall(r'<tr><td class="number"><b[^>]*>(\d)</b></td><td>(?:<[^>]*>)(.*?)</', page)
    assert rows == [("1", JA["ratings_nobody"]), ("2", "Bob"), ("3", JA["ratings_nobody"])]
    sheet = world.app.test_client().get(f"{kept.headers['Location']}/season.csv?lang=ja").get_data(as_text=True)
    assert sheet.splitlines()[1:] == [
        f"1,{JA['ratings_nobody']},10,10,1",
        "2,Bob,6,6,2",
        f"3,{JA['ratings_nobody']},3,3,3",
    ]
    admin.send(
        kept.headers["Location"].replace("/seasons/", "/register/seasons/"), form, do="delete", name="x", text="x"
    )
    assert world.app.test_client().get(kept.headers["Location"]).status_code == 404


def test_a_season_tells_the_ranks_after_each_of_its_events(world: World) -> None:
    events = [world.made("/events", name=name) for name in ("Spring", "Summer", "Autumn")]
    for each in events:
        world.ask("PUT", f"/events/{each}/public", json={"open": True, "parts": []})
    season = Season(name="2026", text="format = 1\npoints = [10, 6, 3]\n", events=json.dumps(events))
    orders = dict(zip(events, ({"a": 1, "b": 2}, {"b": 1, "c": 2}, {"c": 1, "a": 2, "b": 3}), strict=True))
    with world.service.database.read() as session:
        view = season_view(session, season, Ratings(orders=orders), "?")
    # a: 10, 10, 16; b: 6, 16, 19; c: -, 6, 16, tied with a on first places too
    assert [(row.total, list(row.ranks)) for row in view.lines] == [
        ("19", [2, 1, 1]),
        ("16", [1, 2, 2]),
        ("16", [None, 3, 2]),
    ]


def test_ratings_follow_what_is_published_last(played: Cup, admin: Browser) -> None:
    world = played.world
    take_in(admin, world.event)

    def best() -> str:
        with world.service.database.read() as session:
            rated = ratings(session).rated
            person_of = dict(session.exec(select(Appearance.player_id, Appearance.person_id)).all())
        letter = {person_of[player]: letter for letter, player in played.players.items() if player in person_of}
        return letter[max(rated, key=lambda each: (rated[each].value, letter[each] in "ABCD"))] if rated else ""

    assert best() == "A"
    played.enter_confirmed(1, 1, *sorted(TABLES[1, 1]), version=1)
    assert best() == "D", "what was corrected and confirmed is public, and rates from then on"
    world.ask("POST", f"/rounds/{played.rounds[1]}/results/withdraw", json={"reason": "counted again"})
    assert best() == "", "what is no longer published rates nobody"
