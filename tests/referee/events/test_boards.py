"""The boards that a regulation can name."""

from __future__ import annotations

import rulesets
from referee.events.game_header import board_title, boards
from rulesets import load


def test_each_game_offers_its_own_boards_and_one_of_another_game_goes_by_its_name() -> None:
    shipped = {"city-sample", "london", "atlantic-city"}
    for each in rulesets.names():
        own = {"city-sample"} if each == "city" else {"london", "atlantic-city"}
        assert shipped & set(boards(load(each), "en")) == own, each
    city = load("city")
    own_title = city.mechanics.edition("city-sample").names["zh"]
    assert (board_title(city, "city-sample", "zh"), board_title(city, "london", "en")) == (own_title, "london")
