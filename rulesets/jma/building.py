"""When the association's rules allow building: between turns, by declarations that are void as a whole (JMA/BUILD)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from rulesets.classic.game.order import window_open
from rulesets.classic.game.state import State
from rulesets.classic.shortages.declaration import Build
from rulesets.kernel.refusal import Refusal, refuse


def in_window(state: State, _report: object) -> list[Refusal] | None:
    """Building belongs to the time between turns, before the end signal (JMA/BUILD-1)."""
    if state.time_up:
        return [refuse("stopped_by_signal")]
    if not window_open(state):
        return [refuse("build_out_of_time"), refuse("build_outside_window")]
    return None


def whole(
    check: Callable[[State, Build], list[Refusal] | None],
) -> Callable[[State, Build], list[Refusal] | None]:
    """Wrap a ``check`` of a declaration, which is void as a whole if the check finds a fault (JMA/BUILD-9)."""

    @wraps(check)
    def checked(state: State, report: Build) -> list[Refusal] | None:
        found = check(state, report)
        return [*found, refuse("declaration_void", player=state.table.seats[report.player])] if found else None

    return checked
