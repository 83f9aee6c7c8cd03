"""The second place of backups: a USB stick may come and go, and never gets in the way."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.backup import second
from referee.backup.due import Backups, last_backup
from referee.backup.folder import Backup, backups, file_name
from referee.backup.read import check_backup
from referee.cli import main
from referee.core.settings import Settings, SettingsFault, from_environment
from referee.server.start import StartFault, prepare
from tests.referee.desk.test_desk import tasks
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

PATIENCE = 60


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder on a USB stick."""
    folder = tmp_path / "stick" / "referee"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def make_backup(world: World, stick: Path) -> Iterator[Callable[[], Backup]]:
    """A function that makes a backup as the service does, and waits until it is copied or copying it has failed."""
    makers: list[Backups] = []
    world.service.add(Backups(world.service.database, world.service.settings.backups, stick))

    def make() -> Backup:
        maker = world.service.part(Backups)
        makers.append(maker)
        backup = maker.begin("hand").result(PATIENCE)
        maker.second.close(PATIENCE)
        return backup

    yield make
    for maker in makers:
        maker.close()


def figures(world: World) -> str:
    return world.app.test_client().get("/metrics").get_data(as_text=True)


def test_every_backup_is_copied_and_read_there_and_as_many_are_kept_as_at_home(
    world: World, stick: Path, make_backup: Callable[[], Backup]
) -> None:
    for number in range(30):
        (stick / file_name(1_000_000 + number, "scheduled")).write_bytes(b"x")
    (stick / "holidays.jpg").write_bytes(b"mine")
    backup = make_backup()
    copied = backups(stick)[0]
    assert (copied.name, copied.path.read_bytes()) == (backup.name, backup.path.read_bytes())
    assert check_backup(copied.path) > 0
    assert copied.path.stat().st_mode & 0o777 == 0o600
    assert len(backups(stick)) == 25
    assert (stick / "holidays.jpg").exists()
    listed = world.ask("GET", "/backups").get_json()
    assert listed["copy"]["made_at"] == backup.made_at == listed["last"]["made_at"]
    assert listed["copy"]["fault"] is None
    assert "referee_backup_copy_failed 0.0" in figures(world)


def test_a_stick_that_is_pulled_is_reported_everywhere_and_forgotten_when_it_is_back(
    world: World, stick: Path, make_backup: Callable[[], Backup], caplog: pytest.LogCaptureFixture
) -> None:
    make_backup()
    away = stick.rename(stick.parent / "away")
    backup = make_backup()
    assert backup.path.exists()
    assert not stick.exists(), "nothing may be written to the disk below the mount point"
    assert "could not be copied" in caplog.text
    copy = world.ask("GET", "/backups").get_json()["copy"]
    assert "the folder is not there" in copy["fault"]
    assert copy["made_at"] < backup.made_at
    assert "referee_backup_copy_failed 1.0" in figures(world)
    assert tasks(world, world.event)[0] == ("copy_failed", True)
    header = {"Authorization": f"Bearer {world.tokens['administrator']}"}
    page = world.app.test_client().get(f"/events/{world.event}?lang=en", headers=header).get_data(as_text=True)
    assert "not copied to the second place" in page
    away.rename(stick)
    assert make_backup().name == backups(stick)[0].name
    assert last_backup(world.service.database, "copy").fault is None
    assert tasks(world, world.event)[0][0] != "copy_failed"
    world.service.add(Backups(world.service.database, world.service.settings.backups))
    make_backup()
    assert world.ask("GET", "/backups").get_json()["copy"] is None, "no second place is set any more"


@SQLITE_ONLY
def test_a_full_or_read_only_or_lying_stick_leaves_no_half_file_and_is_reported(
    world: World, stick: Path, make_backup: Callable[[], Backup], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    def no_write(path: Path, *_arguments: object) -> None:
        raise OSError(30, "Read-only file system", str(path))

    def lying(source: Path) -> int:
        source.write_bytes(b"something else")
        return check_backup(source)

    backup = make_backup()
    place = world.service.part(Backups).second
    for where, call, what, fault in (
        (os, "fsync", full, "No space"),
        (Path, "is_dir", no_write, "Read-only"),
        (second, "check_backup", lying, "no backup"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(where, call, what)
            place.begin(backup.path)
            place.close(PATIENCE)
        assert fault in (last_backup(world.service.database, "copy").fault or "")
        assert [each for each in stick.iterdir() if each.suffix == ".part"] == []
    assert world.report(0, {"type": "roll", "player": "A", "dice": [3, 4]}).status_code == 201


@SQLITE_ONLY
def test_a_slow_stick_holds_up_neither_the_clock_nor_backups_nor_reports(
    world: World, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released, begun = threading.Event(), threading.Event()
    copied: list[str] = []

    def slow(backup: Path, _folder: Path) -> Path:
        begun.set()
        released.wait(PATIENCE)
        copied.append(backup.name)
        return backup

    monkeypatch.setattr(second, "copy", slow)
    maker = world.service.add(Backups(world.service.database, world.service.settings.backups, stick))
    names = [maker.begin("hand").result(PATIENCE).name]
    assert begun.wait(PATIENCE)
    names += [maker.begin("hand").result(PATIENCE).name for _ in range(2)]
    maker.make_if_due()
    assert world.report(0, {"type": "roll", "player": "A", "dice": [3, 4]}).status_code == 201
    assert "still under way" in (last_backup(world.service.database, "copy").fault or "")
    released.set()
    maker.close()
    assert copied[0] == names[0]
    assert copied[-1] == backups(world.service.settings.backups)[0].name, "of those waiting only the newest"
    assert names[1] not in copied


def test_a_place_must_be_a_full_path_outside_of_the_data(tmp_path: Path) -> None:
    for wrong in ("stick", str(tmp_path / "data" / "backups")):
        with pytest.raises(SettingsFault, match="REFEREE_BACKUP_COPY"):
            from_environment({"REFEREE_DATA": str(tmp_path / "data"), "REFEREE_BACKUP_COPY": wrong})
    settings = from_environment({"REFEREE_DATA": str(tmp_path / "data"), "REFEREE_BACKUP_COPY": "/media/x/referee"})
    assert settings.backup_copy == Path("/media/x/referee")


@SQLITE_ONLY
def test_the_command_copies_too_and_a_lost_data_directory_is_told_of_the_copies(
    settings: Settings, stick: Path, tmp_path: Path
) -> None:
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_BACKUP_COPY": str(stick)}
    runner = CliRunner(env=environment)
    assert runner.invoke(main, ["db", "backup"]).exit_code == 0
    [copied] = backups(stick)
    fresh = from_environment({"REFEREE_DATA": str(tmp_path / "fresh"), "REFEREE_BACKUP_COPY": str(stick)})
    with pytest.raises(StartFault, match=str(copied.path)):
        prepare(fresh)
    os.rename(stick, tmp_path / "gone")
    ended = runner.invoke(main, ["db", "backup"])
    assert (ended.exit_code, len(backups(settings.backups))) == (2, 2)
    assert "is the stick in?" in ended.stderr
