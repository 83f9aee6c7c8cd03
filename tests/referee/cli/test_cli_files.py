"""The command line judges whatever a file holds: unreadable bytes, refused headers, broken lines, any line endings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.referee.cli.command_line import DECLINE, THROW, judged, lines, process, records, referee, verdicts
from tests.rulesets import faults


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with records to judge: one that is all accepted, one with a refusal."""
    return records(tmp_path)


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


@pytest.mark.process
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
