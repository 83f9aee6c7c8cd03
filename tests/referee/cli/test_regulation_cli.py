"""``referee regulation``: list, show, check, and standings from a list of results."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from referee.cli import main
from tournaments.regulation import shipped

RESULTS = """\
回戦,卓,選手,資産,破産順
1,1,山田,5000,
1,1,佐藤,3000,
1,1,髙橋,2000,
1,1,鈴木,0,2
1,1,田中,0,1
2,1,佐藤,9000,
2,1,山田,0,4
2,1,髙橋,0,3
2,1,鈴木,0,2
2,1,田中,0,1
"""


def referee(*arguments: object) -> Result:
    """Run the command with these arguments."""
    return CliRunner().invoke(main, ["regulation", *map(str, arguments)])


def test_every_shipped_regulation_is_listed_and_shown_as_its_file() -> None:
    listed = referee("list", "--lang", "ja")
    assert [line.split()[0] for line in listed.output.splitlines()] == list(shipped.names())
    assert referee("show", "kobe-gp").output == shipped.text("kobe-gp")
    unknown = referee("show", "kobe")
    assert unknown.exit_code == 2 and "regulation list" in unknown.output


def test_a_regulation_is_checked_with_all_its_faults_in_the_readers_language(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(shipped.text("jma-national-2005"), "utf-8")
    bad.write_text('format = 1\nname = "x"\n[[round]]\nfoo = 1\n', "utf-8")
    assert referee("check", good).exit_code == 0
    checked = referee("check", bad, "--lang", "ja")
    assert checked.exit_code == 1
    assert "round[1].foo" in checked.output and "version: 値がありません" in checked.output
    assert referee("check", tmp_path / "none.toml").exit_code == 2


def test_standings_come_from_a_list_of_results(tmp_path: Path) -> None:
    """Shares of 10,000 in per cent, then 120 for the monopoly win: 30 + 120 before 50 and 20."""
    results = tmp_path / "results.csv"
    results.write_text(RESULTS, "utf-8")
    standings = referee("standings", "jma-national-2005", results, "--lang", "ja")
    assert standings.exit_code == 0, standings.output
    rows = [line.split() for line in standings.output.splitlines()[1:6]]
    assert [row[1:] for row in rows] == [
        ["佐藤", "2", "150"],
        ["山田", "2", "50"],
        ["髙橋", "2", "20"],
        ["鈴木", "2", "0"],
        ["田中", "2", "0"],
    ]
    first = referee("standings", "jma-national-2005", results, "--after", 1)
    assert first.output.splitlines()[1].split() == ["1", "山田", "1", "50"]


def test_a_list_with_faults_gives_no_standings_and_names_every_cell(tmp_path: Path) -> None:
    results = tmp_path / "results.csv"
    results.write_text(RESULTS.replace("5000", "viel").replace("3000", "-3") + "9,1,山田,1,\n9,1,佐藤,2,\n", "utf-8")
    refused = referee("standings", "jma-national-2005", results)
    assert refused.exit_code == 2
    assert "D2" in refused.output and "D3" in refused.output
    results.write_text(RESULTS + "9,1,山田,1,\n9,1,佐藤,2,\n", "utf-8")
    late = referee("standings", "jma-national-2005", results)
    assert late.exit_code == 2 and "9" in late.output
