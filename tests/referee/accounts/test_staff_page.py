"""The staff page, where helpers are given links and lose them again."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from werkzeug.test import TestResponse

from tests.referee.support.world import World


def staff(world: World, method: str = "GET", end: str = "", by: str = "organizer", **form: str) -> TestResponse:
    """Request the page in the name of a role."""
    headers = {"Authorization": f"Bearer {world.tokens[by]}", "Accept": "text/html"}
    path = f"/events/{world.event}/staff{end}"
    return world.app.test_client().open(path, method=method, headers=headers, data=form)


def links(world: World, name: str) -> list[str]:
    """The paths of the private links in somebody's row."""
    rows = [row for row in staff(world).get_data(as_text=True).split("<tr>") if f">{name}</td>" in row]
    return [urlsplit(found).path for row in rows for found in re.findall(r'href="(http[^"]+/j/[^"]+)"', row)]


def member(world: World, name: str) -> str:
    """The id of somebody's account."""
    rows = world.ask("GET", f"/events/{world.event}/members").get_json()["rows"]
    return next(str(row["account_id"]) for row in rows if row["name"] == name)


def test_a_helper_added_by_name_gets_a_link_that_opens_and_ends_with_the_role(world: World) -> None:
    assert staff(world, "POST", name="佐藤 花子", role="judge").status_code == 303
    (link,) = links(world, "佐藤 花子")
    assert world.app.test_client().get(link).status_code == 200
    end = f"/{member(world, '佐藤 花子')}/take"
    assert staff(world, "POST", end, role="judge").status_code == 303
    assert links(world, "佐藤 花子") == []
    assert world.app.test_client().get(link).status_code == 410


def test_a_new_link_takes_the_place_of_the_old_one(world: World) -> None:
    staff(world, "POST", name="Lost", role="scorer")
    (old,) = links(world, "Lost")
    assert staff(world, "POST", f"/{member(world, 'Lost')}/renew").status_code == 303
    (new,) = links(world, "Lost")
    assert new != old
    assert [world.app.test_client().get(path).status_code for path in (old, new)] == [410, 200]


def test_what_is_wrong_is_said_and_what_was_typed_is_still_there(world: World) -> None:
    answer = staff(world, "POST", name="x" * 300, role="judge")
    assert answer.status_code == 422
    assert "x" * 300 in answer.get_data(as_text=True)
    assert staff(world, "POST", login="nobody-here", role="judge").status_code == 404


def test_only_organizers_see_private_links(world: World) -> None:
    staff(world, "POST", name="Helper", role="viewer")
    for role in ("head_judge", "arbiter", "judge", "scorer", "viewer", "stranger"):
        assert staff(world, by=role).status_code == 403, role
        assert staff(world, "POST", by=role, name="Mole", role="organizer").status_code == 403, role
