"""What names are checked with is loaded before other writers have to wait: megabytes, on a process's first name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from referee.core.command import Caller, Change
from referee.players.teams import set_teams
from referee.registration import clearing, commands
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.world import World
from tournaments.players import names

FORM = commands.SetForm(open=True, places=None, closes_on="", fee="", questions=())


def every_command(hall: Hall) -> Iterator[Callable[[], object]]:
    """Each command that may check a name within its change, in an event that is seated."""
    at, caller = f"/events/{hall.event}", Caller(hall.world.service, None)
    yield lambda: hall.done("POST", f"{at}/players", name="Anna")
    yield lambda: hall.done("PATCH", f"/players/{hall.players[0]}", name="Berta")
    yield lambda: hall.done("POST", f"{at}/walk-ins", name="Clara")
    yield lambda: hall.done("POST", f"/players/{hall.players[1]}/stand-in", name="Dora", from_round=2, reason="ill")
    yield lambda: set_teams(caller, hall.event, {hall.players[2]: "A"})
    yield lambda: commands.set_form(caller, hall.event, FORM)
    yield lambda: clearing.remove_many(caller, hall.event, ["nobody"])
    yield lambda: clearing.put_back(caller, hall.event, 1)


@SQLITE_ONLY
def test_tables_of_letters_are_loaded_before_a_change_and_not_in_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(world)
    hall.published()
    under_way, loaded = [False], list[bool]()
    real, change = names._prototypes, Caller.change

    def load() -> Any:
        loaded.append(under_way[0])
        return real()

    @contextmanager
    def watched(self: Caller) -> Iterator[Change]:
        with change(self) as opened:
            under_way[0] = True
            try:
                yield opened
            finally:
                under_way[0] = False

    monkeypatch.setattr(Caller, "change", watched)
    for number, command in enumerate(every_command(hall)):
        monkeypatch.setattr(names, "_prototypes", cache(load))
        loaded.clear()
        command()
        assert loaded == [False], number
