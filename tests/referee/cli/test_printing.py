"""What ``referee check`` prints for people: sentences, what is due, and the standing, in every language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.records import output
from rulesets.kernel.record import replay
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report

NAMES = {"A": "佐藤 花子", "B": "Bo"}
HEADER: dict[str, Any] = {"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B", "C"], "names": NAMES}
REPORTS: list[dict[str, Any]] = [
    {"type": "roll", "player": "A", "dice": [1, 2]},
    {"type": "roll", "player": "B", "dice": [1, 2]},
    {"type": "buy", "player": "A"},
    {"type": "roll", "player": "B", "dice": [1, 2]},
]
PRINTED = {
    "en": [
        "    1  ✓  佐藤 花子 (A) throws 1+2; moves from GO to Baltic Avenue",
        "    2  ✗  The next throw was to be made, but 佐藤 花子 (A) has not decided about Baltic Avenue.",
        "    2  ✗  Bo (B) threw, or began a turn, but the turn is 佐藤 花子 (A)'s.",
        "    3  ✓  佐藤 花子 (A) buys Baltic Avenue for $60",
        "    4  ✓  Bo (B) throws 1+2; moves from GO to Baltic Avenue; owes 佐藤 花子 (A) $4 rent for Baltic Avenue",
        "       4 reports, 1 refused; due:",
        "         - Bo (B) owes 佐藤 花子 (A) $4 rent for Baltic Avenue",
        "       Standing:",
    ],
    "ja": [
        "    1  ✓  佐藤 花子（A）が1と2を出しました。GOからバルティック通りへ移動しました",
        "    2  ✗  次のサイコロを振ったと報告されましたが、佐藤 花子（A）がバルティック通りを",
        "    2  ✗  Bo（B）がサイコロを振るか手番を始めるかしましたが、手番は佐藤 花子（A）です。",
        "    3  ✓  佐藤 花子（A）がバルティック通りを$60で購入しました",
        "    4  ✓  Bo（B）が1と2を出しました。GOからバルティック通りへ移動しました。"
        "佐藤 花子（A）にバルティック通りのレンタル料$4を払うことになりました",
        "       報告4件、うち不受理1件。次に行うこと：",
        "         - Bo（B）が佐藤 花子（A）にバルティック通りのレンタル料$4を払います",
        "       順位：",
    ],
    "zh": [
        "    1  ✓  佐藤 花子（A）掷出1和2；从起点走到波罗的海大道",
        "    2  ✗  报告了下一次掷骰，但佐藤 花子（A）还没有决定是否购买波罗的海大道。",
        "    2  ✗  Bo（B）掷了骰子或开始了回合，但现在是佐藤 花子（A）的回合。",
        "    3  ✓  佐藤 花子（A）以$60购买波罗的海大道",
        "    4  ✓  Bo（B）掷出1和2；从起点走到波罗的海大道；应付佐藤 花子（A）波罗的海大道的租金$4",
        "       报告4条，其中1条不予接受；待办：",
        "         - Bo（B）应付佐藤 花子（A）波罗的海大道的租金$4",
        "       名次：",
    ],
}


def check(record: Path, *options: str) -> list[str]:
    """The lines that the command prints for a record of a header and reports."""
    record.write_text("\n".join(map(json.dumps, [HEADER, *REPORTS])) + "\n", "utf-8")
    return CliRunner().invoke(main, ["check", *options, str(record)], catch_exceptions=False).stdout.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_told_in_sentences(tmp_path: Path, language: str) -> None:
    lines = check(tmp_path / "record.jsonl", "--lang", language)[2:]
    expected = PRINTED[language]
    assert len(lines) == len(expected) + len(HEADER["seats"])
    for line, start in zip(lines, expected, strict=False):
        assert line.startswith(start)
        assert line == start or "✗" in line


def test_json_keeps_its_facts(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in check(tmp_path / "record.jsonl", "--json")]
    answers = [answer.to_json() for answer in replay(HEADER, map(as_report, REPORTS), stop=False).answers]
    assert [{key: row[key] for key in row if key != "file"} for row in rows[:-1]] == answers
    assert rows[0]["events"][0] == {"kind": "thrown", "player": "A", "dice": [1, 2]}
    assert "(A)" not in json.dumps(rows)


def standing(start: dict[str, Any], reports: list[dict[str, Any]], language: str) -> list[str]:
    """The standing after reports from a position."""
    game = replay({**HEADER, "start": start}, map(as_report, reports)).game
    assert game is not None
    return list(output.standing_table(game, language))


@pytest.mark.parametrize(
    ("language", "named", "won", "out"),
    [
        ("en", "{} ({})", "monopoly win", "out (no. {})"),
        ("ja", "{}（{}）", "モノポリー勝ち", "{}番目に脱落"),
        ("zh", "{}（{}）", "垄断胜", "第{}个出局"),
    ],
)
def test_the_standing_is_an_aligned_table(language: str, named: str, won: str, out: str) -> None:
    start = {
        "phase": "turn",
        "turn": "A",
        "players": {"A": {"cash": 20}, "B": {"out": True, "out_at": 1, "cash": 0}},
        "due": [{"kind": "debt", "player": "A", "to": "C", "amount": 50, "cause": "card"}],
    }
    lines = standing(start, [{"type": "declare_bankruptcy", "player": "A"}], language)
    named_a = named.format(NAMES["A"], "A")
    columns = output.width(named_a) + 1
    assert lines[0].split() == ["1.", "C", "$1,520", *won.split()]
    assert lines[1] == f"2.  {named_a}      $0  {out.format(2)}"
    assert lines[2].split() == ["3.", *named.format("Bo", "B").split(), "$0", *out.format(1).split()]
    assert {output.width(line.partition("$")[0]) for line in lines[1:]} == {4 + columns + 5}
    assert output.width(lines[0].partition("$")[0]) == 4 + columns + 1
