"""The files of the SQLite database taken away from a running service: nothing more is acknowledged, and all pages say
so.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import pytest

from referee.backup.due import Backups
from referee.backup.folder import RESCUED, backups
from referee.backup.restore import replace
from referee.core.database.database import Database
from referee.core.database.own_files import DatabaseLost
from referee.core.settings import Settings
from referee.log.table_game import TableGames
from referee.models import Event
from referee.server.observe.health import Readiness
from referee.server.start import StartFault, prepare
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.every_address import EveryAddress
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY
ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}
BUY = {"type": "buy", "player": "A"}


def end_of(name: str) -> Callable[[Path, Path], None]:
    """What deletes a file next to the database."""
    return lambda path, _older: path.with_name(path.name + name).unlink()


def replaced(path: Path, older: Path) -> None:
    """Put an older copy in place, as clients of cloud storage do."""
    older.replace(path)


def replaced_in_place(path: Path, older: Path) -> None:
    """Write an older copy over the file, as ``cp`` does."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(older.read_bytes())


def cut_short(path: Path, _older: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def moved(path: Path, _older: Path) -> None:
    """Rename the data directory."""
    path.parent.rename(path.parent.with_name("moved"))


TAKEN = {
    "deleted": end_of(""),
    "journal deleted": end_of("-wal"),
    "index deleted": end_of("-shm"),
    "replaced": replaced,
    "replaced in place": replaced_in_place,
    "cut short": cut_short,
    "moved": moved,
}


@pytest.fixture
def older(world: World, tmp_path: Path) -> Path:
    """A copy of the database from before some of what it has now was written."""
    path = world.service.settings.data / "referee.db"
    copy = tmp_path / "older.db"
    checkpoint(path)
    shutil.copy(path, copy)
    with world.service.database.write() as session:
        session.add_all([Event(name="x" * 1000, created_at=1) for _ in range(40)])
    checkpoint(path)
    assert world.report(0, ROLL).status_code == 201
    assert path.stat().st_size > copy.stat().st_size
    return copy


def checkpoint(path: Path) -> None:
    """Move what is in the journal into the database's file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("how", TAKEN)
def test_nothing_more_is_acknowledged_and_everybody_is_told(world: World, older: Path, how: str) -> None:
    path = world.service.settings.data / "referee.db"
    TAKEN[how](path, older)
    for language, words in (("en", "Nothing was saved"), ("ja", "何も保存されていません"), ("zh", "没有保存任何内容")):
        answer = world.ask(
            "POST",
            f"/tables/{world.table}/entries?lang={language}",
            "device",
            json={"client_id": "report-0001", "base": 1, "report": BUY},
        )
        assert (answer.status_code, answer.get_json()["code"]) == (503, "database_lost"), answer.get_data(as_text=True)
        assert words in answer.get_json()["detail"]
    refused = world.ask("POST", "/events", json={"name": "Event"})
    assert (refused.status_code, refused.get_json()["code"]) == (503, "database_lost")
    assert not Readiness(world.service).checks()["database"]
    page = world.app.test_client().get("/login?lang=en", headers={"Accept": "text/html"})
    assert "Nothing is saved any more" in page.get_data(as_text=True)
    assert how == "deleted" or path.exists() or how == "moved", "nothing is created in its place"
    assert how != "deleted" or not path.exists()


def test_a_directory_that_is_renamed_back_goes_on(world: World) -> None:
    data = world.service.settings.data
    assert world.report(0, ROLL).status_code == 201
    data.rename(data.with_name("moved"))
    assert world.report(1, BUY).status_code == 503
    data.with_name("moved").rename(data)
    assert world.report(1, BUY).get_json()["code"] == "refused", "by the rules: it is in the log"
    assert world.service.database.lost is None


def test_the_commit_during_which_the_file_goes_is_not_acknowledged(world: World) -> None:
    database, path = world.service.database, world.service.settings.data / "referee.db"

    def work(execute: Callable[..., object]) -> None:
        execute("UPDATE game_table SET number = number", {})
        path.rename(path.with_name("elsewhere"))

    with pytest.raises(DatabaseLost):
        database.run_durably(work, single=True)
    path.with_name("elsewhere").rename(path)
    with pytest.raises(DatabaseLost), database.write() as session:
        session.add(Event(name="Event", created_at=1))
        path.rename(path.with_name("elsewhere"))


def test_a_process_that_starts_without_the_file_does_not_make_an_empty_one(settings: Settings, tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{tmp_path / 'gone.db'}")) as database:
        for attempt in (lambda: database.rows("SELECT 1", {}), lambda: database.run_durably(print, single=True)):
            with pytest.raises(DatabaseLost):
                attempt()
    assert not (tmp_path / "gone.db").exists()


def test_connections_that_come_and_go_and_the_work_of_others_are_no_loss(world: World) -> None:
    path = world.service.settings.data / "referee.db"
    world.service.database.connect(8)
    for _ in range(3):
        with closing(Database(f"sqlite:///{path}")) as other, other.write() as session:
            session.add_all([Event(name="x" * 1000, created_at=1) for _ in range(40)])
        checkpoint(path)
        assert world.service.database.lost is None
    assert world.report(0, ROLL).status_code == 201


@pytest.mark.slow
def test_every_page_says_so(world: World) -> None:
    every = EveryAddress(world)

    def pages(paths: Iterable[bytes]) -> dict[bytes, str]:
        found = {}
        for path in paths:
            with every.ask("GET", path, headers={"ACCEPT": "text/html"}) as answer:
                if answer.mimetype == "text/html" and answer.status_code // 100 != 3:
                    found[path] = answer.get_data(as_text=True)
        return found

    rules = (each for each in every.rules("GET") if not each.rule.startswith("/api/") and "." not in each.rule)
    before = pages(map(every.path, rules))
    assert len(before) > 80
    assert not [path for path, page in before.items() if 'id="database-lost"' in page]
    (world.service.settings.data / "referee.db").unlink()
    for caches in world.service._parts.values():  # the public pages are kept for a second
        getattr(caches, "_by_address", {}).clear()
    assert not [path for path, page in pages(before).items() if 'id="database-lost"' not in page]


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_what_was_acknowledged_is_rescued_from_the_open_file_and_the_start_asks_for_it(
    world: World, older: Path, how: str
) -> None:
    settings = world.service.settings
    path = settings.data / "referee.db"
    TAKEN[how](path, older)
    making = world.service.part(Backups)
    for _ in range(2):  # the scheduled one cannot be noted, and is not made
        with pytest.raises(DatabaseLost):
            making.make_if_due()
    [kept] = backups(settings.backups)
    assert kept.why == RESCUED
    world.stop()
    with pytest.raises(StartFault, match=str(kept.path)):
        prepare(settings)
    replace(kept.path, settings.database_url, settings.backups)
    assert prepare(settings).account is None
    assert RESCUED not in {each.why for each in backups(settings.backups)}, "it is an ordinary backup now"
    assert [line.seq for line in world.service.part(TableGames).lines(world.table, 0)] == [1]


def test_a_database_that_has_all_that_was_rescued_is_started_with(world: World, older: Path) -> None:
    settings = world.service.settings
    TAKEN["journal deleted"](settings.data / "referee.db", older)
    world.stop()  # which moves what was in the deleted journal into the database
    assert [each.why for each in backups(settings.backups)] == [RESCUED]
    assert prepare(settings).account is None
    assert [each.why for each in backups(settings.backups)] == ["hand"]


def test_a_service_that_is_stopped_at_once_has_rescued_it_too(world: World) -> None:
    settings = world.service.settings
    assert world.report(0, ROLL).status_code == 201
    (settings.data / "referee.db").unlink()
    world.stop()
    assert [each.why for each in backups(settings.backups)] == [RESCUED]


@pytest.mark.parametrize("how", ["replaced in place", "moved"])
def test_what_cannot_be_trusted_or_has_no_place_is_not_backed_up(world: World, older: Path, how: str) -> None:
    TAKEN[how](world.service.settings.data / "referee.db", older)
    assert world.report(1, BUY).status_code == 503
    world.service.part(Backups).close()
    assert not world.service.settings.backups.exists()
    if how == "moved":
        world.service.settings.data.with_name("moved").rename(world.service.settings.data)
