"""The commands `referee seating make` and `referee seating check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli import main
from referee.records.output import command_texts
from rulesets.languages import LANGUAGES
from tournaments.seating.file import dump, fingerprint, parse
from tournaments.seating.score import score
from tournaments.seating.swap import swap

pytestmark = pytest.mark.slow

CSV = "id,club,first,last,absent,table,table_rounds\n" + "".join(
    f"p{each:02},club {each % 4},{'3' if each == 17 else ''},,{'2' if each == 5 else ''},{1 if each == 0 else ''},\n"
    for each in range(18)
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["seating", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def players(tmp_path: Path) -> Path:
    """A CSV file of players as a spreadsheet writes it, with a byte order mark."""
    path = tmp_path / "players.csv"
    path.write_text("\ufeff" + CSV, encoding="utf-8")
    return path


def drawn(players: Path, *more: object) -> Path:
    """The file of a schedule drawn for these players."""
    path = players.with_name("schedule.json")
    result = run("make", players, "--rounds", 3, "--also", 5, "--also", 3, "--seed", "hall", "-o", path, *more)
    assert result.exit_code == 0, result.output
    return path


def test_a_schedule_is_made_from_csv_and_checks_out_in_every_language(players: Path) -> None:
    path = drawn(players, "--apart", "p01", "p02")
    filed = parse(path.read_text(encoding="utf-8"))
    requested = filed.schedule.request
    assert requested.apart == (("p01", "p02"),)
    assert requested.sizes == (4, 5, 3)
    assert [entrant.absent for entrant in requested.entrants if entrant.absent] == [(2,)]
    assert filed.schedule.seat("p17", 2) is None
    for language in LANGUAGES:
        checked = run("check", path, "--lang", language)
        assert checked.exit_code == 0
        assert checked.output.splitlines()[-1] == command_texts("seating", language)["same"]


def test_without_a_file_to_write_the_schedule_goes_to_standard_output_alone(players: Path) -> None:
    path = drawn(players)
    result = run("make", players, "--rounds", 3, "--also", 5, "--also", 3, "--seed", "hall")
    assert result.stdout == path.read_text(encoding="utf-8")
    assert "rematches: 1 (the best possible)" in result.stderr


def test_the_same_players_as_json_are_drawn_the_same(players: Path, tmp_path: Path) -> None:
    path = drawn(players)
    listed = json.loads(path.read_text(encoding="utf-8"))["input"]["players"]
    as_json = tmp_path / "players.json"
    as_json.write_text(json.dumps(listed), encoding="utf-8")
    assert drawn(as_json).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_check_shows_a_move_and_what_it_broke_and_exits_0_and_1_when_tables_were_changed(players: Path) -> None:
    path = drawn(players)
    schedule = parse(path.read_text(encoding="utf-8")).schedule
    one, other = schedule.rounds[0][0][1], schedule.rounds[0][1][1]
    after = swap(schedule, 1, "p00", other, "asked for")
    path.write_text(dump(after), encoding="utf-8")
    checked = run("check", path)
    assert checked.exit_code == 0
    assert "p00 sits here but must sit at table 1" in checked.output
    assert "1 change by hand" in checked.output
    path.write_text(path.read_text(encoding="utf-8").replace(f'"{one}"', '"?"', 1), encoding="utf-8")
    checked = run("check", path)
    assert checked.exit_code == 1
    assert f"{one} is not on the list of players" in checked.output
    document = json.loads(dump(schedule))
    document["rounds"][0][0].reverse()
    path.write_text(json.dumps(document), encoding="utf-8")
    checked = run("check", path)
    assert checked.exit_code == 1
    assert "rounds[1].tables[1]: published:" in checked.output


def test_players_who_must_not_meet_and_do_make_exit_1(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("id\na\nb\nc\nd\n", encoding="utf-8")
    result = run("make", path, "--rounds", 1, "--seed", 1, "--apart", "a", "b")
    assert result.exit_code == 1
    assert score(parse(result.stdout).schedule)["forbidden"] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name\na\n", "line 1: the first row has no column id"),
        ("id,first\na,x\nb,y\n", "line 3: first: “y”"),
        ("id\na,b\n", "line 2: the row has more cells"),
        ("id\na\nb\nc\n", "3 players do not fit at tables of 4; numbers of players that fit: 4;"),
        ('[{"id": "a", "clubb": "x"}]', "players[1].clubb: unknown key; the known ones are absent, club"),
        ("[", "this is not JSON"),
        ("id,table\na,9\nb,\nc,\nd,\n", "but the tables are 1 to 1"),
    ],
)
def test_players_that_cannot_be_used_are_named_and_exit_2(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "players"
    path.write_text(text, encoding="utf-8")
    result = run("make", path, "--rounds", 1, "--seed", "x")
    assert result.exit_code == 2
    assert message.replace(": first:", ".first:") in result.stderr


def test_files_that_cannot_be_read_or_written_exit_2(players: Path, tmp_path: Path) -> None:
    assert run("check", tmp_path / "none").exit_code == 2
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert run("check", tmp_path / "bytes").exit_code == 2
    (tmp_path / "list").write_text("[]", encoding="utf-8")
    assert run("check", tmp_path / "list").exit_code == 2
    result = run("make", players, "--rounds", 1, "--size", 6, "--seed", 1, "--also", 5, "-o", tmp_path / "no" / "file")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_a_round_that_was_not_drawn_is_checked_as_far_as_its_file_goes_and_the_output_says_so(players: Path) -> None:
    result = run("make", players, "--rounds", 1, "--also", 5, "--also", 3, "--seed", "x")
    document = json.loads(result.stdout)
    ranked = {**document, "kind": "ranked"}
    tables = ranked["rounds"][0]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    ranked |= {"score": score(parse(json.dumps(ranked)).schedule)}
    path = players.with_name("ranked.json")
    path.write_text(json.dumps({**ranked, "fingerprint": fingerprint(ranked)}), encoding="utf-8")
    checked = run("check", path)
    assert checked.exit_code == 0
    assert command_texts("seating", "en")["follows"].format(kind="ranked") in checked.output
    assert command_texts("seating", "en")["same"] not in checked.output
    tables[1][0] = tables[0][0]
    path.write_text(json.dumps({**ranked, "fingerprint": fingerprint(ranked)}), encoding="utf-8")
    assert run("check", path).exit_code == 1


def test_several_rounds_do_not_pass_as_not_drawn(players: Path) -> None:
    path = drawn(players)
    document = {**json.loads(path.read_text(encoding="utf-8")), "kind": "ranked"}
    path.write_text(json.dumps({**document, "fingerprint": fingerprint(document)}), encoding="utf-8")
    checked = run("check", path)
    assert checked.exit_code == 2
    assert "kind" in checked.stderr
