"""The command line in a process of its own: exit codes, which stream output goes to, pipes, encodings, a full disk."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest

import rulesets
from rulesets.languages import LANGUAGES
from tests.referee.cli.command_line import SECONDS, VOID, Ran, lines, process, records, referee, running
from tests.rulesets import faults

pytestmark = pytest.mark.process
JMA = rulesets.load("jma-2006")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with records to judge: one that is all accepted, one with a refusal."""
    return records(tmp_path)


def test_check_exits_with_0_when_everything_is_accepted(folder: Path) -> None:
    assert process("check", folder / "good.jsonl").code == 0
    assert process("check", "--json", folder / "good.jsonl").code == 0


def test_check_exits_with_1_when_something_is_refused(folder: Path) -> None:
    assert process("check", folder / "refused.jsonl").code == 1
    assert process("check", "--json", folder / "refused.jsonl").code == 1


def test_check_exits_with_2_when_a_file_cannot_be_read(folder: Path) -> None:
    assert process("check", folder / "missing.jsonl").code == 2
    assert process("check", "--json", folder / "missing.jsonl").code == 2


@pytest.mark.parametrize("mode", [["--json"], []])
def test_an_unreadable_file_keeps_no_other_from_being_judged(folder: Path, mode: list[str]) -> None:
    good, missing, refused = (folder / f"{name}.jsonl" for name in ("good", "missing", "refused"))
    ran = process("check", *mode, missing, good, missing, refused)
    assert ran.code == 2
    assert ran.err.count(str(missing)) == 2
    assert str(good) in ran.out
    assert str(refused) in ran.out
    assert str(missing) not in ran.out


def test_nothing_but_answers_goes_to_standard_output(folder: Path) -> None:
    ran = process("check", "--json", folder / "refused.jsonl", folder / "missing.jsonl", folder, folder / "good.jsonl")
    assert len(ran.rows) == 8  # all of it is JSON, three answers and an end for each of two files
    assert len(ran.err.splitlines()) == 2
    assert process("check", "--json", folder / "good.jsonl").err == ""


def test_a_line_without_an_end_is_refused_before_it_ends() -> None:
    with running("check", "--json", "-") as started:
        assert started.stdin and started.stdout
        started.stdin.write("0" * 1_000_001)
        started.stdin.flush()
        answer = json.loads(started.stdout.readline())
        assert [refusal["code"] for refusal in answer["refusals"]] == ["line_too_long"]


def fed(pipe: IO[str], rows: list[str], then: threading.Event) -> None:
    """Write rows into a pipe and close it only when told to."""
    for row in rows:
        pipe.write(row)
        pipe.flush()
    then.wait(SECONDS)
    pipe.close()


def test_a_long_record_is_answered_while_it_is_being_written() -> None:
    seats = {"player": "A", "with": "B"}
    talk = [lines({"type": "open_talk", **seats}), lines({"type": "close_talk", **seats})]
    with running("check", "--json", "-") as started:
        assert started.stdin and started.stdout and started.stderr
        read = threading.Event()
        writer = threading.Thread(target=fed, args=(started.stdin, [lines(faults.HEADER), *talk * 2500], read))
        writer.start()
        answers = [json.loads(started.stdout.readline() or "{}") for _ in range(5000)]
        assert [answer.get("seq") for answer in answers] == list(range(1, 5001))
        assert all(answer["accepted"] for answer in answers)
        assert writer.is_alive()  # every answer has arrived before the record has ended
        read.set()
        rest = started.stdout.read().splitlines()
        assert [sorted(json.loads(line)) for line in rest] == [["file", "position", "standing"]]
        assert started.stderr.read() == ""
        assert started.wait(SECONDS) == 0
        writer.join()


@pytest.mark.parametrize("mode", [["--json"], []])
def test_a_reader_who_has_enough_gets_no_traceback(tmp_path: Path, mode: list[str]) -> None:
    file = tmp_path / "long.jsonl"
    file.write_text(lines(faults.HEADER, *[VOID] * 5000), "utf-8")
    with running("check", *mode, file) as started:
        assert started.stdout and started.stderr
        assert started.stdout.readline()
        started.stdout.close()
        assert started.stderr.read() == ""
        started.wait(SECONDS)


@pytest.mark.parametrize("mode", [["--json"], []])
def test_the_output_is_utf_8_whatever_the_terminal_speaks(folder: Path, mode: list[str]) -> None:
    command: list[str | Path] = ["check", *mode, "--lang", "zh", folder / "refused.jsonl"]
    plain = process(*command)
    assert (plain.code, plain.err) == (1, "")
    for encoding in ("ascii", "latin-1", "cp932"):
        assert process(*command, PYTHONIOENCODING=encoding, PYTHONUTF8="0") == plain, encoding


def test_half_a_surrogate_pair_is_printed_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    ruling = r'{"type":"ruling","by":"\ud800","reason":"x","set":{"doubles":0}}'
    file.write_text(lines(r'{"record":"monopoly/1","ruleset":"jma-2006","seats":["A","B"]}', ruling), "utf-8")
    ran = process("check", "--json", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.rows[0]["events"][0]["by"] == "\ud800"
    assert process("check", file).code == 0
    assert process("position", file).code == 0


@pytest.mark.parametrize("command", ["position", "standing"])
def test_without_the_file_there_is_neither_position_nor_standing(tmp_path: Path, command: str) -> None:
    ran = process(command, tmp_path / "missing.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert "missing.jsonl" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_show_prints_a_clause_whole(language: str) -> None:
    ran = process("rules", "show", "JMA/MORT-2", "--lang", language)
    text = JMA.catalogue.text("JMA/MORT-2", language)
    assert ran.code == 0
    assert text.reading is not None
    for part in ("JMA/MORT-2", *text, JMA.catalogue.clauses["JMA/MORT-2"].heading):
        assert str(part) in ran.out


def test_rules_find_exits_with_1_when_no_clause_holds_the_words() -> None:
    assert process("rules", "find", "teapot") == Ran(1, "", "")
    assert referee("rules", "find").code == 2


FULL_DISK = """
import errno, io, sys
from referee.cli import main

class Full(io.StringIO):
    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")

sys.stdout = Full()
main(["check", "--json", sys.argv[1]])
"""


def test_a_full_disk_is_told_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text('{"record":"monopoly/1","ruleset":"jma-2006","seats":["A","B"]}\n', "utf-8")
    command = [sys.executable, "-c", FULL_DISK, str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "referee: the output cannot be written: No space left on device\n"


def test_judging_records_does_without_the_service() -> None:
    script = "import sys, referee.cli; sys.exit(bool({'flask', 'sqlmodel'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_the_help_imports_neither_the_service_nor_the_law() -> None:
    script = "import sys; from referee.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"flask", "rulesets", "sqlalchemy", "tournaments"} & set(done.stdout.splitlines()[-1].split())
