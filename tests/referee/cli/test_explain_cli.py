"""``referee explain``: the position of a record in words, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.referee.cli.command_line import referee

HEADER = {
    "record": "monopoly/1",
    "ruleset": "jma-2006",
    "seats": ["A", "B", "C"],
    "names": {"A": "山田"},
    "start": {
        "players": {"A": {"cash": 40, "space": "short_line"}},
        "deeds": {"boardwalk": {"owner": "B"}, "park_place": {"owner": "B"}},
    },
}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A owes B $100 rent and has $40."""
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(HEADER) + "\nA 13\n", "utf-8")
    return file


def test_it_says_what_holds_and_why_not_in_the_language_asked_for(record: Path) -> None:
    ran = referee("explain", "--lang", "ja", "--report", "A pay", record)
    assert ran.code == 1
    assert "仮破産です [JMA/BANKR-1]" in ran.out
    assert "救済の見返りに出せるものが現金しかなく" in ran.out
    assert ran.out.splitlines()[1] == "試した報告"
    assert "現金は$40で、$60足りません" in ran.out.splitlines()[2]


def test_json_holds_the_same_and_earlier_positions_too(record: Path) -> None:
    (explained,) = referee("explain", "--json", record).rows
    assert (explained["seq"], explained["accepted"], explained["debts"][0]["short"]) == (1, None, 60)
    (before,) = referee(
        "explain",
        "--json",
        "--at",
        "0",
        "--report",
        json.dumps({"type": "roll", "player": "A", "dice": [1, 3]}),
        record,
    ).rows
    assert before["accepted"] is True
    assert before["happens"][-1]["kind"] == "owes"


def test_what_cannot_be_read_as_a_report_is_refused_for_its_form(record: Path) -> None:
    for text in ("A does something", "{"):
        ran = referee("explain", "--json", "--report", text, record)
        assert ran.code == 1
        assert ran.rows[0]["refused"][0]["clause"] == "RECORD/FORM"
    assert referee("explain", record.parent / "none.jsonl").code == 2
