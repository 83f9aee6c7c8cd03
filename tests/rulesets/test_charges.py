"""What deeds would charge now, as shown on a page: computed by the function that also charges the rent."""

from __future__ import annotations

from typing import Any

import rulesets


def charges(ruleset: str, edition: str, **deeds: dict[str, Any]) -> dict[str, Any]:
    """What deeds charge in a position of two players with these deeds."""
    law = rulesets.load(ruleset)
    game = law.start(["A", "B"], edition, start={"turn": "A", "deeds": deeds})
    found: dict[str, Any] = law.mechanics.charges(game.state)
    return found


def owned(**more: Any) -> dict[str, Any]:
    return {"owner": "A", **more}


def test_a_bare_street_charges_its_rent_twice_that_in_a_whole_group_and_by_its_buildings() -> None:
    one = charges("jma-2006", "atlantic-city", park_place=owned())
    assert one == {"park_place": {"amount": 35, "times": 0}}
    both = charges("jma-2006", "atlantic-city", park_place=owned(), boardwalk=owned())
    assert both["boardwalk"] == {"amount": 100, "times": 0}
    built = charges("jma-2006", "atlantic-city", park_place=owned(level=4), boardwalk=owned(level=5))
    assert {deed: each["amount"] for deed, each in built.items()} == {"park_place": 1300, "boardwalk": 2000}


def test_a_utility_charges_so_many_times_the_throw_a_railroad_by_their_number() -> None:
    found = charges("jma-2006", "atlantic-city", electric_company=owned(), reading_railroad=owned(), short_line=owned())
    assert found["electric_company"] == {"amount": 0, "times": 4}
    assert found["short_line"] == {"amount": 50, "times": 0}


def test_what_is_mortgaged_or_nobodys_charges_nothing() -> None:
    assert charges("jma-2006", "atlantic-city", park_place=owned(mortgaged=True)) == {}


def test_a_district_of_the_city_charges_its_land_rent() -> None:
    assert charges("city", "city-sample", mill_lane=owned()) == {"mill_lane": {"amount": 150, "times": 0}}
