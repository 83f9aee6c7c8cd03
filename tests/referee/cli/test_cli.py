"""The command line: answers on standard output, unreadable files on standard error, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rulesets
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tests.referee.cli.command_line import (
    DECLINE,
    THROW,
    VOID,
    WRONG,
    judged,
    lines,
    records,
    referee,
    script,
    verdicts,
)
from tests.rulesets import faults


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with records to judge: one that is all accepted, one with a refusal."""
    return records(tmp_path)


def test_check_without_a_file_says_how_it_is_used() -> None:
    ran = referee("check")
    assert (ran.code, ran.out) == (2, "")
    assert "FILES" in ran.err


def test_each_answer_is_a_json_line_with_its_file(folder: Path) -> None:
    file = folder / "refused.jsonl"
    ran = referee("check", "--json", file)
    assert {row["file"] for row in ran.rows} == {str(file)}
    assert verdicts(ran) == [(1, "accepted"), (2, "not_in_turn"), (3, "accepted")]
    assert list(ran.rows[0]) == ["file", "seq", "accepted", "events", "due", "warnings"]
    assert list(ran.rows[1]) == ["file", "seq", "accepted", "refusals"]


def test_answers_are_those_of_the_ruleset(folder: Path) -> None:
    record = rulesets.replay(faults.HEADER, map(as_report, [VOID, WRONG, THROW]), stop=False)
    rows = referee("check", "--json", "--lang", "ja", folder / "refused.jsonl").rows
    assert rows[:-1] == [{"file": rows[0]["file"], **answer.to_json("ja")} for answer in record.answers]


def test_the_last_line_has_position_and_standing(folder: Path) -> None:
    file = folder / "good.jsonl"
    game = rulesets.replay(faults.HEADER, map(as_report, [VOID, THROW, DECLINE])).game
    assert game is not None
    expected = {"file": str(file), "position": game.ruleset.position(game), "standing": game.ruleset.standing(game)}
    assert referee("check", "--json", file).rows[3:] == [expected]


def test_several_files_are_judged_one_after_the_other(folder: Path) -> None:
    good, refused = folder / "good.jsonl", folder / "refused.jsonl"
    rows = referee("check", "--json", good, refused, good).rows
    assert [row["file"] for row in rows if "position" in row] == [str(good), str(refused), str(good)]
    assert [row.get("seq") for row in rows] == [1, 2, 3, None] * 3


def test_for_people_every_report_has_its_line(folder: Path) -> None:
    numbered = [line.split()[:2] for line in referee("check", folder / "refused.jsonl").out.splitlines()]
    assert [row for row in numbered if row and row[0].isdigit()][:3] == [["1", "✓"], ["2", "✗"], ["3", "✓"]]


def test_for_people_a_refused_header_is_line_0(folder: Path) -> None:
    (folder / "record.jsonl").write_text(lines({**faults.HEADER, "ruleset": "kyoto-1999"}), "utf-8")
    ran = referee("check", folder / "record.jsonl")
    assert ran.code == 1
    assert ran.out.splitlines()[2].split()[:2] == ["0", "✗"]


def test_the_language_changes_the_sentences_and_nothing_else(folder: Path) -> None:
    by_language = {
        name: referee("check", "--json", "--lang", name, folder / "refused.jsonl").rows for name in LANGUAGES
    }
    messages = {name: rows[1]["refusals"][0].pop("message") for name, rows in by_language.items()}
    assert not script(messages["en"])
    assert {"HIRAGANA", "CJK"} <= script(messages["ja"])
    assert script(messages["zh"]) == {"CJK"}
    assert by_language["en"] == by_language["ja"] == by_language["zh"]


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_the_language_holds_for_people_and_for_headers(folder: Path, language: str) -> None:
    (folder / "record.jsonl").write_text(lines({**faults.HEADER, "ruleset": "kyoto-1999"}), "utf-8")
    for file in ("refused.jsonl", "record.jsonl"):
        refused = next(
            line for line in referee("check", "--lang", language, folder / file).out.splitlines() if "✗" in line
        )
        assert "CJK" in script(refused)


def test_an_unknown_language_is_an_error(folder: Path) -> None:
    assert referee("check", "--lang", "fr", folder / "good.jsonl").code == 2


def test_lines_of_json_and_of_notation_are_judged_alike(tmp_path: Path) -> None:
    typed = judged(tmp_path, lines(faults.HEADER, "A 12 off", THROW, "Ｎｏ", "b b50 @9", "A sings", "hammer"))
    calls = {"type": "bid", "player": "B", "amount": 50, "at": 9}
    spelt = judged(tmp_path, lines(faults.HEADER, VOID, THROW, DECLINE, calls, "A sings", {"type": "close_auction"}))
    assert typed.rows == spelt.rows
    assert verdicts(typed)[4:] == [(5, "notation_verb_unknown"), (6, "accepted")]


def test_reports_in_notation_stand_beside_the_answers_for_people(folder: Path) -> None:
    file = folder / "refused.jsonl"
    rows = [line for line in referee("check", "--notation", file).out.splitlines() if "✓" in line or "✗" in line]
    assert [row[10:26].strip() for row in rows] == ["A 12 off", "B 12", "A 12"]
    plain = [line for line in referee("check", file).out.splitlines() if "✓" in line or "✗" in line]
    assert [row[:10] + row[28:] for row in rows] == plain
    assert referee("check", "--notation", "--json", file).code == 2


def test_a_record_in_notation_is_rejudged_as_its_own_ruleset_reads_it(tmp_path: Path) -> None:
    (tmp_path / "typed.jsonl").write_text(lines(faults.HEADER, "12", "no", "34"), "utf-8")
    (tmp_path / "spelt.jsonl").write_text(
        lines(faults.HEADER, THROW, DECLINE, {"type": "roll", "player": "B", "dice": [3, 4]}), "utf-8"
    )
    typed, spelt = (
        referee("rejudge", "--json", "--ruleset", "classic-us", tmp_path / f"{name}.jsonl").rows[0]
        for name in ("typed", "spelt")
    )
    assert typed.pop("file") != spelt.pop("file")
    assert typed == spelt


def state_after(folder: Path, *options: str) -> Any:
    """The position that the command prints; it must print nothing else."""
    ran = referee("position", *options, folder / "refused.jsonl")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def test_the_position_is_that_after_the_last_report(folder: Path) -> None:
    assert state_after(folder)["players"]["A"]["space"] == "baltic_avenue"
    assert state_after(folder) == referee("check", "--json", folder / "refused.jsonl").rows[-1]["position"]


def test_the_position_at_0_is_the_start(folder: Path) -> None:
    ruleset = rulesets.load("jma-2006")
    assert state_after(folder, "--at", "0") == ruleset.position(ruleset.start(faults.HEADER["seats"]))


def test_the_position_at_a_report_is_that_after_it_refused_or_not(folder: Path) -> None:
    assert state_after(folder, "--at", "2") == state_after(folder, "--at", "1")
    assert state_after(folder, "--at", "2")["players"]["A"]["space"] == "go"
    assert state_after(folder, "--at", "3") == state_after(folder)


def test_beyond_the_last_report_there_is_no_position(folder: Path) -> None:
    ran = referee("position", "--at", "4", folder / "refused.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert "the last one is 3" in ran.err
    assert referee("position", "--at", "-1", folder / "refused.jsonl").code == 2


def test_the_position_at_a_report_needs_no_line_after_it(folder: Path) -> None:
    file = folder / "refused.jsonl"
    before = state_after(folder, "--at", "3")
    file.write_text(file.read_text("utf-8") + "no report\n", "utf-8")
    assert state_after(folder, "--at", "3") == before


def test_a_refused_header_has_no_position_and_every_fault_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(lines({**faults.HEADER, "seats": ["A"], "edition": "atlantis"}), "utf-8")
    for command in ("position", "standing"):
        ran = referee(command, file)
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 2
        japanese = referee(command, "--lang", "ja", file)
        assert "CJK" in script(japanese.err)


def test_the_standing_ranks_all_seats(folder: Path) -> None:
    ran = referee("standing", folder / "refused.jsonl")
    assert ran.code == 0
    assert json.loads(ran.out) == referee("check", "--json", folder / "refused.jsonl").rows[-1]["standing"]
    assert [(row["rank"], row["player"]) for row in json.loads(ran.out)] == [(1, "A"), (1, "B"), (1, "C")]
