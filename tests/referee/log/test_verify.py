"""Verifying finds what was altered behind the service's back and where, and nothing else."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from sqlalchemy import text

from referee.core.chain import first_hash, next_hash
from referee.log.table_game import TableGames
from referee.log.verify import Finding, findings, sentences, table_findings
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.logged import logged_table, report_on
from tests.referee.support.world import World

COUNT = 105
"""The number of the table's entries: two snapshots and some entries after them."""


@pytest.fixture
def table(world: World) -> str:
    """A table with a game in its log."""
    return logged_table(world, 2, COUNT)


def found(world: World, table: str) -> list[tuple[int, str]]:
    return [(each.seq, each.what) for each in table_findings(world.service.settings.database_url, table)]


def alter(world: World, statement: str, **values: Any) -> None:
    """Change one row behind the service's back."""
    with world.service.database.write() as session:
        assert session.connection().execute(text(statement), values).rowcount == 1


def flipped(world: World, table: str, column: str, seq: int) -> None:
    """Flip a bit of one character in a column of an entry, so that JSON stays valid and an id stays unique."""
    [[kept]] = world.service.database.rows(
        world.service.database.sql(f"SELECT {column} FROM entry WHERE table_id = :id AND seq = :seq"),
        {"id": table, "seq": seq},
    )
    order = range(len(kept)) if column == "client_id" else reversed(range(len(kept)))
    # Alphanumeric before and after, so that the same change applied again undoes it.
    at = next(at for at in order if kept[at].isalnum() and chr(ord(kept[at]) ^ 1).isalnum())
    other = chr(ord(kept[at]) ^ 1)
    alter(
        world,
        f"UPDATE entry SET {column} = :new WHERE table_id = :id AND seq = :seq",
        new=kept[:at] + other + kept[at + 1 :],
        id=table,
        seq=seq,
    )


def test_a_log_as_it_was_written_gives_no_finding(world: World, table: str) -> None:
    untouched = world.new_table(3)
    rows = findings(world.service.settings.database_url, [world.table, table, untouched], jobs=2)
    assert list(rows) == [[], [], []]


def test_a_bit_flipped_in_an_entry_is_found_once_and_where_it_is(world: World, table: str) -> None:
    for column in ("client_id", "author", "hash"):
        for seq in (1, 50, 77, COUNT):
            flipped(world, table, column, seq)
            assert found(world, table) == [(seq, "hash")]
            flipped(world, table, column, seq)
    assert found(world, table) == []


def test_a_bit_flipped_in_a_report_or_an_answer_is_found_with_what_it_leads_to(world: World, table: str) -> None:
    flipped(world, table, "answer", 30)
    assert found(world, table) == [(30, "hash"), (30, "answer")]
    flipped(world, table, "report", 20)
    (first, *more) = found(world, table)
    assert first == (20, "hash")
    assert more[-1] == (30, "hash")
    assert len(more) <= 2  # at most one consequence of the other report, not one at every later entry


def test_a_log_written_anew_with_fitting_hashes_is_found_by_its_answers(world: World, table: str) -> None:
    games = world.service.part(TableGames)
    lines = games.lines(table, 0)
    [[header]] = games.database.rows(games.database.sql("SELECT header FROM game_table WHERE id = :id"), {"id": table})
    before = first_hash(header)
    accepted = next(line.seq for line in lines[40:] if line.accepted)
    lines[accepted - 1] = lines[accepted - 1]._replace(answer=json.dumps({"events": [], "due": [], "warnings": []}))
    for line in lines:
        before = next_hash(before, line)
        alter(
            world,
            "UPDATE entry SET answer = :answer, hash = :hash WHERE table_id = :id AND seq = :seq",
            answer=line.answer,
            hash=before,
            id=table,
            seq=line.seq,
        )
    alter(world, "UPDATE game_table SET head = :head WHERE id = :id", head=before, id=table)
    assert (accepted, "answer") in found(world, table)
    assert "hash" not in {what for _, what in found(world, table)}


def test_missing_entries_and_a_moved_head_are_found(world: World, table: str) -> None:
    alter(world, "DELETE FROM entry WHERE table_id = :id AND seq = 60", id=table)
    assert found(world, table) == [(61, "gap")]
    alter(world, "DELETE FROM entry WHERE table_id = :id AND seq = :last", id=table, last=COUNT)
    assert found(world, table) == [(61, "gap"), (0, "seq")]
    alter(world, "UPDATE game_table SET seq = :seq WHERE id = :id", id=table, seq=COUNT - 1)
    assert found(world, table) == [(61, "gap"), (0, "head")]


def test_an_altered_snapshot_is_found(world: World, table: str) -> None:
    alter(
        world, "UPDATE snapshot SET position = replace(position, 'A', 'B') WHERE table_id = :id AND seq = 50", id=table
    )
    assert found(world, table) == [(50, "snapshot_position")]
    alter(world, "UPDATE snapshot SET hash = :hash WHERE table_id = :id AND seq = 100", id=table, hash="0" * 64)
    assert found(world, table) == [(50, "snapshot_position"), (100, "snapshot_hash")]
    alter(world, "UPDATE snapshot SET seq = 150 WHERE table_id = :id AND seq = 100", id=table)
    assert found(world, table) == [(50, "snapshot_position"), (150, "snapshot_ahead")]


def test_an_altered_header_is_found(world: World, table: str) -> None:
    alter(world, "UPDATE game_table SET header = replace(header, 'jma-2006', 'jma-2007') WHERE id = :id", id=table)
    assert found(world, table) == [(0, "header"), (1, "hash")]


@EACH_DATABASE
def test_a_table_may_be_verified_while_reports_come_in(world: World, table: str) -> None:
    ended = threading.Event()
    writer = threading.Thread(target=report_on, args=(world, table, COUNT, 10**6, ended.is_set))
    writer.start()
    try:
        results = [found(world, table) for _ in range(10)]
    finally:
        ended.set()
        writer.join()
    assert results == [[]] * 10
    assert world.service.part(TableGames).current(table).seq > COUNT


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_a_sentence_in_every_language(language: str) -> None:
    assert sentences(language).keys() == sentences("en").keys()
    facts = {
        "before": 2,
        "last": 3,
        "kept": 4,
        "name": "n",
        "fault": "f",
        "kind": "k",
        "row": "r",
        "columns": "c",
        "source": "s",
        "backup": "b",
    }
    for what in sentences(language):
        assert "{" not in Finding("t", 5, what, facts).sentence(language)
