"""Whoever never came is absent everywhere, and has not left: only whoever has played can leave."""

from __future__ import annotations

import pytest

from referee.core.language import words
from referee.public import cache
from rulesets.languages import LANGUAGES
from tests.referee.desk.test_day import read
from tests.referee.stale.halls import AT_ONCE, played
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY


def test_who_never_came_is_absent_and_who_went_home_has_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0)
    hall = Hall(world, players=9, text=AT_ONCE)
    hall.done("PUT", f"/events/{hall.event}/public", open=True, parts=["standings"])
    away, home = hall.players[8], hall.players[3]
    hall.done("PUT", f"/players/{away}/drop-out", after=0, reason="not here")
    hall.published()
    played(hall, 1)
    hall.done("PUT", f"/players/{home}/drop-out", after=1, reason="ill")
    organizer = f"/events/{hall.event}"
    for language in LANGUAGES:
        known, spoken = words(language), f"?lang={language}"
        for address in (f"{organizer}/standings", f"/p/{hall.event}/standings"):
            body = read(world, address + spoken).partition("<tbody>")[2].partition("</tbody>")[0]
            marks = [f'<span class="state">{known[key]}</span>' for key in ("player_left", "standings_left")]
            assert list(map(body.count, marks)) == [body.count("<summary>選手9"), 1], address
        for key, address in (("count_dropped", organizer), ("players_gone", f"{organizer}/players")):
            page = read(world, address + spoken)
            assert [known[each] in page for each in (key, "player_left")] == [True, True], address
        page = read(world, f"{organizer}/players/{away}{spoken}")
        assert known["player_comes_says"].format(name="選手9") in page
        assert f"<h2>{known['player_leave']}</h2>" not in page
