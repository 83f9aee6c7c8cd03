"""Exports contain what is in the database."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.core.chain import Author, ChainLine, first_hash, next_hash
from referee.core.http.responses import attachment, safe_name
from referee.exports.api import COLUMNS, escape_formula
from referee.log.append import Log, Posting
from referee.log.table_game import TableGames
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

SAMPLES = Path(__file__).resolve().parents[3] / "docs" / "samples"
NOTE = "山田 \ud83d=1+1"
"""A remark with a lone surrogate, as a broken device may send it."""


def played(world: World, number: int, sample: str = "championship-table.jsonl") -> str:
    """A table at which a game was played, with a report refused, one taken back, and a remark."""
    header, *reports = [json.loads(line) for line in (SAMPLES / sample).read_text("utf-8").splitlines()]
    body = {
        name: header[name] for name in ("ruleset", "edition", "seats", "names", "options", "start") if name in header
    }
    table = world.new_table(number, **body)
    reports += [{"type": "roll", "player": "nobody"}, {"type": "retract", "seq": len(reports)}, {"note": NOTE}]
    for base, report in enumerate(reports):
        posting = Posting(f"report-{base:04}", report, "=a slip" if report.get("type") == "retract" else None)
        world.service.part(Log).append(table, base, [posting], Author("審判", None, None))
    return table


def entries(world: World, table: str) -> list[dict[str, Any]]:
    """The log of a table parsed from the answer, with lone surrogates, which the application's own parser refuses."""
    rows: list[dict[str, Any]] = json.loads(world.ask("GET", f"/tables/{table}/entries?limit=1000").get_data())["rows"]
    return rows


def exported(world: World, path: str, form: str, by: str = "organizer") -> bytes:
    response = world.ask("GET", f"{path}/export?format={form}", by)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_data()


def checked(record: bytes, folder: Path) -> list[dict[str, Any]]:
    """The output of ``referee check --json`` for a record."""
    file = folder / "exported.jsonl"
    file.write_bytes(record)
    done = CliRunner().invoke(main, ["check", "--json", str(file)])
    assert done.exit_code in (0, 1), done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("sample", sorted(path.name for path in SAMPLES.glob("*.jsonl")))
def test_an_exported_record_is_judged_as_the_table_was(world: World, tmp_path: Path, sample: str) -> None:
    table = played(world, 2, sample)
    *answers, outcome = checked(exported(world, f"/tables/{table}", "record"), tmp_path)
    state = world.ask("GET", f"/tables/{table}").get_json()
    assert outcome["position"] == state["position"]
    assert outcome["standing"] == state["standing"]
    logged = entries(world, table)
    assert [(each["seq"], each["accepted"]) for each in answers] == [(each["seq"], each["accepted"]) for each in logged]


def test_the_json_of_a_table_holds_its_log_and_chain(world: World) -> None:
    table = played(world, 2)
    whole = json.loads(exported(world, f"/tables/{table}", "json"))
    assert whole["entries"] == entries(world, table)
    state = world.ask("GET", f"/tables/{table}").get_json()
    same = ("id", "number", "header", "seq", "position", "standing", "over", "state")
    assert {name: whole[name] for name in same} == {name: state[name] for name in same}
    assert whole["differs_at"] is None
    head = first_hash(json.dumps(whole["header"], separators=(",", ":")))
    with world.service.database.read() as session:
        rows = session.connection().exec_driver_sql("SELECT report, answer, seq FROM entry ORDER BY seq").all()
    kept = {seq: (report, answer) for report, answer, seq in rows}
    for entry in whole["entries"]:
        report, answer = kept[entry["seq"]]
        line = ChainLine(
            **{name: entry[name] for name in ChainLine._fields if name not in ("report", "answer")},
            report=report,
            answer=answer,
        )
        assert json.loads(report) == entry["report"]
        head = next_hash(head, line)
        assert entry["hash"] == head
    assert whole["head"] == head


def test_a_table_whose_rules_were_changed_is_exported_without_a_position(world: World) -> None:
    table = played(world, 2)
    with world.service.database.write() as session:
        session.connection().exec_driver_sql("UPDATE entry SET accepted = (accepted IS NOT TRUE) WHERE seq = 3")
        session.connection().exec_driver_sql("DELETE FROM snapshot")
    world.service.part(TableGames)._remembered.clear()
    whole = json.loads(exported(world, f"/tables/{table}", "json"))
    assert (whole["position"], whole["differs_at"]) == (None, 3)
    assert len(whole["entries"]) == whole["seq"]
    assert len(exported(world, f"/tables/{table}", "record").splitlines()) == whole["seq"] + 1


def test_a_spreadsheet_has_a_row_an_entry_and_no_formula(world: World) -> None:
    table = played(world, 2)
    text = exported(world, f"/tables/{table}", "csv")
    assert text.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    logged = entries(world, table)
    assert list(rows[0]) == list(COLUMNS)
    assert [int(row["seq"]) for row in rows] == [entry["seq"] for entry in logged]
    assert [json.loads(row["report"]) for row in rows] == [entry["report"] for entry in logged]
    assert [row["accepted"] == "1" for row in rows] == [entry["accepted"] for entry in logged]
    assert rows[-1]["clauses"] == "RECORD/FORM"
    assert rows[-2]["reason"] == "'=a slip"
    assert not any(cell[:1] in tuple("=+-@") for row in rows for cell in row.values())


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "\t=1", "＝1"])
def test_a_cell_that_a_spreadsheet_would_calculate_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@SQLITE_ONLY
def test_the_columns_are_documented(world: World) -> None:
    spec = world.ask("GET", "/openapi.json", None).get_json()
    described = spec["paths"]["/api/v1/tables/{table_id}/export"]["get"]["description"]
    assert [name for name in COLUMNS if f"`{name}`" not in described] == []


def test_a_round_and_an_event_are_exported_as_records_in_an_archive(world: World) -> None:
    table = played(world, 2)
    second = world.made(f"/events/{world.event}/rounds", number=2)
    world.made(f"/rounds/{second}/tables", number=1, ruleset="city", seats=["A", "B"])
    of_round = zipfile.ZipFile(io.BytesIO(exported(world, f"/rounds/{world.round}", "record")))
    of_event = zipfile.ZipFile(io.BytesIO(exported(world, f"/events/{world.event}", "record")))
    assert of_event.testzip() is None
    assert of_round.namelist() == ["round-1-table-1.jsonl", "round-1-table-2.jsonl"]
    assert of_event.namelist() == [*of_round.namelist(), "round-2-table-1.jsonl"]
    assert of_event.read("round-1-table-2.jsonl") == exported(world, f"/tables/{table}", "record")


def test_a_round_and_an_event_are_exported_whole(world: World) -> None:
    table = played(world, 2)
    one = json.loads(exported(world, f"/tables/{table}", "json"))
    of_round = json.loads(exported(world, f"/rounds/{world.round}", "json"))
    of_event = json.loads(exported(world, f"/events/{world.event}", "json"))
    assert of_round["round"]["id"] == world.round
    assert of_event["event"]["id"] == world.event
    assert [each["id"] for each in of_event["rounds"]] == [world.round]
    assert (of_event["calls"], of_event["notes"]) == ([], [])
    assert of_round["tables"] == of_event["tables"]
    assert of_round["tables"][1] == one
    rows = exported(world, f"/events/{world.event}", "csv").decode("utf-8-sig").splitlines()
    assert len(rows) == 1 + one["seq"]
    assert exported(world, f"/rounds/{world.round}", "csv").decode("utf-8-sig").splitlines() == rows


def test_calls_are_in_an_event_with_what_was_done_and_left_there(world: World) -> None:
    call = world.made(f"/tables/{world.table}/calls", client_id="a-call-00", kind="judge", about="rule", text="Jail?")
    world.ask("POST", f"/calls/{call}/claim", "judge")
    world.ask("POST", f"/calls/{call}/resolve", "judge", json={"note": "Once more explained."})
    for text in ("Watch the clock.", ""):
        done = world.ask("PUT", f"/tables/{world.table}/note", "judge", json={"text": text})
        assert done.status_code == 200, done.get_data(as_text=True)
    event = json.loads(exported(world, f"/events/{world.event}", "json"))
    (row,) = event["calls"]
    assert (row["table_id"], row["state"], row["lines"][0]["text"]) == (world.table, "resolved", "Jail?")
    assert [(each["kind"], each["note"]) for each in row["steps"]] == [
        ("claimed", ""),
        ("resolved", "Once more explained."),
    ]
    assert [each["text"] for each in event["notes"]] == ["Watch the clock.", ""]


@SQLITE_ONLY
def test_the_name_of_a_file_is_safe_and_tells_the_event(world: World) -> None:
    header = world.ask("GET", f"/tables/{world.table}/export", "viewer").headers["Content-Disposition"]
    assert 'filename="round-1-table-1.jsonl"' in header
    assert unquote(header.partition("filename*=UTF-8''")[2]) == "第1回大会 round-1-table-1.jsonl"
    assert safe_name("../a\\b:c\u202e\r\nd. ") == "_a_b_c_d"
    assert attachment('x"; y', "event.zip").isascii()


@SQLITE_ONLY
def test_exports_need_the_right(world: World) -> None:
    requests = [
        ("viewer", f"/events/{world.event}"),
        ("device", f"/rounds/{world.round}"),
        ("stranger", f"/tables/{world.table}"),
    ]
    assert [world.ask("GET", f"{path}/export", by).status_code for by, path in requests] == [403, 403, 403]
    assert world.ask("GET", f"/events/{world.event}/export", None).status_code == 401
    assert world.ask("GET", "/events/nothing/export").status_code == 404


@pytest.mark.slow
def test_an_export_needs_no_more_memory_for_a_longer_log(world: World) -> None:
    def peak(path: str, form: str) -> int:
        tracemalloc.start()
        response = world.ask("GET", f"{path}/export?format={form}", "organizer", buffered=False)
        size = sum(len(chunk) for chunk in response.response)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        response.close()
        assert size > 0
        return used

    def extended(begin: int, end: int) -> None:
        report = {"type": "bid", "player": "A", "amount": 10, "note": "x" * 2000}
        for base in range(begin, end):
            world.service.part(Log).append(
                world.table, base, [Posting(f"report-{base}", report)], Author("a", None, None)
            )

    def peaks() -> list[int]:
        of_table = [peak(f"/tables/{world.table}", form) for form in ("record", "csv", "json")]
        return [*of_table, peak(f"/events/{world.event}", "record")]

    extended(0, 500)
    short = peaks()
    extended(500, 2500)
    long = peaks()
    assert all(more < less + 2_000_000 for less, more in zip(short, long, strict=True)), (short, long)
