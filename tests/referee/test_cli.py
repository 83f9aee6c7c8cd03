"""The command line: answers on standard output, what cannot be read on standard error, and the exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest
from click.testing import CliRunner

import rulesets
from referee.cli import main
from rulesets.languages import LANGUAGES
from tests.rulesets import faults

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "referee.cli")
SECONDS = 60
"""After which a command that has not ended counts as hanging."""

VOID: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 2], "off_board": True}
THROW: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 2]}
DECLINE: dict[str, Any] = {"type": "decline", "player": "A"}
WRONG: dict[str, Any] = {"type": "roll", "player": "B", "dice": [1, 2]}
"""A throw out of turn."""


class Ran(NamedTuple):
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Standard output as JSON Lines; fails where anything else is printed."""
        return [json.loads(line) for line in self.out.splitlines()]


def referee(*arguments: str | Path) -> Ran:
    """A command, run here; whatever would end it with a traceback is raised."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)
    return Ran(result.exit_code, result.stdout, result.stderr)


def process(*arguments: str | Path, **environment: str) -> Ran:
    """A command in a process of its own; fails when it hangs."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


@contextmanager
def running(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """A command with pipes on every side, killed when it hangs: what is read from it then ends."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*COMMAND, *arguments], cwd=ROOT, encoding="utf-8", **pipes) as started:
        watch = threading.Timer(SECONDS, started.kill)
        watch.start()
        try:
            yield started
        finally:
            watch.cancel()
            started.kill()


def lines(*rows: Any) -> str:
    """Values as JSON Lines; a text is a line as it is."""
    return "".join((row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n" for row in rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Records to judge: all accepted, one refused, one that is not there."""
    (tmp_path / "good.jsonl").write_text(lines(faults.HEADER, VOID, THROW, DECLINE), "utf-8")
    (tmp_path / "refused.jsonl").write_text(lines(faults.HEADER, VOID, WRONG, THROW), "utf-8")
    return tmp_path


def judged(folder: Path, content: str | bytes) -> Ran:
    """``check --json`` of a file that holds this."""
    file = folder / "record.jsonl"
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return referee("check", "--json", file)


def verdicts(ran: Ran) -> list[tuple[int, str]]:
    """Each answer by its number: accepted, or the codes of its refusals."""
    return [
        (row["seq"], "accepted" if row["accepted"] else " ".join(refusal["code"] for refusal in row["refusals"]))
        for row in ran.rows
        if "seq" in row
    ]


# -- check: exit codes and answers


def test_check_leaves_with_0_when_everything_is_accepted(folder: Path) -> None:
    assert process("check", folder / "good.jsonl").code == 0
    assert process("check", "--json", folder / "good.jsonl").code == 0


def test_check_leaves_with_1_when_something_is_refused(folder: Path) -> None:
    assert process("check", folder / "refused.jsonl").code == 1
    assert process("check", "--json", folder / "refused.jsonl").code == 1


def test_check_leaves_with_2_when_a_file_cannot_be_read(folder: Path) -> None:
    assert process("check", folder / "missing.jsonl").code == 2
    assert process("check", "--json", folder / "missing.jsonl").code == 2


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
    record = rulesets.replay(faults.HEADER, [VOID, WRONG, THROW], stop=False)
    rows = referee("check", "--json", "--lang", "ja", folder / "refused.jsonl").rows
    assert rows[:-1] == [{"file": rows[0]["file"], **answer.to_json("ja")} for answer in record.answers]


def test_last_comes_one_line_with_position_and_standing(folder: Path) -> None:
    file = folder / "good.jsonl"
    game = rulesets.replay(faults.HEADER, [VOID, THROW, DECLINE]).game
    assert game is not None
    expected = {"file": str(file), "position": game.ruleset.position(game), "standing": game.ruleset.standing(game)}
    assert referee("check", "--json", file).rows[3:] == [expected]


def test_several_files_are_judged_one_after_the_other(folder: Path) -> None:
    good, refused = folder / "good.jsonl", folder / "refused.jsonl"
    rows = referee("check", "--json", good, refused, good).rows
    assert [row["file"] for row in rows if "position" in row] == [str(good), str(refused), str(good)]
    assert [row.get("seq") for row in rows] == [1, 2, 3, None] * 3


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


def test_for_people_every_report_has_its_line(folder: Path) -> None:
    numbered = [line.split()[:2] for line in referee("check", folder / "refused.jsonl").out.splitlines()]
    assert [row for row in numbered if row and row[0].isdigit()][:3] == [["1", "✓"], ["2", "✗"], ["3", "✓"]]


def test_for_people_a_refused_header_is_line_0(folder: Path) -> None:
    (folder / "record.jsonl").write_text(lines({**faults.HEADER, "ruleset": "kyoto-1999"}), "utf-8")
    ran = referee("check", folder / "record.jsonl")
    assert ran.code == 1
    assert ran.out.splitlines()[2].split()[:2] == ["0", "✗"]


def script(text: str) -> set[str]:
    """The scripts of a text's letters, as far as they tell the languages apart."""
    names = {unicodedata.name(letter, "").split()[0] for letter in text if letter.isalpha()}
    return names & {"HIRAGANA", "KATAKANA", "CJK"}


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


# -- check: files


UNREADABLE: dict[str, bytes] = {
    "empty": b"",
    "blank lines": b"\n  \n\r\n\t\n",
    "a mark of byte order alone": b"\xef\xbb\xbf",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "packed": b"\x1f\x8b\x08\x00" + bytes(range(255, 0, -1)) * 40,
    "UTF-16": lines(faults.HEADER, THROW).encode("utf-16"),
    "header in Shift JIS": lines({**faults.HEADER, "names": {"A": "田中"}}, THROW).encode("cp932"),
    "one long line without text": b"\xff" * 3_000_000,
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_without_a_record_is_unreadable(tmp_path: Path, content: bytes) -> None:
    ran = judged(tmp_path, content)
    assert (ran.code, ran.out) == (2, "")
    assert str(tmp_path / "record.jsonl") in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_folder_is_unreadable(tmp_path: Path) -> None:
    ran = referee("check", "--json", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert str(tmp_path) in ran.err


HEADERS: dict[str, tuple[str, str]] = {
    "cut off": ('{"record":"monopoly/1","ruleset":"jma-2', "line_cut_off"),
    "cut off before a line end": ('{"record":"monopoly/1","ruleset":"jma-2\n', "not_json"),
    "no JSON": ("A game of Monopoly\n", "not_json"),
    "too long": (lines({**faults.HEADER, "note": "A" * 1_000_000}), "line_too_long"),
    "a report": (lines(THROW), "record_format"),
    "a newer format": (lines({**faults.HEADER, "record": "monopoly/2"}), "record_format"),
    "an unknown ruleset": (lines({**faults.HEADER, "ruleset": "kyoto-1999"}), "ruleset_unknown"),
    "10,000 seats": (lines({**faults.HEADER, "seats": [str(seat) for seat in range(10_000)]}), "seats_number"),
    "NaN": (
        lines('{"record":"monopoly/1","ruleset":"jma-2006","seats":["A","B"],"options":{"x":NaN}}'),
        "not_a_number",
    ),
    "a huge number": (lines('{"record":' + "9" * 5000 + "}"), "number_too_large"),
    "a huge exponent": (lines('{"record":1e999}'), "number_too_large"),
    "deep nesting": ("[" * 100_000, "nested_too_deep"),
    **{
        f"options: {code}": (lines({**faults.HEADER, "options": options}), code)
        for code, options in faults.OPTIONS.items()
    },
}


@pytest.mark.parametrize(("content", "code"), HEADERS.values(), ids=HEADERS)
def test_a_refused_header_is_answered_as_seq_0_and_the_record_not_read_on(
    tmp_path: Path, content: str, code: str
) -> None:
    ran = judged(tmp_path, content if code == "line_cut_off" else content + lines(THROW))
    assert ran.code == 1
    assert verdicts(ran) == [(0, code)]
    assert len(ran.rows) == 1
    assert ran.rows[0]["file"] == str(tmp_path / "record.jsonl")
    assert ran.rows[0]["refusals"][0]["message"]


def test_an_impossible_start_is_refused_with_all_its_faults(tmp_path: Path) -> None:
    start = {
        "players": {"A": {"space": "go_to_jail"}, "B": {"jail": 1, "space": "go"}},
        "deeds": faults.STARTS["too_many_houses"]["deeds"],
        "bank": {"houses": 31},
    }
    rows = judged(tmp_path, lines({**faults.HEADER, "start": start}, THROW)).rows
    assert {(refusal["clause"], refusal["code"]) for refusal in rows[0]["refusals"]} == {
        ("RECORD/START", code)
        for code in (
            "position_impossible",
            "stands_on_go_to_jail",
            "jailed_elsewhere",
            "too_many_houses",
            "stock_differs",
        )
    }
    assert len(rows) == 1


MIDDLE: dict[str, tuple[bytes, str]] = {
    **{code: (line.encode(), code) for code, line in faults.LINES.items()},
    "line_too_long": (faults.FILES["line_too_long"].rstrip("\n").encode(), "line_too_long"),
    "many millions of characters": (b'{"type":"' + b"A" * 5_000_000, "line_too_long"),
    "cut off before a line end": (faults.FILES["line_cut_off"].encode(), "not_json"),
    "not UTF-8": ('{"type":"decline","player":"A","note":"né"}'.encode("latin-1"), "not_json"),
    "half a character": ('{"type":"decline","player":"A","note":"日'.encode()[:-1], "not_json"),
    "a NUL": (b"\0", "not_json"),
    "a mark of byte order": (b"\xef\xbb\xbf{}", "not_json"),
    "a list": (b"[]", "report_malformed"),
    "null": (b"null", "notation_verb_unknown"),
    "another header": (lines(faults.HEADER).strip().encode(), "type_missing"),
}


@pytest.mark.parametrize(("line", "code"), MIDDLE.values(), ids=MIDDLE)
def test_a_broken_line_is_a_report_refused_for_its_form_and_the_rest_is_judged(
    tmp_path: Path, line: bytes, code: str
) -> None:
    ran = judged(tmp_path, lines(faults.HEADER, THROW).encode() + line + b"\n" + lines(DECLINE).encode())
    assert ran.code == 1
    assert verdicts(ran) == [(1, "accepted"), (2, code), (3, "accepted")]
    assert [refusal["clause"] for refusal in ran.rows[1]["refusals"]] == ["RECORD/FORM"]
    assert ran.rows[3]["position"]["due"][0]["kind"] == "auction"


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


@pytest.mark.parametrize("character", ["", "日"])
def test_a_last_line_cut_off_is_judged_up_to_there_and_said_so(tmp_path: Path, character: str) -> None:
    begun = faults.FILES["line_cut_off"].encode() + character.encode()[:-1]
    ran = judged(tmp_path, lines(faults.HEADER, THROW, DECLINE).encode() + begun)
    assert ran.code == 1
    assert verdicts(ran) == [(1, "accepted"), (2, "accepted"), (3, "line_cut_off")]
    assert ran.rows[2]["refusals"][0]["facts"]["text"] == faults.FILES["line_cut_off"]
    assert ran.rows[3]["position"]["due"][0]["kind"] == "auction"


def test_every_fault_that_only_a_file_can_hold_is_refused(tmp_path: Path) -> None:
    for code, line in faults.FILES.items():
        ran = judged(tmp_path, lines(faults.HEADER, THROW) + line)
        assert verdicts(ran) == [(1, "accepted"), (2, code)]


def test_a_line_of_a_million_characters_is_read(tmp_path: Path) -> None:
    report = lines({**DECLINE, "note": ""})
    room = 1_000_000 - len(report.rstrip("\n"))
    for note, verdict in (("あ" * room, "accepted"), ("あ" * (room + 1), "line_too_long")):
        ran = judged(tmp_path, lines(faults.HEADER, THROW, {**DECLINE, "note": note}))
        assert verdicts(ran)[1:] == [(2, verdict)]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.encode("utf-8-sig"), id="a mark of byte order"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(lambda text: text.replace("\n", "\n\n  \n").encode(), id="blank lines"),
        pytest.param(lambda text: b"\n\n" + text.encode(), id="blank lines first"),
        pytest.param(lambda text: text.rstrip("\n").encode(), id="no end of the last line"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode("utf-8-sig")[:-2], id="all of it"),
    ],
)
def test_how_the_lines_are_ended_changes_nothing(folder: Path, change: Any) -> None:
    text = (folder / "good.jsonl").read_text("utf-8")
    plain = judged(folder, text)
    assert plain.code == 0
    assert judged(folder, change(text)) == plain


def test_no_file_whatever_it_holds_gives_a_traceback_or_hangs(tmp_path: Path) -> None:
    start = lines(faults.HEADER, THROW).encode()
    contents = [
        *UNREADABLE.values(),
        *(content.encode() for content, _ in HEADERS.values()),
        *(start + line + end for line, _ in MIDDLE.values() for end in (b"", b"\n" + lines(DECLINE).encode())),
        *(lines(header).encode() for header in faults.HEADERS.values()),
        *(lines({**faults.HEADER, "start": position}).encode() for position in faults.STARTS.values()),
        start + lines(*faults.REPORTS.values()).encode(),
    ]
    files = [tmp_path / f"{number}.jsonl" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    for mode in ((), ("--json",), ("--lang", "ja")):
        ran = process("check", *mode, *files, tmp_path, tmp_path / "missing.jsonl")
        assert ran.code == 2
        assert "Traceback" not in ran.err
        assert len(ran.err.splitlines()) == len(UNREADABLE) + 2
    for command in ("position", "standing"):
        for file in (tmp_path, files[0], files[len(UNREADABLE)]):
            ran = referee(command, file)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err


def test_a_line_without_an_end_is_refused_before_it_ends() -> None:
    with running("check", "--json", "-") as started:
        assert started.stdin and started.stdout
        started.stdin.write("0" * 1_000_001)
        started.stdin.flush()
        answer = json.loads(started.stdout.readline())
        assert [refusal["code"] for refusal in answer["refusals"]] == ["line_too_long"]


# -- check: streams


def fed(pipe: IO[str], rows: list[str], then: threading.Event) -> None:
    """Write rows into a pipe, and close it only when told."""
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
        assert writer.is_alive()  # every answer has come, and the record has not ended yet
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


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932"])
def test_the_output_is_utf_8_whatever_the_terminal_speaks(folder: Path, encoding: str) -> None:
    environment = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for mode in (("--json",), ()):
        ran = process("check", *mode, "--lang", "zh", folder / "refused.jsonl", **environment)
        assert ran == process("check", *mode, "--lang", "zh", folder / "refused.jsonl")
        assert (ran.code, ran.err) == (1, "")


def test_half_a_surrogate_pair_is_printed_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    ruling = r'{"type":"ruling","by":"\ud800","reason":"x","set":{"doubles":0}}'
    file.write_text(lines(r'{"record":"monopoly/1","ruleset":"jma-2006","seats":["A","B"]}', ruling), "utf-8")
    ran = process("check", "--json", file)
    assert (ran.code, ran.err) == (0, "")
    assert ran.rows[0]["events"][0]["by"] == "\ud800"
    assert process("check", file).code == 0
    assert process("position", file).code == 0


# -- position and standing


def state_after(folder: Path, *options: str) -> Any:
    """The position that the command prints, which must be all that it prints."""
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


def test_a_refused_header_has_no_position_and_every_fault_is_told(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("command", ["position", "standing"])
def test_without_the_file_there_is_neither_position_nor_standing(tmp_path: Path, command: str) -> None:
    ran = process(command, tmp_path / "missing.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert "missing.jsonl" in ran.err


# -- rules


JMA = rulesets.load("jma-2006")


def test_rules_list_names_every_ruleset() -> None:
    rows = referee("rules", "list").out.splitlines()
    assert [row.split()[0] for row in rows] == list(rulesets.names())
    assert any(JMA.fingerprint in row for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_list_names_every_clause_of_a_ruleset(language: str) -> None:
    rows = referee("rules", "list", "--ruleset", "jma-2006", "--lang", language).out.splitlines()
    assert [row.split(maxsplit=1) for row in rows] == [
        [name, JMA.catalogue.text(name, language).title] for name in JMA.catalogue.clauses
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_show_prints_a_clause_whole(language: str) -> None:
    ran = process("rules", "show", "JMA/MORT-2", "--lang", language)
    text = JMA.catalogue.text("JMA/MORT-2", language)
    assert ran.code == 0
    assert text.reading is not None
    for part in ("JMA/MORT-2", *text, JMA.catalogue.clauses["JMA/MORT-2"].heading):
        assert str(part) in ran.out


@pytest.mark.parametrize("written", ["jma/auction-1", "Jma/Auction-1", "ＪＭＡ／ＡＵＣＴＩＯＮ－１"])
def test_rules_show_asks_for_neither_case_nor_width(written: str) -> None:
    assert referee("rules", "show", written) == referee("rules", "show", "JMA/AUCTION-1")


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("auction", "JMA/AUCTION-1"),
        ("JMA/AUCTION-9", "JMA/AUCTION-1"),
        ("JMA/ACTION-1", "JMA/AUCTION-1"),
        ("tea", "rules list"),
    ],
)
def test_rules_show_has_a_hint_for_an_unknown_clause(written: str, hint: str) -> None:
    ran = referee("rules", "show", written)
    assert (ran.code, ran.out) == (2, "")
    assert hint in ran.err


def test_rules_search_finds_by_a_question_in_any_language_by_a_code_and_in_all_rulesets() -> None:
    for asked in ("同時のコール", "calls at the very same moment", "同時叫價"):
        first = referee("rules", "search", "--ruleset", "jma-2006", *asked.split()).out.splitlines()[0]
        assert first.split() == ["JMA/AUCTION-4", "Calls", "at", "the", "same", "moment"], asked
    assert "GIFT-2" in referee("rules", "search", "--ruleset", "jma-2006", "gift", "--lang", "ja").out.splitlines()[0]
    assert referee("rules", "search", "stadium").out.startswith("city ")
    assert referee("rules", "search", "xyzzy").code == 1


def test_rules_find_wants_every_word_in_id_or_text() -> None:
    both = referee("rules", "find", "auction", "hotel").out.splitlines()
    one = referee("rules", "find", "AUCTION").out.splitlines()
    assert 0 < len(both) < len(one)
    assert set(both) <= set(one)
    assert referee("rules", "find", "auction", "hotel").code == 0


def test_rules_find_asks_for_neither_case_nor_width() -> None:
    assert referee("rules", "find", "ＧＯ").out == referee("rules", "find", "go").out != ""
    half, full = (referee("rules", "find", "--lang", "ja", word).out for word in ("ﾎﾃﾙ", "ホテル"))
    assert half == full != ""


def test_rules_find_leaves_with_1_when_no_clause_holds_the_words() -> None:
    assert process("rules", "find", "teapot") == Ran(1, "", "")
    assert referee("rules", "find").code == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_options_lists_every_option_with_its_default_as_a_header_has_it(language: str) -> None:
    rows = referee("rules", "options", "--lang", language).out.splitlines()
    for row, option in zip(rows, JMA.options, strict=True):
        name, default, clause, about = row.split(maxsplit=3)
        assert (name, json.loads(default), clause, about) == (
            option.name,
            option.default,
            option.clause,
            option.about[language],
        )


@pytest.mark.parametrize("command", [["list"], ["show", "JMA/MORT-2"], ["find", "rent"], ["options"]])
def test_rules_of_an_unknown_ruleset_name_those_there_are(command: list[str]) -> None:
    ran = referee("rules", *command, "--ruleset", "kyoto-1999")
    assert (ran.code, ran.out) == (2, "")
    assert "jma-2006" in ran.err


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
