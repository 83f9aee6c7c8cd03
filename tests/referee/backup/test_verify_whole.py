"""Verifying the whole database: people's decisions, and its logs against what others remember of them."""

from __future__ import annotations

import errno
import json
import os
import shutil
import struct
import subprocess
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from referee.backup.write import make
from referee.cli import main
from referee.core.access.guard import COOKIE
from referee.core.database.database import Database
from referee.core.database.migrate import schema_transaction, upgrade
from referee.core.settings import Settings
from referee.log import heads
from referee.log.heads import HeadNotes
from referee.log.table_game import TableGames
from referee.models import METADATA, Adjustment, DecisionMade, Penalty, PenaltyStep, Player, TableResult
from tests.referee.desk.test_desk import tasks
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.logged import logged_table, report_on
from tests.referee.support.world import World

PATIENCE = 60
CUT_HEAD = (
    "UPDATE game_table SET seq = :seq, head = (SELECT hash FROM entry WHERE table_id = :id AND seq = :seq)"
    " WHERE id = :id"
)
"""Let a table's log end at an entry, as if nothing had followed."""


def verify(settings: Settings, *arguments: str) -> Result:
    """Run ``referee db verify``, or another command, with the settings."""
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    return CliRunner(env=environment).invoke(main, ["db", *(arguments or ("verify", "--jobs", "1"))])


def cut_off(world: World, data: Path, *, keep: float) -> Settings:
    """Copy the service's data as a power cut may leave them that destroyed the end of the journal."""
    data.mkdir()
    ours = world.service.settings
    for name in ("referee.db", "secret", heads.FILE):
        shutil.copy(ours.data / name, data / name)
    journal = (ours.data / "referee.db-wal").read_bytes()
    (page,) = struct.unpack(">I", journal[8:12])
    frames = (len(journal) - 32) // (page + 24)
    (data / "referee.db-wal").write_bytes(journal[: 32 + int(frames * keep) * (page + 24)])
    return ours._replace(data=data, database_url=f"sqlite:///{data / 'referee.db'}")


@SQLITE_ONLY
def test_a_truncated_journal_is_found_by_the_noted_heads(world: World, tmp_path: Path) -> None:
    table = logged_table(world, 2, 150)
    world.service.part(HeadNotes).note()
    settings = cut_off(world, tmp_path / "cut", keep=0.6)
    with closing(Database(settings.database_url)) as database:
        [[left]] = database.rows("SELECT max(seq) FROM entry", {})
    assert 1 < left < 150
    ended = verify(settings, "verify", "--table", table)
    assert ended.exit_code == 0, "the log by itself is sound"
    ended = verify(settings)
    assert ended.exit_code == 1
    assert f"heads.json knows entry 150, but the log ends with entry {left}" in ended.stdout
    with closing(Database(settings.database_url)) as database:  # as when the service starts again and the table goes on
        notes = heads.HeadNotes(database, settings.data)
        notes.note()
        assert database.rows("SELECT table_id, seq FROM missing_head", {}) == [(table, 150)]
    (settings.data / heads.FILE).unlink()
    assert verify(settings).exit_code == 1, "the loss is known without the file, too"
    assert verify(settings, "settle").exit_code == 0
    assert verify(settings).exit_code == 0


@pytest.mark.slow
def test_what_is_behind_the_last_backup_is_found_and_a_backup_that_cannot_be_read_is_reported(
    world: World, tmp_path: Path
) -> None:
    settings = world.service.settings
    table, other = logged_table(world, 2, 20), logged_table(world, 3, 20)
    backup = make(world.service.database, settings.backups, "hand")
    report_on(world, table, 20, 5)
    assert verify(settings).exit_code == 0
    with world.service.database.write() as session:
        for each, seq in ((table, 15), (other, 20)):
            run = session.connection().execute
            run(text("DELETE FROM entry WHERE table_id = :id AND seq > :seq"), {"id": each, "seq": seq})
            run(text(CUT_HEAD), {"id": each, "seq": seq})
    ended = verify(settings)
    assert ended.exit_code == 1
    assert f"{backup.name} knows entry 20, but the log ends with entry 15" in ended.stdout
    assert ended.stdout.count("knows entry") == 1
    later = settings.backups / "referee-20990101T000000000Z-hand.jsonl.gz"
    later.write_bytes(backup.path.read_bytes()[:-20])
    ended = verify(settings)
    assert ended.exit_code == 1
    assert "a backup cannot be read" in ended.stdout
    assert "compared with the backup " + backup.name in ended.stdout
    report_on_anew(world, table)
    assert "Entry 20 differs from the one" in verify(settings).stdout
    world.stop()
    assert verify(settings, "restore", "--replace", str(backup.path)).exit_code == 0
    assert verify(settings).exit_code == 0, "what was noted between a backup and its restore does not count"


def report_on_anew(world: World, table: str) -> None:
    """Continue from entry 15 with other entries than before."""
    world.service.part(TableGames).__init__(world.service.database)  # type: ignore[misc]  # as after a restart
    report_on(world, table, 15, 8)


def test_a_page_that_remembers_more_than_the_log_has_is_noted_and_the_desk_and_verify_say_so(world: World) -> None:
    table = logged_table(world, 2, 20)
    lines = world.ask("GET", f"/tables/{table}/lines?limit=2").get_json()["lines"]

    def known(seq: int, head: str) -> bool:
        answer = world.ask("GET", f"/tables/{table}/lines?since={seq}&head={head}")
        assert answer.status_code == 200
        return bool(answer.get_json()["known"])

    assert all(known(line["seq"], line["hash"]) for line in lines)
    assert tasks(world, world.event)[0][0] != "lost_entries"
    assert verify(world.service.settings).exit_code == 0
    assert not known(25, "0" * 64)
    assert not known(19, "1" * 64), "only the furthest entry of each reporter is kept"
    assert world.service.database.rows("SELECT table_id, label, seq FROM missing_head", {}) == [
        (table, "administrator", 25)
    ]
    assert tasks(world, world.event)[0] == ("lost_entries", True)
    page = world.app.test_client().get(
        f"/events/{world.event}?lang=en", headers={"Authorization": f"Bearer {world.tokens['administrator']}"}
    )
    assert "Reports of table 2 are missing" in page.get_data(as_text=True)
    ended = verify(world.service.settings)
    assert ended.exit_code == 1
    assert "administrator knows entry 25, but the log ends with entry 20" in ended.stdout
    assert verify(world.service.settings, "settle").exit_code == 0
    assert verify(world.service.settings).exit_code == 0
    assert tasks(world, world.event)[0][0] != "lost_entries"
    for wrong in ("xyz", "A" * 64, "0" * 63):
        assert world.ask("GET", f"/tables/{table}/lines?since=3&head={wrong}").status_code == 422


def decided(world: World) -> None:
    """Add a row of each kind of decision that people make."""
    with world.service.database.write() as session:
        player = Player(event_id=world.event, number=1, name="A", code="a", created_at=1)
        session.add(player)
        session.flush()
        about: dict[str, Any] = {"author": "B", "made_at": 1, "event_id": world.event}
        session.add(DecisionMade(about="x", by="vote", players="[]", **about))
        session.add(Adjustment(player_id=player.id, points="-5", reason="late", **about))
        points: dict[str, Any] = {"source": "points", "entered": "{}", "players": "[]", "entered_by": "B"}
        session.add(TableResult(event_id=world.event, table_id=world.table, version=1, entered_at=1, **points))
        why: dict[str, Any] = {"category": "late", "step": "warning", "rule": "{}", "facts": "", "reason": ""}
        penalty = Penalty(event_id=world.event, player_id=player.id, round=0, given_at=1, **why)
        session.add(penalty)
        session.flush()
        session.add(PenaltyStep(penalty_id=penalty.id, kind="proposed", author="B", at=1))
    case = {"client_id": "case-0001", "note": "?"}
    opened = world.ask("POST", f"/tables/{world.table}/cases", json=case)
    assert opened.status_code == 201, opened.get_data(as_text=True)


ALTERED = {
    "ruling_case": "UPDATE ruling_case SET clock = 'over'",
    "case_step": "UPDATE case_step SET note = 'no'",
    "decision": "UPDATE decision SET by = 'dice'",
    "adjustment": "UPDATE adjustment SET points = '500'",
    "table_result": "UPDATE table_result SET confirmed_by = 'C'",
    "penalty": "UPDATE penalty SET step = 'none'",
    "penalty_step": "UPDATE penalty_step SET kind = 'cancelled'",
}


def test_what_people_decided_is_chained_and_a_change_behind_the_services_back_is_found(world: World) -> None:
    decided(world)
    settings = world.service.settings
    assert verify(settings).exit_code == 0
    for statement in ALTERED.values():
        behind(world, statement)
    ended = verify(settings)
    assert ended.exit_code == 1
    for kind in ALTERED:
        assert f"\n  {kind} " in ended.stdout
    assert ended.stdout.count("outside the service") == len(ALTERED)
    behind(world, "DELETE FROM case_step")
    behind(world, "UPDATE change SET content = replace(content, '-5', '-6') WHERE kind = 'adjustment'")
    behind(world, "DELETE FROM change WHERE kind = 'table_result'")
    output = verify(settings).stdout
    for sentence in ("no longer exists, although change", "does not cover what is there"):
        assert sentence in output
    for sentence in ("the changes in between are missing", "is in none of the event's changes"):
        assert sentence in output
    behind(world, "DELETE FROM change WHERE seq = (SELECT max(seq) FROM change)")
    assert "chain should end with change" in verify(settings).stdout


def test_a_page_shows_the_chain_of_an_event_and_what_was_changed_behind_the_services_back(world: World) -> None:
    decided(world)

    def page(by: str, status: int = 200) -> str:
        browser = world.app.test_client()
        browser.set_cookie(COOKIE, world.tokens[by])
        answer = browser.get(f"/events/{world.event}/chain?lang=en", headers={"Accept": "text/html"})
        assert answer.status_code == status
        return answer.get_data(as_text=True)

    ((seq, head),) = world.service.database.rows("SELECT seq, head FROM event_chain", {})
    event = world.made("/events", name="Event")
    browser = world.app.test_client()
    browser.set_cookie(COOKIE, world.tokens["administrator"])
    nothing = browser.get(f"/events/{event}/chain?lang=en").get_data(as_text=True)
    assert "there is nothing to verify" in nothing
    assert "Verified" not in nothing
    fine = page("arbiter")
    assert f"Verified: {seq} changes, as written." in fine
    assert head in fine
    page("viewer", 403)
    for statement in ALTERED.values():
        behind(world, statement)
    wrong = page("arbiter")
    assert f"Not as written: {len(ALTERED)}" in wrong
    for kind in ALTERED:
        assert f"<li>{kind} " in wrong


def behind(world: World, statement: str) -> None:
    """Change rows outside the service."""
    with world.service.database.write() as session:
        assert session.connection().execute(text(statement)).rowcount


def test_changes_that_come_at_once_are_chained_one_after_another(world: World) -> None:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    def decide(number: int) -> None:
        with world.service.database.write() as session:
            for each in range(3):
                made: dict[str, Any] = {"by": "vote", "players": "[]", "author": "B", "made_at": 1}
                session.add(DecisionMade(about=f"{number}.{each}", event_id=world.event, **made))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(decide, range(16)))
    assert world.service.database.rows("SELECT seq FROM event_chain", {}) == [(48,)]
    assert verify(world.service.settings).exit_code == 0


def test_an_emptied_database_is_compared_with_what_others_remember_first(world: World) -> None:
    settings = world.service.settings
    table = logged_table(world, 2, 5)
    world.service.part(HeadNotes).note()
    backup = make(world.service.database, settings.backups, "hand")
    world.stop()
    emptied_database(settings)
    ended = verify(settings)
    assert ended.exit_code == 1
    assert f"no longer in the database ({table})" in ended.stdout
    assert "heads.json knows its log up to entry 5" in ended.stdout
    assert f"neither accounts nor events, but the backup {backup.name} has" in ended.stdout
    (settings.data / heads.FILE).unlink()
    assert verify(settings).exit_code == 1, "the backup knows it, too"
    backup.path.unlink()
    ended = verify(settings)
    assert (ended.exit_code, "no table and no event that could be verified" in ended.stdout) == (0, True)
    assert "is as it was written" not in ended.stdout


def test_after_a_restore_the_logs_are_compared_with_the_backup_it_was_made_of(world: World) -> None:
    settings = world.service.settings
    table = logged_table(world, 2, 5)
    backup = make(world.service.database, settings.backups, "hand")
    world.stop()
    emptied_database(settings)
    assert verify(settings, "restore", "--replace", str(backup.path)).exit_code == 0
    replaced = [each.name for each in settings.backups.iterdir() if "-replaced." in each.name]
    assert len(replaced) == 1, "the empty database was backed up, and that is the newest"
    ended = verify(settings)
    assert (ended.exit_code, f"compared with the backup {backup.name}" in ended.stdout) == (0, True)
    with schema_transaction(settings.database_url) as connection:
        connection.execute(text("DELETE FROM entry WHERE table_id = :id AND seq > 3"), {"id": table})
        connection.execute(text(CUT_HEAD), {"id": table, "seq": 3})
    assert f"{backup.name} knows entry 5, but the log ends with entry 3" in verify(settings).stdout


def emptied_database(settings: Settings) -> None:
    """Leave an empty database of this version, as a refused start does that has found none."""
    with schema_transaction(settings.database_url) as connection:
        METADATA.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    upgrade(settings.database_url)


def test_an_emptied_database_that_the_operator_has_accepted_is_sound(world: World) -> None:
    settings = world.service.settings
    world.service.part(HeadNotes).note()
    make(world.service.database, settings.backups, "hand")
    world.stop()
    emptied_database(settings)
    assert verify(settings).exit_code == 1
    assert verify(settings, "settle").exit_code == 0
    assert verify(settings).exit_code == 0


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.EACCES, errno.EIO])
def test_notes_that_cannot_be_opened_are_not_written_anew(
    world: World, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    settings, path = world.service.settings, world.service.settings.data / heads.FILE
    lost = heads.Heads(1, {world.table: (7, "0" * 64)}, {})
    heads.write(settings.data, lost)
    read_bytes = Path.read_bytes

    def unopened(file: Path) -> bytes:
        if file == path:
            raise OSError(number, os.strerror(number), str(file))
        return read_bytes(file)

    monkeypatch.setattr(Path, "read_bytes", unopened)
    world.report(0, {"type": "roll", "player": "A", "dice": [3, 4]})
    with pytest.raises(OSError, match=os.strerror(number)):
        world.service.part(HeadNotes).note()
    ended = verify(settings)
    assert (ended.exit_code, "notes of the logs' ends cannot be read" in ended.stdout) == (1, True)
    monkeypatch.undo()
    assert heads.read(settings.data) == lost
    assert "heads.json knows entry 7" in verify(settings).stdout
    world.service.part(HeadNotes).note()
    assert world.service.database.rows("SELECT seq FROM missing_head", {}) == [(7,)]


def test_damaged_notes_of_this_machine_are_kept_aside_and_begin_anew(world: World) -> None:
    data = world.service.settings.data
    for content in ("", "{", "[]", json.dumps({"at": 1, "tables": {"x": 1}, "events": {}})):
        (data / heads.FILE).write_text(content)
        with pytest.raises(heads.HeadsDamaged):
            heads.read(data)
    ended = verify(world.service.settings)
    assert (ended.exit_code, "notes of the logs' ends cannot be read" in ended.stdout) == (1, True)
    world.report(0, {"type": "roll", "player": "A", "dice": [3, 4]})
    world.service.part(HeadNotes).note()
    assert (data / f"{heads.FILE}{heads.ASIDE}").read_text() == content
    notes = heads.read(data)
    assert notes is not None
    assert notes.tables[world.table][0] == 1
    assert (data / heads.FILE).stat().st_mode & 0o777 == 0o600


POOL = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from referee.core.signals import stop_when_orphaned
with ProcessPoolExecutor(2, initializer=stop_when_orphaned) as pool:
    for each in [pool.submit(os.getpid) for _ in range(20)]:
        print(each.result(), flush=True)
    for _ in range(2):
        pool.submit(time.sleep, 600)
    print("working", flush=True)
    time.sleep(600)
"""


@pytest.mark.process
def test_the_processes_that_verify_end_with_the_command_that_was_killed() -> None:
    command = subprocess.Popen([sys.executable, "-c", POOL], stdout=subprocess.PIPE, text=True)
    assert command.stdout is not None
    *pids, last = [line.strip() for line in islice(command.stdout, 21)]
    assert last == "working"
    command.kill()
    command.wait()
    command.stdout.close()
    end = time.monotonic() + PATIENCE
    while any(is_running(int(each)) for each in set(pids)):
        assert time.monotonic() < end, "the processes are still running"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Whether a process is still running."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
