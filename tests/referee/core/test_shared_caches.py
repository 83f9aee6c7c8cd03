"""What a view shows because of who asks stays out of shared caches: over every address, in an event that is closed."""

from __future__ import annotations

import io
import re
import zipfile
from urllib.parse import unquote

import pytest
from werkzeug.test import TestResponse

from tests.referee.events.test_pictures import Desk
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import PUBLIC, EveryAddress
from tests.referee.support.windows import refused
from tests.referee.support.world import World


def is_shared(answer: TestResponse) -> bool:
    """Whether a shared cache may keep an answer and give it to somebody else without asking again."""
    caching = answer.headers["Cache-Control"]
    return "private" not in caching and "no-store" not in caching


def file_names(answer: TestResponse) -> list[str]:
    """The names under which a browser would save an answer, and those of the files in it if it is an archive."""
    said = answer.headers.get("Content-Disposition", "")
    names = [unquote(each) for each in re.findall(r"filename\*?=(?:UTF-8'')?\"?([^\";]+)", said)]
    if answer.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(answer.get_data())) as packed:
            names += [part for each in packed.namelist() for part in each.split("/") if part]
    return names


@pytest.mark.slow
@SQLITE_ONLY
def test_no_answer_to_the_staff_of_a_closed_event_is_for_everybody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.public.cache.LOOK_SECONDS", 0.0)
    every = EveryAddress(world)
    desk = Desk(world)
    desk.bring()
    (picture,) = re.findall(r"/pictures/(\w+)", desk.shown()[0])
    every._filled["picture_id"] = picture.encode()
    world.ask("PUT", f"/events/{world.event}/public", json={**PUBLIC, "open": False})
    world.ask("PATCH", f"/events/{world.event}", json={"name": 'AUX.1 "杯": A/B'})
    leaks, seen, names = [], 0, []
    for rule in every.rules("GET"):
        path = every.path(rule).decode()
        answer = desk.client.get(path)
        names += file_names(answer)
        if is_shared(answer):
            stranger = world.app.test_client().get(path)
            if (stranger.status_code, stranger.get_data()) != (answer.status_code, answer.get_data()):
                leaks.append(f"{path}: {answer.status_code} {answer.headers['Cache-Control']}")
            stranger.close()
        seen += answer.status_code == 200
        answer.close()
    assert not leaks, "\n".join(leaks)
    assert seen > 100
    assert len(names) > 10 and not [said for said in map(refused, names) if said], names


@SQLITE_ONLY
def test_pictures_of_open_pages_are_kept_by_caches_also_when_staff_looks(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.public.cache.LOOK_SECONDS", 0.0)
    desk = Desk(world)
    desk.bring()
    public = desk.shown()[0].replace("/events/", "/p/")
    for client in (world.app.test_client(), desk.client):
        assert "public" in client.get(public).headers["Cache-Control"]
    world.ask("PUT", f"/events/{world.event}/public", json={**PUBLIC, "open": False})
    closed = desk.client.get(public)
    assert (closed.status_code, closed.headers["Vary"]) == (200, "Cookie")
    assert "private" in closed.headers["Cache-Control"]
