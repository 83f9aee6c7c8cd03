"""Proof that the matrix of pages can fail: where one module of pages has lost its checks, it says so."""

from __future__ import annotations

import sys
from collections import defaultdict
from types import ModuleType

import pytest

from referee.core.access import guard, scope
from referee.core.access.principal import Principal
from referee.models import Event
from tests.referee.core.test_page_matrix import Visitors, kept_out
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World


def event_for(_action: str, event_id: str) -> Event:
    """The event, whoever has logged in."""
    guard.require_principal()
    return scope.event_of(event_id)


def allowed(*_asked: object, **_more: object) -> Principal:
    """Whoever has logged in."""
    return guard.require_principal()


OPEN = {"event_for": event_for, "allowed": allowed}
"""The checks of pages by name, and what is left of them if only a log-in is asked for."""
ASKED_TWICE = {
    "referee.desk.pages.start": "only its form is not for everybody, and the command behind it asks again",
}
"""Modules whose pages stay closed, and why."""


def modules(visitors: Visitors) -> dict[ModuleType, dict[str, str]]:
    """Who must be kept out of the pages of each module that checks by itself."""
    found: dict[ModuleType, dict[str, str]] = defaultdict(dict)
    who = kept_out("GET")
    for page, _, endpoint in visitors.pages("GET"):
        module = sys.modules[visitors.every.world.app.view_functions[endpoint].__module__]
        if not OPEN.keys().isdisjoint(vars(module)):
            found[module][page] = who[page]
    return found


@pytest.mark.slow
@SQLITE_ONLY
def test_a_page_that_has_lost_its_check_is_noticed(world: World) -> None:
    visitors = Visitors(world)
    survived = set()
    tried = modules(visitors)
    for module, who in tried.items():
        with pytest.MonkeyPatch.context() as patch:
            for name in OPEN.keys() & vars(module).keys():
                patch.setattr(module, name, OPEN[name])
            if not any(True for _ in visitors.wrong("GET", who)):
                survived.add(module.__name__)
    assert len(tried) > 40
    assert survived == ASKED_TWICE.keys()
