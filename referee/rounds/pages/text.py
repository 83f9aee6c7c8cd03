"""How far a round and its results are, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.core.language import word

STAGES: Mapping[str, Callable[[], str]] = {
    "drafted": lambda: word("stage_drafted"),
    "published": lambda: word("stage_published"),
    "running": lambda: word("stage_running"),
    "entered": lambda: word("stage_entered"),
    "closed": lambda: word("stage_closed"),
    "results_published": lambda: word("stage_results_published"),
}


RESULTS: Mapping[str, Callable[[], str]] = {
    "none": lambda: word("table_result_none"),
    "entered": lambda: word("table_result_entered"),
    "confirmed": lambda: word("table_result_confirmed"),
}
