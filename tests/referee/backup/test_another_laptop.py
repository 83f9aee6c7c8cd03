"""A backup restored on another laptop: what becomes of links and printed QR codes, and how one gets in again."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.backup import secret
from referee.backup.restore import replace
from referee.backup.secret import (
    KEPT,
    LOST,
    SHORTEST,
    UNKNOWN,
    WrongPassphrase,
    carried,
    note_secret,
    seal,
    sealed_at,
    unseal,
)
from referee.backup.write import make
from referee.core.language import text, words
from referee.players.link import code as player_code
from rulesets.languages import LANGUAGES
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.backup.test_restoring import posted, until_restored
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.hall import Hall
from tests.referee.support.running import Running, running
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

PASSPHRASE = "青い鳥と 七つの橋 1931"
SECRET, OTHER = b"a" * 64, b"b" * 64


def test_a_sealed_secret_opens_with_its_passphrase_alone_however_it_is_typed() -> None:
    sealed = seal(SECRET, PASSPHRASE)
    assert SECRET.decode() not in sealed
    assert unseal(sealed, PASSPHRASE) == SECRET
    assert unseal(sealed, "青い鳥と　七つの橋　１９３１") == SECRET
    for wrong, phrase in ((sealed, "青い鳥と七つの橋 1932"), (sealed[:-9], PASSPHRASE), ("", PASSPHRASE)):
        with pytest.raises(WrongPassphrase):
            unseal(wrong, phrase)


def test_a_secret_that_is_not_the_services_own_is_dropped_and_said_to_be_lost(world: World) -> None:
    database = world.service.database
    assert [note_secret(database, each) for each in (SECRET, SECRET, OTHER)] == [UNKNOWN, KEPT, LOST]


@SQLITE_ONLY
def test_every_backup_holds_the_secret_once_there_is_a_passphrase(world: World, tmp_path: Path) -> None:
    admin, database = Browser(world, world.tokens["administrator"]), world.service.database
    hall = Hall(world, players=4)
    hall.done("POST", f"/events/{hall.event}/members", name="記録 係子", role="scorer")
    secret, now = world.service.settings.secret, database.now()
    assert carried(make(database, tmp_path, "hand").path, secret, now).links == UNKNOWN
    page = admin.read("/backups")
    assert words("ja")["seal_not_yet"] in page
    short, other = PASSPHRASE[: SHORTEST - 1], PASSPHRASE + "!"
    for passphrase, again in ((short, short), (PASSPHRASE, other)):
        admin.send("/backups/passphrase", page, 422, passphrase=passphrase, again=again)
    assert sealed_at(database) is None
    admin.send("/backups/passphrase", page, passphrase=PASSPHRASE, again=PASSPHRASE)
    assert words("ja")["seal_not_yet"] not in admin.read("/backups")
    path = make(database, tmp_path / "later", "scheduled").path
    assert carried(path, secret, now).links == KEPT
    elsewhere = carried(path, OTHER, now)
    assert (elsewhere.links, elsewhere.counts) == (LOST, {"helpers": 1, "players": 4})
    assert unseal(elsewhere.sealed, PASSPHRASE) == secret


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_which_links_will_die(world: World, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    admin, settings = Browser(world, world.tokens["administrator"]), world.service.settings
    Hall(world, players=4)
    note_secret(world.service.database, OTHER)
    backup = make(world.service.database, settings.backups, "hand")
    assert f"{backup.size / 1000:.1f} kB" in admin.read(f"/backups?lang={language}"), "not 0.0 MB"
    monkeypatch.setattr("referee.backup.wanted.can_restore", lambda: True)
    page = admin.read(f"/backups/{backup.name}/restore?lang={language}")
    assert text(language, "links_lost") in page
    assert f"<dt>{text(language, 'links_of_players')}</dt><dd>4</dd>" in page
    assert text(language, "restore_links_anew") in page
    assert 'name="passphrase"' not in page, "there is nothing to open"
    assert text(language, "log_in_restored") in world.app.test_client().get(f"/login?restored=1&lang={language}").text


def links_of(service: Running) -> dict[str, str]:
    """Make an event with a helper, a player and a table; return the addresses on the paper that they get."""
    event = service.made("/events", name="第12回 カフェ例会")["id"]
    helper = service.made(f"/events/{event}/members", name="記録 係子", role="scorer")["invitation"]["code"]
    player = service.made(f"/events/{event}/players", name="青木 一")["id"]
    own_page = player_code((service.data / "secret").read_bytes(), player, 1)
    a_round = service.made(f"/events/{event}/rounds", number=1)["id"]
    table = service.made(f"/rounds/{a_round}/tables", number=1, ruleset="jma-2006", seats=["A", "B", "C", "D"])["id"]
    code = service.ask("POST", f"/api/v1/tables/{table}/code", {}).json["code"]
    return {"helper": f"/j/{helper}", "player": f"/m/{own_page}", "table": f"/t/{code}"}


def alive(service: Running, links: dict[str, str]) -> dict[str, bool]:
    return {kind: service.ask("GET", at, Cookie="").status == 200 for kind, at in links.items()}


@pytest.mark.process
def test_printed_codes_go_on_working_on_another_laptop_if_the_passphrase_is_given(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    with running(tmp_path / "old") as old:
        old.log_in()
        links = links_of(old)
        assert posted(old, "/backups/passphrase", passphrase=PASSPHRASE, again=PASSPHRASE)[0] == 303
        (backup,) = (old.data / "backups").glob("*-hand*")
        password = old.first_account
    with running(tmp_path / "new") as new:
        new.log_in()
        own = new.first_account
        folder = new.data / "backups"
        folder.mkdir(exist_ok=True)
        path = shutil.copy(backup, folder)
        at, code = f"/backups/{backup.name}/restore", backup.name.partition("T")[2][:6]
        wide = code.translate({ord("0") + each: ord("０") + each for each in range(10)})

        status, page = posted(new, at, typed=code, passphrase="not the passphrase")
        assert (status, text("en", "links_sealed") in page) == (422, True), "nothing is stopped by a wrong one"
        status, page = posted(new, at, typed=wide, passphrase="")
        assert (status, 'data-comes-back="/login?restored=1' in page) == (200, True)
        assert until_restored(new)["links"] == LOST
        assert alive(new, links) == {"helper": False, "player": False, "table": False}
        assert new.ask("POST", "/api/v1/sessions", dict(zip(("login", "password"), own, strict=True))).status == 401

        (new.data / "restored.json").unlink()
        shutil.copy(backup, path)
        log_in_as(new, password)
        assert posted(new, at, typed=code, passphrase=PASSPHRASE)[0] == 200
        assert until_restored(new)["links"] == KEPT
        assert alive(new, links) == {"helper": True, "player": True, "table": True}
        assert not list(new.data.glob("secret-restored*"))


def log_in_as(service: Running, account: tuple[str, str]) -> None:
    login, password = account
    answer = service.ask("POST", "/api/v1/sessions", {"login": login, "password": password})
    assert answer.status == 201, answer
    service.headers = {
        "Cookie": answer.headers["set-cookie"].partition(";")[0],
        "X-CSRF-Token": answer.json["form_token"],
    }


OPEN_FILES = Path("/proc/self/fd")


@SQLITE_ONLY
@pytest.mark.skipif(not OPEN_FILES.exists(), reason="only Linux lists its open files")
def test_no_file_is_renamed_or_deleted_while_it_is_open_as_windows_would_not_let_it(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = make(world.service.database, tmp_path / "backups", "hand")
    url = f"sqlite:///{tmp_path / 'other.db'}"
    replace(backup.path, url, tmp_path / "replaced")  # now there is something to replace

    def as_on_windows(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def strict(*paths: Any, **more: Any) -> Any:
            opened = {os.path.realpath(each) for each in OPEN_FILES.iterdir()}
            if taken := opened & {os.path.realpath(each) for each in paths}:
                raise PermissionError(13, f"os.{name}: the file is in use by a process", *taken)
            return real(*paths, **more)

        return strict

    for name in ("replace", "rename", "unlink", "remove"):
        monkeypatch.setattr(os, name, as_on_windows(name))
    rows, before = replace(backup.path, url, tmp_path / "replaced")
    assert rows
    assert before is not None
    with pytest.raises(PermissionError), (tmp_path / "other.db").open("rb"):
        (tmp_path / "other.db").unlink()


@SQLITE_ONLY
def test_a_file_that_somebody_has_open_for_a_moment_keeps_nothing_from_being_restored(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a virus scanner has on Windows: each file is refused once.  A secret is never away meanwhile."""
    (tmp_path / secret.NAME).write_bytes(b"old")
    asked: Counter[str] = Counter()

    def once_open(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def refusing(path: Any, *more: Any, **how: Any) -> Any:
            assert (tmp_path / secret.NAME).exists()
            at = os.path.realpath(path)
            asked[at] += os.path.exists(at)
            if asked[at] == 1:
                raise PermissionError(13, f"os.{name}: the file is in use by a process", at)
            return real(path, *more, **how)

        return refusing

    for name in ("replace", "rename", "unlink", "remove"):
        monkeypatch.setattr(os, name, once_open(name))
    url = f"sqlite:///{tmp_path / 'other.db'}"
    backup = make(world.service.database, tmp_path / "backups", "hand")
    assert replace(backup.path, url, tmp_path / "replaced")[0]
    (tmp_path / "other.db").write_bytes(b"damaged" * 1000)
    rows, aside = replace(backup.path, url, tmp_path / "replaced")
    assert rows and aside is not None and aside.read_bytes().startswith(b"damaged")
    (tmp_path / secret.WAITING).write_bytes(b"new")
    assert secret.take_over(tmp_path) == (tmp_path / secret.NAME).read_bytes() == b"new"
    assert (tmp_path / secret.BEFORE).read_bytes() == b"old" and not (tmp_path / secret.WAITING).exists()
    assert len(asked) >= 4
