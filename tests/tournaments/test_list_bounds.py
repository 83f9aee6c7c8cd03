"""Uploaded lists: a hostile one is refused in little memory, and a real one is within the limits."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from rulesets.languages import LANGUAGES
from tournaments.fault import Faulty
from tournaments.players import preview as players
from tournaments.results_list import preview as results

PEAK = 20_000_000
"""Most bytes of memory that reading a list may take."""
HOSTILE = {
    "a header row of commas": (b"name" + b"," * 1_900_000, "list_line_long"),
    "a header row of names": (b"name," * 380_000, "list_line_long"),
    "a row of commas": (b"name\nA" + b"," * 1_900_000, "list_line_long"),
    "a long cell": (b"name\n" + b"A" * 1_900_000, "list_line_long"),
    "a long cell in quotes": (b'name\n"' + b"A" * 1_900_000 + b'"', "list_line_long"),
    "a cell of many lines": (b'name\n"' + b"A\n" * 900_000, "list_quote"),
    "many rows": (b"name\n" + b"A\n" * 900_000, "list_too_long"),
    "many rows of many cells": (b"name\n" + (b"A" + b"," * 200 + b"\n") * 9_000, "list_too_long"),
}
READERS: dict[str, Callable[[bytes], object]] = {
    "players": lambda data: players.preview(data, ()),
    "results": lambda data: results.preview(data, ()),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("reader", READERS)
def test_a_hostile_list_is_refused_in_little_memory(reader: str, name: str) -> None:
    data, code = HOSTILE[name]
    tracemalloc.start()
    try:
        with pytest.raises(Faulty) as refused:
            READERS[reader](data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < PEAK, f"{peak} bytes"
    (fault,) = refused.value.faults
    assert fault.code == code
    assert len({fault.sentence(language) for language in LANGUAGES}) == 3


def test_a_list_of_four_hundred_with_long_notes_has_room() -> None:
    rows = "".join(f'{number},Player {number},"{"a long note " * 160}"\n' for number in range(1, 401))
    found = players.preview(f"number,name,note\n{rows}".encode(), ())
    assert (len(found.rows), found.faults) == (400, ())
