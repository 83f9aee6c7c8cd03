"""Exports: every cell holds what was meant, and the same table gives the same bytes."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tournaments.export.contents import players, results, seating, standings
from tournaments.export.table import Column, ExportTable, decimal, to_csv, to_json
from tournaments.export.to_xlsx import to_xlsx
from tournaments.lists.cells import guarded, unguarded
from tournaments.players.entrant import Entrant
from tournaments.result import GameResult, PlayerResult
from tournaments.standings.criterion import PointSum
from tournaments.standings.standings import StandingRow, Standings

TABLE = ExportTable(
    "順位表: 2026/27",
    (Column("name", "名前"), Column("points", "得点"), Column("here", "当日")),
    (("007", Fraction(100, 3), True), ("=1+1", Fraction(5, 2), False), ("山田\n太郎\x07", Fraction(-4), None)),
)


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(12), "12"),
        (Fraction(5, 2), "2.50"),
        (Fraction(1, 8), "0.125"),
        (Fraction(100, 3), "33.333333"),
        (Fraction(-2, 3), "-0.666667"),
        (Fraction(-1, 3_000_000), "0.00"),
        (Fraction(10**30 + 1, 2), f"5{'0' * 29}.50"),
        (Fraction(300), "300"),
    ],
)
def test_numbers_are_exact_when_whole_and_decimal_else(number: Fraction, written: str) -> None:
    assert f"{decimal(number):f}" == written


@given(st.fractions(max_denominator=10**4))
def test_a_written_number_is_never_off_by_more_than_half_a_millionth(number: Fraction) -> None:
    assert abs(Fraction(decimal(number)) - number) <= Fraction(1, 2_000_000)


@given(st.text(st.sampled_from("'=+-@＝\ta")))
def test_a_guarded_text_comes_back_and_no_spreadsheet_runs_it(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "＝", "\t"))


def test_csv_opens_in_excel_and_runs_nothing() -> None:
    written = to_csv(TABLE)
    assert written.startswith(b"\xef\xbb\xbf")
    assert written.decode("utf-8-sig").split("\r\n")[:3] == ["名前,得点,当日", "007,33.333333,1", "'=1+1,2.50,0"]
    assert to_csv(TABLE, mark=False) == written[3:]


def test_json_has_rows_by_key() -> None:
    content = json.loads(to_json(TABLE))
    assert content["rows"][1] == {"name": "=1+1", "points": 2.5, "here": False}
    assert content["rows"][2]["points"] == -4
    assert content["columns"][0] == {"key": "name", "title": "名前"}


def test_xlsx_keeps_text_as_text_and_numbers_as_numbers() -> None:
    sheet = load_workbook(io.BytesIO(to_xlsx(TABLE))).worksheets[0]
    assert sheet.title == "順位表  2026 27"
    assert [cell.value for cell in sheet[1]] == ["名前", "得点", "当日"]
    assert (sheet["A2"].value, sheet["A2"].data_type) == ("007", "s")
    assert (sheet["A3"].value, sheet["A3"].data_type) == ("=1+1", "s")
    assert (sheet["B3"].value, sheet["B4"].value) == (2.5, -4)
    assert sheet["A4"].value == "山田\n太郎\ufffd"
    assert sheet.freeze_panes == "A2"
    assert sheet.column_dimensions["B"].width > sheet.column_dimensions["C"].width


def test_the_same_table_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    first = to_xlsx(TABLE)
    # The library asks the clock for the workbook's dates and for the archive's entries.
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    assert to_xlsx(TABLE) == first
    assert b"2000-01-01T00:00:00Z" in _core(first)
    assert _core(first).count(b"2000-01-01T00:00:00Z") == 2


def _core(saved: bytes) -> bytes:
    return zipfile.ZipFile(io.BytesIO(saved)).read("docProps/core.xml")


HALL = (Entrant("a", 2, "山田", "やまだ"), Entrant("b", 1, "相川", "あいかわ", club="東京会"))


def test_players_stand_by_reading() -> None:
    table = players(HALL, "ja")
    assert [column.title for column in table.columns][:3] == ["番号", "名前", "よみ"]
    assert [row[1] for row in table.rows] == ["相川", "山田"]


def test_players_have_whose_seat_they_keep_if_anybody_keeps_one() -> None:
    assert "stands_for" not in [each.key for each in players(HALL, "en").columns]
    kept = (*HALL, replace(HALL[0], id="z", number=99, name="代理", stands_for=HALL[0].id))
    table = players(kept, "ja")
    assert table.columns[-1].key == "stands_for"
    assert {row[0]: row[-1] for row in table.rows}[99] == HALL[0].number


def test_seating_has_a_row_for_each_seat() -> None:
    table = seating([[["b", "a"]], [["a", "b"]]], HALL, "en")
    assert [row[:5] for row in table.rows] == [
        (1, 1, 1, 1, "相川"),
        (1, 1, 2, 2, "山田"),
        (2, 1, 1, 2, "山田"),
        (2, 1, 2, 1, "相川"),
    ]


def test_standings_have_a_column_for_each_criterion() -> None:
    rows = (StandingRow(1, "a", (Fraction(5, 2), 1), games=2), StandingRow(1, "b", (Fraction(5, 2), 1), games=2))
    table = standings(
        Standings((PointSum(), PointSum(best=1)), 2, rows, ()), ("得点", "最高の一戦"), HALL, {"b": "注意"}, {}, "ja"
    )
    assert [column.key for column in table.columns][-3:] == ["1_points", "2_points", "penalties"]
    assert table.rows[0] == (1, 1, "相川", "東京会", 2, Fraction(5, 2), 1, "注意")


def test_results_tell_what_was_reckoned_from_what_was_written_down() -> None:
    game = GameResult(1, 3, (PlayerResult("a", 1, 700), PlayerResult("b", 2, 900)))
    table = results([game], HALL, "en", {(1, 3, "b"): Fraction(225, 4)})
    assert [column.key for column in table.columns][-2:] == ["place_at_table", "points_given"]
    assert [row[4:] for row in table.rows] == [("山田", 700, None, 2, None), ("相川", 900, None, 1, Fraction(225, 4))]
    written = results([GameResult(1, 3, (PlayerResult("a", 1, points=Fraction(0)),))], HALL, "en")
    assert "points" in [column.key for column in written.columns]
