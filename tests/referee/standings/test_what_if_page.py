"""What if a table ended like this: the page shows it and stores nothing."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from tests.referee.support.cup import Cup
from tests.referee.support.markup import as_shown
from tests.referee.support.world import World


def what_if(world: World, by: str = "organizer", **fields: str) -> TestResponse:
    headers = {"Authorization": f"Bearer {world.tokens[by]}", "Accept": "text/html"}
    return world.app.test_client().get(f"/events/{world.event}/what-if", headers=headers, query_string=fields)


def rows(page: TestResponse) -> list[tuple[int, str, str]]:
    """The supposed rank, the current rank, and the name."""
    text = as_shown(page.get_data(as_text=True))
    found = re.findall(r"<strong>(\d+)</strong></td><td class=\"number\">(\d+|–)[ ▲▼]*</td><td>(.*?)</td>", text)
    return [(int(then), now, re.sub("<.*?>", "", name)) for then, now, name in found]


def test_a_supposed_monopoly_win_leads_and_is_not_kept(world: World, cup: Cup) -> None:
    cup.enter_confirmed(1, 1, 4000, 3000, 2000, 1000)
    table = cup.tables[1, 2]
    ending = {f"assets_{order}": "0" for order in (1, 2, 3)} | {f"fell_{order}": str(order) for order in (1, 2, 3)}
    page = what_if(world, table=table, supposed="1", assets_4="9000", **ending)
    assert page.status_code == 200
    assert rows(page)[:2] == [(1, "5", "Hal"), (2, "1", "Ann")]
    assert cup.get("standings?live=true")["rows"][0]["name"] == "Ann"
    assert rows(what_if(world, table=table)) == []


def test_what_cannot_be_is_said_and_what_was_typed_is_still_there(world: World, cup: Cup) -> None:
    page = what_if(world, table=cup.tables[1, 1], supposed="1", assets_1="viel")
    assert page.status_code == 422
    assert 'value="viel"' in page.get_data(as_text=True)


@pytest.mark.usefixtures("cup")
def test_only_the_staff_may_suppose(world: World) -> None:
    assert what_if(world, by="viewer").status_code == 403
    assert what_if(world, by="scorer").status_code == 200
