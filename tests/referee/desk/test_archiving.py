"""An event is archived after a question that lists what is still open, and is found again among the past events."""

from __future__ import annotations

import re

import pytest

from referee.core.language import text, words
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.desk.test_desk import round_id
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

JA = words("ja")


@pytest.fixture
def admin(world: World) -> Browser:
    return Browser(world, world.tokens["administrator"])


def seen(page: str) -> str:
    return str(re.findall(r'name="seen" value="([^"]*)"', page)[0])


def archived(world: World, event: str) -> bool:
    return world.ask("GET", f"/events/{event}").get_json()["archived_at"] is not None


def test_a_running_event_is_archived_only_after_what_is_open_was_shown(world: World, admin: Browser) -> None:
    hall = Hall(world, players=8)
    hall.published()
    hall.done("POST", f"/rounds/{round_id(hall, 1)}/clock", kind="start")
    table = hall.tables(1)[0]["id"]
    at = f"/events/{hall.event}"
    page = admin.read(f"{at}/archive")
    assert text("ja", "still_running", round=text("ja", "round", number=1), tables=2) in page
    asked = seen(page)
    hall.done("POST", f"/tables/{table}/calls", client_id="call-0001", kind="judge", about="rule")
    admin.send(f"{at}/archive", page, 409, do="archive", seen=asked)
    assert not archived(world, hall.event), "a table has called since the page was opened"
    page = admin.read(f"{at}/archive")
    assert text("ja", "task_answer_calls", count=1, tables="1") in page
    assert JA["archive_even_so"] in page
    admin.send(f"{at}/archive", page, do="archive", seen=seen(page))
    assert archived(world, hall.event)


def test_every_way_to_archive_leads_to_the_question(world: World, admin: Browser) -> None:
    hall = Hall(world, players=8)
    at = f"/events/{hall.event}"
    for path in (f"{at}/close", f"{at}/regulation"):
        page = admin.read(path)
        assert f'href="{at}/archive"' in page
        assert 'value="archive"' not in page, "one click archived a running event"
    admin.send(f"{at}/archive", admin.read(f"{at}/archive"), 409, do="archive")
    assert not archived(world, hall.event)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_archived_event_says_so_on_its_pages_and_is_found_by_name(
    world: World, admin: Browser, language: str
) -> None:
    hall = Hall(world, players=8)
    hall.done("PATCH", f"/events/{hall.event}", name="第12回 カフェ例会", venue="公民館", held_on="2026-10-12")
    at, texts = f"/events/{hall.event}", words(language)
    page = admin.read(f"{at}/archive?lang={language}")
    location = admin.client.post(
        f"{at}/archive", data={"csrf_token": csrf(page), "do": "archive", "seen": seen(page)}
    ).headers["Location"]
    assert text(language, "archived_now", name="第12回 カフェ例会") in admin.read(f"{location}&lang={language}")
    assert text(language, "past_to", count=1) in admin.read(f"/?lang={language}")
    for search, found in (("かふぇ", True), ("ｶﾌｪ 例会", True), ("公民館", True), ("2026-10", True), ("別の会", False)):
        listed = admin.read(f"/past?q={search}&lang={language}")
        assert (f'href="{at}"' in listed) == found, search
        assert (texts["past_none_found"] in listed) != found
    for path in ("", "/players", "/standings", "/regulation", "/close", "/archive"):
        assert texts["archived_badge"] in admin.read(f"{at}{path}?lang={language}"), path
    page = admin.read(f"{at}/archive")
    admin.send(f"{at}/archive", page, do="restore", seen=seen(page))
    assert texts["archived_badge"] not in admin.read(f"{at}?lang={language}")
    assert f'href="{at}"' not in admin.read("/past")


def csrf(page: str) -> str:
    return str(re.findall(r'name="csrf_token" value="([^"]*)"', page)[0])


def test_an_organizer_finds_only_events_of_their_own(world: World) -> None:
    mine, other = world.event, Hall(world, players=0).event
    for event in (mine, other):
        world.ask("PATCH", f"/events/{event}", json={"archived": True})
    listed = Browser(world, world.tokens["organizer"]).read("/past")
    assert (f'href="/events/{mine}"' in listed, f'href="/events/{other}"' in listed) == (True, False)
