"""Tests of ``referee rejudge``: what would change under another ruleset, game by game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee.cli import main
from rulesets import replay
from rulesets.kernel.conformance import play
from rulesets.kernel.layer import layered
from rulesets.kernel.registry import load
from rulesets.kernel.rejudge import set_up_otherwise

RECORDS = Path(__file__).parents[2] / "records"
HEADER: dict[str, Any] = {"record": "monopoly/1", "ruleset": "classic-us", "seats": ["A", "B"]}
CARD_SOLD: list[dict[str, Any]] = [
    HEADER | {"start": {"players": {"A": {"cards": ["chance"]}}}},
    {"type": "trade", "player": "A", "with": "B", "give": {"cards": ["chance"]}, "take": {"cash": 60}},
    {"type": "roll", "player": "A", "dice": [4, 6]},
]
"""A release card for more than $49, which jma-2006 forbids."""


def written(folder: Path, name: str, rows: list[dict[str, Any]]) -> str:
    file = folder / name
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return str(file)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rejudge", *arguments])


def test_a_game_that_stays_as_it_is(tmp_path: Path) -> None:
    file = written(tmp_path, "game.jsonl", [HEADER, {"type": "roll", "player": "A", "dice": [4, 6]}])
    result = run("--ruleset", "classic-us", file)
    assert result.exit_code == 0
    assert "nothing changes" in result.output


def test_the_first_changed_answers_and_the_standing_are_listed(tmp_path: Path) -> None:
    result = run("--ruleset", "jma-2006", written(tmp_path, "game.jsonl", CARD_SOLD))
    assert result.exit_code == 1
    assert "classic-us@2 → jma-2006@2" in result.output
    assert "1 of 2 answers change" in result.output
    assert "JMA/GIFT-4" in result.output
    assert "standing (then): 1. A $1,560  2. B $1,440" in result.output
    assert "standing (now): 1. A $1,500  1. B $1,500" in result.output


@pytest.mark.parametrize(("language", "word"), [("ja", "判定が変わります"), ("zh", "判定改变")])
def test_it_is_told_in_every_language(tmp_path: Path, language: str, word: str) -> None:
    assert word in run("--ruleset", "jma-2006", "--lang", language, written(tmp_path, "g.jsonl", CARD_SOLD)).output


def test_as_json_each_game_is_one_object_with_both_answers(tmp_path: Path) -> None:
    file = written(tmp_path, "game.jsonl", CARD_SOLD)
    row = json.loads(run("--ruleset", "jma-2006", "--json", file).output)
    assert (row["then"], row["now"], row["reports"], row["changed"]) == ("classic-us@2", "jma-2006@2", 2, 1)
    [change] = row["first"]
    assert (change["then"]["accepted"], change["now"]["refusals"][0]["clause"]) == (True, "JMA/GIFT-4")
    assert row["standing"]["changed"]


def test_options_that_the_other_ruleset_does_not_have_are_left_out_and_named(tmp_path: Path) -> None:
    rows = [HEADER | {"options": {"least_bid": 5, "starting_cash": 2000}}, *CARD_SOLD[2:]]
    result = run("--ruleset", "jma-2006", written(tmp_path, "game.jsonl", rows))
    assert "options that jma-2006 does not have, left out: least_bid" in result.output
    assert result.exit_code == 0


DEALT: list[dict[str, Any]] = [
    HEADER | {"ruleset": "classic-us-short"},
    {"type": "deal", "deeds": {"A": ["boardwalk", "baltic_avenue"], "B": ["oriental_avenue", "park_place"]}},
    {"type": "roll", "player": "A", "dice": [1, 2]},
]
"""A short game: two deeds each, paid for, by default."""


@pytest.mark.parametrize(
    ("ruleset", "options", "reports", "other", "carried"),
    [
        ("classic-us-short", {}, DEALT[1:], "jma-2006", {"dealt_deeds": 2}),
        ("classic-us-short", {}, DEALT[1:], "wiki-2008", {"dealt_deeds": 2}),
        ("jma-2006", {}, CARD_SOLD[2:], "classic-us-short", {"dealt_deeds": 0}),
        (
            "classic-us",
            {"dealt_deeds": 2, "dealt_deeds_are_paid": False},
            DEALT[1:],
            "jma-2006",
            {"dealt_deeds": 2, "dealt_deeds_are_paid": False},
        ),
        ("classic-us", {"starting_cash": 2000}, CARD_SOLD[2:], "jma-2006", {"starting_cash": 2000}),
        ("classic-us-short", {"dealt_deeds": 0}, CARD_SOLD[2:], "jma-2006", {}),
        ("classic-us", {"interest_rounding": "down"}, CARD_SOLD[2:], "jma-2006", {}),
    ],
)
def test_the_game_begins_as_it_did_and_what_the_other_ruleset_sets_otherwise_is_named(
    tmp_path: Path,
    ruleset: str,
    options: dict[str, Any],
    reports: list[dict[str, Any]],
    other: str,
    carried: dict[str, Any],
) -> None:
    file = written(tmp_path, "game.jsonl", [HEADER | {"ruleset": ruleset, "options": options}, *reports])
    result = run("--ruleset", other, "--json", file)
    row = json.loads(result.output)
    assert (result.exit_code, row["changed"], row["carried"], row["left_out"]) == (0, 0, carried, [])
    assert not row["standing"]["changed"]


def test_a_set_up_option_without_effect_is_not_taken_along() -> None:
    """Whether dealt deeds are paid for means nothing if none are dealt, so no header may set it."""
    gift = layered(load("classic-us-short"), "gift", defaults={"dealt_deeds_are_paid": False})
    game = replay({**HEADER, "ruleset": "jma-2006"}, []).game
    assert game is not None
    assert set_up_otherwise(game, gift) == {"dealt_deeds": 0}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "set up as it was played, which differs from jma-2006: dealt_deeds = 2"),
        ("ja", "jma-2006 と異なり、対局時の準備のまま引き継いだ設定項目：dealt_deeds = 2"),
        ("zh", "沿用对局时的准备、与 jma-2006 不同的选项：dealt_deeds = 2"),
    ],
)
def test_what_is_taken_along_is_told_in_every_language(tmp_path: Path, language: str, line: str) -> None:
    file = written(tmp_path, "game.jsonl", DEALT)
    assert line in run("--ruleset", "jma-2006", "--lang", language, file).output
    assert line not in run("--ruleset", "classic-us-short", "--lang", language, file).output


def test_a_record_is_judged_under_the_version_that_it_names(tmp_path: Path) -> None:
    file = written(tmp_path, "game.jsonl", [HEADER | {"version": "99"}, *CARD_SOLD[1:]])
    result = run("--ruleset", "jma-2006", file)
    assert result.exit_code == 2
    assert "'99'" in result.stderr


@pytest.mark.parametrize("name", ["jma-2007", "jma-2006@0"])
def test_an_unknown_ruleset_or_version_is_told_with_the_known_ones(tmp_path: Path, name: str) -> None:
    result = run("--ruleset", name, written(tmp_path, "game.jsonl", CARD_SOLD))
    assert result.exit_code == 2
    assert name in result.stderr
    assert "jma-2006" in result.stderr


def test_files_that_cannot_be_judged_do_not_stop_the_others(tmp_path: Path) -> None:
    good, empty = written(tmp_path, "good.jsonl", CARD_SOLD), written(tmp_path, "empty.jsonl", [])
    result = run("--ruleset", "jma-2006", str(tmp_path / "none.jsonl"), empty, good)
    assert result.exit_code == 2
    assert "JMA/GIFT-4" in result.stdout
    assert "3 games: 1 with different answers, 1 with a different standing, 2 not judged" in result.stdout


@pytest.mark.process
def test_several_processes_say_what_one_says_in_the_order_of_the_files() -> None:
    files = [str(file) for file in sorted(RECORDS.glob("*.jsonl"))]
    one = run("--ruleset", "classic-us", "--jobs", "1", "--json", *files)
    assert run("--ruleset", "classic-us", "--jobs", "2", "--json", *files).output == one.output
    assert [json.loads(line)["file"] for line in one.output.splitlines()] == files


def test_a_line_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    """It is refused then and now, and the later reports keep their numbers."""
    ruleset = load("classic-us")
    played = play(ruleset, 2, 20)
    file = tmp_path / "game.jsonl"
    rows = [json.dumps(played.header), "{broken", *(json.dumps(report, default=str) for report in played.reports)]
    file.write_text("\n".join(rows) + "\n", "utf-8")
    assert run("--ruleset", "classic-us", str(file)).exit_code == 0


def test_a_record_of_a_version_that_is_gone_says_so(tmp_path: Path) -> None:
    file = written(tmp_path, "game.jsonl", [HEADER | {"version": "1"}, {"type": "roll", "player": "A", "dice": [4, 6]}])
    assert "names version 1 of classic-us" in run("--ruleset", "classic-us", file).output
    assert json.loads(run("--ruleset", "classic-us", "--json", file).output)["retired"] == "1"
    shown = CliRunner().invoke(main, ["check", "--lang", "ja", file])
    assert (shown.exit_code, "classic-us の第1版" in shown.output) == (0, True)
    end = json.loads(CliRunner().invoke(main, ["check", "--json", file]).output.splitlines()[-1])
    assert end["judged_by"] == {"ruleset": "classic-us", "version": "2", "named": "1"}
