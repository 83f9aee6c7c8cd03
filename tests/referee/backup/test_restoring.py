"""Uploading and restoring a backup on an administrator's page, which shows what will be lost and asks for a code."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from referee.backup.folder import file_name
from referee.backup.write import make
from referee.core.language import text
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.markup import as_shown
from tests.referee.support.running import PATIENCE, Running, running
from tests.referee.support.world import World

pytestmark = EACH_DATABASE


@pytest.fixture
def admin(world: World) -> Browser:
    """An administrator at the desk."""
    return Browser(world, world.tokens["administrator"])


def pieces(admin: Browser, data: bytes, size: int, *, status: int = 303) -> tuple[int, str]:
    """Send a file in pieces and return the status and the address or text of the last answer."""
    page = admin.read("/backups")
    form = {each: re.findall(rf'name="{each}" value="([^"]*)"', page)[0] for each in ("csrf_token", "upload")}
    for offset in range(0, len(data), size):
        last = offset + size >= len(data)
        file = (io.BytesIO(data[offset : offset + size]), "a.gz")
        fields = {**form, "offset": str(offset), "last": "1" if last else "0", "file": file}
        answer = admin.client.post("/backups/pieces", data=fields, headers={"Accept": "text/html"})
        if last or answer.status_code != 303:
            break
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.status_code, answer.headers.get("Location", answer.get_data(as_text=True))


def packed(*lines: object) -> bytes:
    """Return a complete backup of these lines."""
    body = b"".join(json.dumps(each).encode() + b"\n" for each in lines)
    rows = sum(isinstance(each, list) for each in lines)
    end = {"rows": rows, "sha256": hashlib.sha256(body).hexdigest()}
    return gzip.compress(body + json.dumps(end).encode() + b"\n")


def test_a_file_comes_in_pieces_and_what_it_would_undo_is_shown(world: World, admin: Browser, tmp_path: Path) -> None:
    world.made(f"/events/{world.event}/players", name="Ann")
    backup = make(world.service.database, tmp_path, "hand")
    world.made(f"/events/{world.event}/players", name="Bob")
    world.ask("POST", f"/rounds/{world.round}/clock", json={"kind": "start"})
    _, address = pieces(admin, backup.path.read_bytes(), 700)
    assert address == f"/backups/{file_name(backup.made_at, 'uploaded')}/restore"
    page = as_shown(admin.read(address))
    assert re.search(r'<td>選手</td><td class="number">2</td><td class="number"><strong>1</strong></td>', page)
    assert re.search(r"取り消される変更：[1-9]", page)
    assert f"の{text('ja', 'round', number=1)}が進行中です" in page
    assert f"referee db restore --replace {file_name(backup.made_at, 'uploaded')}" in page  # by command only
    organizer = Browser(world, world.tokens["organizer"])
    organizer.read(address, 403)


@pytest.mark.parametrize("spoilt", ["cut", "altered", "other", "newer", "bomb", "long line"])
def test_an_unusable_backup_is_refused_and_removed(
    world: World, admin: Browser, tmp_path: Path, spoilt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make(world.service.database, tmp_path, "hand").path.read_bytes()
    head = {"referee_backup": 1, "step": "0001", "made_at": 1, "version": "1", "why": "hand"}
    monkeypatch.setattr("referee.backup.read.LONGEST_LINE", 100_000)
    data = {
        "cut": whole[:-30],
        "altered": gzip.compress(gzip.decompress(whole).replace(b'"Ann"', b'"Bob"').replace(b'"hand"', b'"haha"')),
        "other": b"name\nAnn\n",
        "newer": packed({**head, "step": "9999"}),
        "bomb": packed(head, {"table": "event", "columns": ["id"]}, *[["0" * 1000]] * 3000),
        "long line": packed(head, {"table": "event", "columns": ["id"]}, ["0" * 200_000]),
    }[spoilt]
    status, page = pieces(admin, data, 500_000, status=422)
    assert status == 422
    assert 'role="alert"' in page
    assert str(world.service.settings.data) not in page
    folder = world.service.settings.backups
    assert [*folder.glob("*.part")] == []
    assert [*folder.glob("*uploaded*")] == []


def test_pieces_that_do_not_follow_one_another_are_refused(world: World, admin: Browser) -> None:
    form = {"csrf_token": re.findall(r'name="csrf_token" value="([^"]*)"', admin.read("/backups"))[0], "last": "0"}
    for upload, offset, status in (
        ("0" * 32, 0, 303),
        ("0" * 32, 0, 409),
        ("0" * 32, 4, 409),
        ("1" * 32, 4, 409),
        ("../../x", 0, 409),
        ("0" * 32, 999_999_999, 413),
    ):
        fields = {**form, "upload": upload, "offset": str(offset), "file": (io.BytesIO(b"four5"), "a.gz")}
        answer = admin.client.post("/backups/pieces", data=fields, headers={"Accept": "text/html"})
        assert answer.status_code == status, (upload, offset)
    assert [*world.service.settings.backups.glob("*.part")] == []


def posted(service: Running, path: str, **form: str) -> tuple[int, str]:
    """Send a form to a running service and return status and text of the answer."""
    connection = service.connection()
    body = urlencode({"csrf_token": service.headers["X-CSRF-Token"], **form})
    headers = {"Cookie": service.headers["Cookie"], "Accept": "text/html"}
    connection.request("POST", path, body, {**headers, "Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    outcome = answer.status, answer.read().decode()
    connection.close()
    return outcome


def until_restored(service: Running) -> dict[str, object]:
    """Wait until the service is back and return the outcome of the restore."""
    note, end = service.data / "restored.json", time.monotonic() + PATIENCE
    while not note.exists():
        assert service.process.poll() is None, service.log
        assert time.monotonic() < end, service.log
        time.sleep(0.1)
    service.wait()
    outcome: dict[str, object] = json.loads(note.read_text())
    return outcome


@pytest.fixture(params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Running]:
    """A service of its own on each kind of database, with an administrator logged in."""
    more = {}
    if request.param == "postgresql":
        more["REFEREE_DATABASE_URL"] = request.getfixturevalue("postgresql_server").fresh("restored")
    with running(tmp_path, **more) as started:
        started.log_in()
        yield started


@pytest.mark.process
def test_the_service_stops_restores_and_comes_back_by_itself(service: Running) -> None:
    service.log_in()  # the service may have been running for long: a restore needs a password typed just now
    service.made("/events", name="Before")
    backup = service.made("/backups")["name"]
    service.made("/events", name="Afterwards")
    code = backup.partition("T")[2][:6]
    path = f"/backups/{backup}/restore"
    assert code in service.ask("GET", path).body.decode()
    status, page = posted(service, path, typed="000000" if code != "000000" else "1")
    assert (status, code in page) == (422, True)
    assert posted(service, path, typed=code)[0] == 200
    outcome = until_restored(service)
    assert (outcome["backup"], outcome["fault"]) == (backup, "")
    names = [each["name"] for each in service.ask("GET", "/api/v1/events").json["rows"]]
    assert names == ["Before"]
    assert (service.data / "backups" / str(outcome["before"])).exists()
    assert str(outcome["before"]) in service.ask("GET", "/backups").body.decode()
    assert service.stop() == 0  # with no restore pending, it stops when told to
