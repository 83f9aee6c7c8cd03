"""The backups that a service makes by itself: which are kept, which process makes them, what a full disk does."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from referee.backup.due import EVERY, Backups, last_backup
from referee.backup.folder import DAY, DAYS, NEWEST, REASONS, Backup, backups, file_name, kept_backups, tidy
from referee.backup.write import make
from referee.core.database.database import Database
from referee.core.settings import Settings
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

# -- retention


@given(st.lists(st.tuples(st.sampled_from(REASONS), st.integers(0, 60 * DAY)), unique_by=lambda each: each[1]))
def test_the_newest_of_every_reason_and_of_the_last_days_are_kept(rows: list[tuple[str, int]]) -> None:
    found = [Backup(Path(file_name(at, why)), at, why, 1) for why, at in rows]
    keep = kept_backups(found, 2**62)
    for why in REASONS:
        newest = sorted((each for each in found if each.why == why), key=lambda each: each.made_at)[-NEWEST[why] :]
        assert keep.issuperset(newest)
    days = sorted({each.made_at // DAY for each in found})[-DAYS:]
    for day in days:
        assert max((each for each in found if each.made_at // DAY == day), key=lambda each: each.made_at) in keep
    assert len(keep) <= sum(NEWEST.values()) + DAYS


def test_what_is_not_kept_is_removed_and_nothing_else(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / file_name(DAY + number, "scheduled")).write_bytes(b"x")
    (tmp_path / "notes.txt").write_text("mine")
    abandoned, fresh = tmp_path / "a.jsonl.gz-1.part", tmp_path / "b.jsonl.gz-2.part"
    for part in (abandoned, fresh):
        part.write_bytes(b"x")
    os.utime(abandoned, (0, 0))
    tidy(tmp_path, 2**62)
    assert [each.made_at - DAY for each in backups(tmp_path)] == [*reversed(range(6, 30))]
    assert {each.name for each in tmp_path.iterdir() if each.suffix != ".gz"} == {"notes.txt", fresh.name}


def test_backups_from_the_future_do_not_evict_new_ones() -> None:
    ahead = [Backup(Path(file_name(at, "scheduled")), at, "scheduled", 1) for at in range(10 * DAY, 10 * DAY + 40)]
    backup = Backup(Path(file_name(DAY, "scheduled")), DAY, "scheduled", 1)
    keep = kept_backups([*ahead, backup], DAY)
    assert backup in keep
    assert len(keep) == 1 + NEWEST["scheduled"]


def test_a_backup_is_due_where_the_clock_was_put_back_since_the_last(settings: Settings, tmp_path: Path) -> None:
    database = Database(settings.database_url)
    with database.write() as session:
        values = {"at": database.now() + 3_600_000}
        session.connection().execute(text("INSERT INTO backup_turn (name, due_at) VALUES ('backup', :at)"), values)
    maker = Backups(database, tmp_path / "kept")
    maker.make_if_due()
    maker.close()
    database.close()
    assert len(backups(tmp_path / "kept")) == 1


# -- scheduling


def test_of_several_processes_one_makes_the_backup_that_is_due(settings: Settings, tmp_path: Path) -> None:
    databases = [Database(settings.database_url) for _ in range(4)]
    makers = [Backups(each, tmp_path / "kept") for each in databases]
    threads = [threading.Thread(target=maker.make_if_due) for maker in makers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for maker in makers:
        maker.make_if_due()
        maker.close()
    [backup] = backups(tmp_path / "kept")
    assert (backup.why, backup.made_at) == ("scheduled", last_backup(databases[0]).made_at)
    [[due_at]] = databases[0].rows("SELECT due_at FROM backup_turn", {})
    assert due_at == backup.made_at + EVERY
    for database in databases:
        database.close()


def test_where_no_backup_can_be_made_the_service_goes_on_and_says_so_until_one_can(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    folder = world.service.settings.backups
    folder.write_text("no folder")
    with pytest.raises(OSError, match=folder.name):
        world.service.part(Backups).make_if_due()
    assert last_backup(world.service.database).fault
    assert "no backup could be made" in caplog.text
    response = world.ask("POST", "/backups")
    assert (response.status_code, response.get_json()["code"]) == (503, "backup_failed")
    assert world.ask("GET", "/backups").status_code == 503
    assert world.report(0, {"type": "roll", "player": "A", "dice": [3, 4]}).status_code == 201
    folder.unlink()
    response = world.ask("POST", "/backups")
    assert response.status_code == 201
    listed = world.ask("GET", "/backups").get_json()
    assert [row["name"] for row in listed["rows"]] == [response.get_json()["name"]]
    assert listed["last"]["fault"] is None
    assert listed["last"]["made_at"] == response.get_json()["made_at"]


def test_a_disk_that_is_full_leaves_no_half_file(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(28, "No space left on device")

    def fsync(descriptor: int) -> None:
        raise full

    monkeypatch.setattr("referee.backup.write.os.fsync", fsync)
    with pytest.raises(OSError, match="No space"):
        make(world.service.database, tmp_path / "kept", "hand")
    assert list((tmp_path / "kept").iterdir()) == []
