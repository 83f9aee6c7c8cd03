"""The games and boards that a regulation can name."""

from __future__ import annotations

import pytest

import rulesets
from referee.events.game_header import board_title, boards
from rulesets import load
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.world import World


def test_each_game_offers_its_own_boards_and_one_of_another_game_goes_by_its_name() -> None:
    shipped = {"city-sample", "london", "atlantic-city"}
    for each in rulesets.names():
        own = {"city-sample"} if each == "city" else {"london", "atlantic-city"}
        assert shipped & set(boards(load(each), "en")) == own, each
    city = load("city")
    own_title = city.mechanics.edition("city-sample").names["zh"]
    assert (board_title(city, "city-sample", "zh"), board_title(city, "london", "en")) == (own_title, "london")


@SQLITE_ONLY
def test_a_ruleset_that_cannot_be_loaded_is_not_offered_and_takes_nothing_from_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, known = HeldEvent(world, 0), rulesets.names()

    def broken(name: str, version: str | None = None) -> rulesets.Ruleset:
        if name == "broken":
            raise rulesets.BrokenRuleset(name, "it is")
        return load(name, version)

    monkeypatch.setattr(rulesets, "names", lambda: ("broken", *known))
    monkeypatch.setattr(rulesets, "load", broken)
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    for page in ("ready", "change"):
        answer = client.get(f"/events/{held.event}/regulation/{page}", headers={"Accept": "text/html"})
        offered = answer.get_data(as_text=True)
        assert answer.status_code == 200 and 'value="broken"' not in offered
        assert all(f'value="{each}"' in offered for each in known), page
