"""Two registrations of one person that both have a history: merged, and the archive is computed again all the same."""

from __future__ import annotations

import pytest

from tests.referee.support.archived_day import FullDay, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = pytest.mark.slow


@SQLITE_ONLY
@pytest.mark.parametrize("when", ["during the day", "after the final"])
def test_the_archive_of_a_day_on_which_players_were_merged_is_the_same(world: World, when: str) -> None:
    day = FullDay(world)
    day.seat()
    day.play(1)
    kept, gone = day.registered_twice()
    day.play(2)
    if when == "during the day":
        day.done("POST", f"/players/{kept}/merge", other=gone)
    day.play(3)
    day.published(4)
    day.play(4)
    if when == "after the final":
        day.done("POST", f"/players/{kept}/merge", other=gone)
    day.done("PATCH", f"/events/{day.event}", archived=True)
    for public in (False, True):
        found = verified(day.archive(public=public))
        assert [each.sentence("en") for each in found.differences] == []
        (merge,) = [each for each in found.acts if each.code == "act_merge"]
        assert "選手6" in merge.sentence("ja") or "6" in merge.sentence("ja")
    assert day.ask("GET", f"/events/{day.event}/papers/event-report?language=ja").status_code == 200


@SQLITE_ONLY
def test_two_who_both_took_part_in_a_drawing_are_not_merged(world: World) -> None:
    """A lot is drawn for an id, and stays."""
    day = FullDay(world)
    day.seat()
    day.prizes()
    day.play(1)
    kept, gone = day.registered_twice()
    day.prizes()
    assert day.refused("POST", f"/players/{kept}/merge", other=gone)["code"] == "players_both_drawn"
