"""After a disqualification the public reads on what was published; the desk says so, and one button publishes again."""

from __future__ import annotations

import re

import pytest

from referee.core.language import words
from referee.public import cache
from tests.referee.desk.test_day import read
from tests.referee.desk.test_desk import tasks
from tests.referee.desk.test_next import following
from tests.referee.stale.halls import final_hall
from tests.referee.stale.test_every_kind import disqualify, penalize, stale
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = [pytest.mark.slow, SQLITE_ONLY]

JA = words("ja")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Public pages are otherwise up to a second old."""
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)


def test_the_desk_says_what_the_public_reads_and_one_button_publishes_again(world: World) -> None:
    hall = final_hall(world)
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=["standings", "bracket"])
    public, page = f"/p/{hall.event}/standings", f"/events/{hall.event}/stale"
    before = read(world, public)
    disqualify(hall)
    assert ("stale_publication", True) in tasks(world, hall.event)
    assert following(world, hall).startswith("決勝：座席が古くなっています")
    for where in ("bracket", "decisions"):
        shown = read(world, f"/events/{hall.event}/{where}")
        assert "公開した順位が古くなっています" in shown and "選手4：4位・進出→4位" in shown
    body = read(world, page)
    assert JA["stale_again_publication"] in body and JA["stale_keep"] in body
    token = re.search(r'name="csrf_token" value="([^"]*)"', body)
    assert token is not None
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    form = {"csrf_token": token[1], "kind": "publication", "about": "standings"}
    assert client.post(page, data=form).status_code == 303
    assert not stale(hall, "publication")
    assert read(world, public) != before
    marks = read(world, public)
    assert "失格" in marks or "除名" in marks


def test_points_taken_by_a_penalty_are_public_once_published_again_and_kept_is_shown(world: World) -> None:
    hall = final_hall(world)
    penalize(hall)
    (found,) = stale(hall, "publication")
    page = f"/events/{hall.event}/stale"
    token = re.search(r'name="csrf_token" value="([^"]*)"', read(world, page))
    assert token is not None
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    form = {"csrf_token": token[1], "kind": "publication", "about": "standings", "fingerprint": found["fingerprint"]}
    assert client.post(page, data={**form, "keep": "1", "reason": ""}).status_code in (400, 422)
    assert client.post(page, data={**form, "keep": "1", "reason": "公開は明日"}).status_code == 303
    assert "公開は明日" in read(world, page)
    assert "stale_publication" not in dict(tasks(world, hall.event))
