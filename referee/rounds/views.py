"""Rounds as people and programs read them."""

from __future__ import annotations

from collections.abc import Mapping

STAGES: Mapping[str, str] = {
    "drafted": "stage_drafted",
    "published": "stage_published",
    "running": "stage_running",
    "entered": "stage_entered",
    "closed": "stage_closed",
    "results_published": "stage_results_published",
}
"""The names of the texts for how far a round is."""
RESULTS: Mapping[str, str] = {
    "none": "table_result_none",
    "entered": "table_result_entered",
    "confirmed": "table_result_confirmed",
}
"""The names of the texts for how far the result of a table is."""
