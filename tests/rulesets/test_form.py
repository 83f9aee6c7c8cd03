"""Bad input is refused with its fault and never crashes (RECORD/FORM, RECORD/START, RECORD/OPTION)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulesets
from rulesets.kernel.record import Unreadable, open_header, read_line, replay
from rulesets.kernel.sentence import sentence
from rulesets.reports import as_report
from rulesets.wordlist import wordlist
from tests.rulesets import faults


@pytest.mark.parametrize(("code", "header"), faults.HEADERS.items(), ids=faults.HEADERS)
def test_header_refused_as_seq_0(code: str, header: Any) -> None:
    opening = open_header(header)
    assert opening.game is None
    assert code in {refusal.code for refusal in opening.refusals}
    answer = opening.to_json()
    assert answer["seq"] == 0
    assert answer["accepted"] is False
    assert "RECORD/FORM" in {refusal["clause"] for refusal in answer["refusals"]}


@pytest.mark.parametrize(("code", "header"), faults.OTHER_HEADERS.items(), ids=faults.OTHER_HEADERS)
def test_header_of_another_ruleset(code: str, header: dict[str, Any]) -> None:
    assert code in {refusal.code for refusal in open_header(header).refusals}


def test_a_report_of_other_rules_answers_nothing() -> None:
    game = rulesets.load("classic-us").start(["A", "B"])
    answer = game.ruleset.judge(game, {"type": "open_talk", "player": "A", "with": "B"}).to_json()
    assert [(row["clause"], row["code"]) for row in answer["refusals"]] == [("RECORD/ORDER", "type_not_in_ruleset")]


@pytest.mark.parametrize(("code", "options"), faults.OPTIONS.items(), ids=faults.OPTIONS)
def test_options_refused(code: str, options: Any) -> None:
    answer = open_header({**faults.HEADER, "options": options}).to_json()
    assert [(refusal["clause"], refusal["code"]) for refusal in answer["refusals"]] == [("RECORD/OPTION", code)]


@pytest.mark.parametrize(("code", "start"), faults.STARTS.items(), ids=faults.STARTS)
def test_impossible_start_refused(code: str, start: Any) -> None:
    answer = open_header({**faults.HEADER, "start": start}).to_json()
    assert code in {refusal["code"] for refusal in answer["refusals"]}
    assert "RECORD/START" in {refusal["clause"] for refusal in answer["refusals"]}


def test_all_faults_of_a_start_are_named_at_once() -> None:
    start = {
        "deeds": {**faults.STARTS["group_uneven"]["deeds"], "boardwalk": {"owner": "nobody"}},
        "players": {"A": {"cash": -5}, "B": {"space": "go_to_jail"}},
    }
    codes = {refusal.code for refusal in open_header({**faults.HEADER, "start": start}).refusals}
    assert codes >= {
        "position_impossible",
        "group_uneven",
        "seat_unknown",
        "not_a_whole_number",
        "stands_on_go_to_jail",
    }


def test_all_faults_of_a_header_are_named_at_once() -> None:
    header = {**faults.HEADER, "seats": ["A"], "edition": "atlantis", "options": {"starting_money": 1}}
    codes = {refusal.code for refusal in open_header(header).refusals}
    assert codes == {"seats_number", "edition_unknown", "option_unknown"}


@pytest.mark.parametrize(("code", "report"), faults.REPORTS.items(), ids=faults.REPORTS)
def test_report_without_form_refused(code: str, report: Any) -> None:
    game = rulesets.load("jma-2006").start(["A", "B", "C"])
    answer = game.ruleset.judge(game, report)
    assert not answer.accepted
    assert code in {refusal.code for refusal in answer.refusals}
    assert answer.to_json()["refusals"][0]["clause"] == "RECORD/FORM"
    assert answer.game.state is game.state


def test_all_faults_of_a_report_are_named_at_once() -> None:
    game = rulesets.load("jma-2006").start(["A", "B"])
    answer = game.ruleset.judge(
        game, as_report({"type": "roll", "player": "Z", "dice": [0, 9], "wind": "north", "at": "noon"})
    )
    assert {refusal.code for refusal in answer.refusals} == {
        "seat_unknown",
        "dice_malformed",
        "field_unknown",
        "time_malformed",
    }


@pytest.mark.parametrize(("code", "line"), faults.LINES.items(), ids=faults.LINES)
def test_unreadable_line(code: str, line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_line(line)
    assert caught.value.refusal.code == code


@pytest.mark.parametrize(("first", "last"), [("[", "]"), ('{"a":', "}")])
def test_fifty_levels_are_read_and_one_more_is_too_deep(first: str, last: str) -> None:
    inner = "[" + "[]," * 1_000 + "1]"
    read_line(first * 48 + inner + last * 48)
    with pytest.raises(Unreadable) as caught:
        read_line(first * 49 + inner + last * 49)
    assert caught.value.refusal.code == "nested_too_deep"


COLUMNS = {
    "a value is missing": ('{"type": "roll", "player": }\n', 28),
    "behind wide letters and an emoji": ('{"note": "日本😀", "player": }', 27),
    "behind written surrogates": ('{"note": "\\ud83d\\ude00", "player": }', 36),
    "the next field is missing at the end": ('{"type": "roll",\n', 17),
    "the end is missing, in a file of Windows": ('{"type": "roll"  \r\n', 16),
    "a second object": ('{"type": "roll"} {}\n', 18),
    "a text without an end": ('{"type": "roll}', 10),
    "a mark of byte order": ('\ufeff{"type": "roll"}', 1),
    "no number": ('{"note": "NaN", "amount": NaN}', 27),
    "no number below zero": ('{"日": "😀", "amount": [1, -Infinity]}', 26),
    "a number of too many digits": ('{"amount": 1, "dice": [2, 1000000000000000000]}', 27),
    "a number without end": ('{"amount": 1e999}', 12),
    "a field twice": ('{"player": "A", "to": {"player": 1}, "player": "B"}', 38),
    "a field twice inside": ('{"player": "A", "to": {"é": 1, "\\u00e9": 2}}', 32),
}


@pytest.mark.parametrize(("line", "column"), COLUMNS.values(), ids=COLUMNS)
@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_an_unreadable_line_names_the_character(line: str, column: int, language: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_line(line)
    assert caught.value.refusal.facts["column"] == column
    message = sentence(caught.value.refusal, "RECORD/FORM", language, lambda *_: None)
    assert str(column) in message


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = [*rulesets.load("jma-2006").rules, "ruling", "retract"]
FIELDS = wordlist("""
    player players with to from give take dice deed deeds amount card deck option apply set by reason clauses seq
    off_board at
""")


@pytest.mark.slow
@given(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(FIELDS), json_values))
def test_no_report_whatever_it_holds_raises(kind: str, fields: dict[str, Any]) -> None:
    game = rulesets.load("jma-2006").start(["A", "B"])
    answer = game.ruleset.judge(game, as_report({"type": kind, **fields}))
    assert answer.accepted or answer.to_json()["refusals"][0]["message"]


@pytest.mark.slow
@given(json_values)
def test_no_header_whatever_it_holds_raises(value: Any) -> None:
    record = replay({**faults.HEADER, "start": value, "names": value, "options": value}, [value])
    assert record.game is not None or record.opening.refusals


POSITION = rulesets.load("jma-2006").position(rulesets.load("jma-2006").start(["A", "B", "C"]))


@given(st.sampled_from(sorted(POSITION)), json_values)
def test_no_start_position_whatever_it_holds_raises(field: str, value: Any) -> None:
    opening = open_header({**faults.HEADER, "start": {**POSITION, field: value}})
    assert opening.game is not None or opening.refusals
