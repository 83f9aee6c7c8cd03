"""The law as devices fetch it: the server's own files under their hash, and the runtime, which may be missing."""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import rulesets
from referee.core.pages.static import CACHE_FOREVER
from referee.law import runtime
from referee.law.compile_sources import NOT_NEEDED, compile_sources
from referee.law.package import law, package_law
from referee.law.runtime import (
    COMPILED_LIBRARY,
    LIBRARY,
    Runtime,
    RuntimeFault,
    compile_all,
    compiled_law,
    install,
    install_file,
    is_installed,
    library,
    pinned_runtime,
)
from rulesets import embedded
from tests import programs
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

ROOT = Path(rulesets.__file__).parent


def test_the_archive_is_the_same_wherever_and_whenever_it_is_made(tmp_path: Path) -> None:
    copy = tmp_path / "rulesets"
    for path in sorted(ROOT.rglob("*"), reverse=True):
        if path.is_file():
            (copy / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            (copy / path.relative_to(ROOT)).write_bytes(path.read_bytes())
            os.utime(copy / path.relative_to(ROOT), (1, 1))
    assert package_law(copy) == law()
    changed = copy / "jma" / "rent.py"
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert package_law(copy).hash != law().hash


def test_the_archive_holds_whatever_the_service_judges_by() -> None:
    names = set(zipfile.ZipFile(io.BytesIO(law().archive)).namelist())
    loaded = {Path(getattr(module, "__file__", None) or "/") for module in list(sys.modules.values())}
    assert {f"rulesets/{path.relative_to(ROOT).as_posix()}" for path in loaded if path.is_relative_to(ROOT)} <= names
    texts = {f"rulesets/{path.relative_to(ROOT).as_posix()}" for path in ROOT.rglob("*.toml")}
    assert texts - names == {each for each in texts if each.startswith("rulesets/search/said/")}  # no device searches
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.process
def test_the_archive_judges_by_the_fingerprints_of_the_service(tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(law().archive)).extractall(tmp_path)
    code = "import rulesets, json; print(rulesets.__file__);"
    code += "print(json.dumps({name: rulesets.load(name).fingerprint for name in rulesets.names()}))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    where, fingerprints = done.stdout.splitlines()
    assert Path(where).is_relative_to(tmp_path)
    assert json.loads(fingerprints) == {name: rulesets.load(name).fingerprint for name in rulesets.names()}


@SQLITE_ONLY
def test_the_law_is_kept_for_good_under_its_hash_and_not_found_under_another(world: World) -> None:
    client = world.app.test_client()
    response = client.get(f"/law/{law().hash}/rulesets.zip")
    assert (response.status_code, response.mimetype, response.data) == (200, "application/zip", law().archive)
    assert response.headers["Cache-Control"] == CACHE_FOREVER
    packed = client.get(f"/law/{law().hash}/rulesets.zip", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == law().archive
    assert len(packed.data) < 1_000_000
    assert client.get("/law/0123456789abcdef/rulesets.zip").status_code == 404


@SQLITE_ONLY
def test_devices_get_the_compiled_law_where_there_is_one_and_else_its_sources(world: World, tmp_path: Path) -> None:
    with_runtime(world, tmp_path)
    client = world.app.test_client()
    address = f"/law/{law().hash}/device.zip"
    sources = client.get(address)
    assert (sources.status_code, sources.data) == (200, law().archive)
    compiled_law(tmp_path).write_bytes(gzip.compress(b"PK compiled"))
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["Content-Encoding"], gzip.decompress(packed.data)) == ("gzip", b"PK compiled")
    compiled = client.get(address)
    assert (compiled.status_code, compiled.mimetype, compiled.data) == (200, "application/zip", b"PK compiled")
    assert compiled.headers["Cache-Control"] == CACHE_FOREVER and compiled.headers["ETag"] != sources.headers["ETag"]
    assert client.get(address, headers={"If-None-Match": compiled.headers["ETag"]}).status_code == 304
    assert client.get(address.replace("device", "rulesets")).data == law().archive
    assert client.get("/law/0123456789abcdef/device.zip").status_code == 404


@SQLITE_ONLY
def test_only_the_worker_may_run_webassembly(world: World) -> None:
    offer = offered(world)
    client = world.app.test_client()
    worker = client.get(offer["worker"])
    assert (worker.status_code, worker.mimetype) == (200, "text/javascript")
    assert "'wasm-unsafe-eval'" in worker.headers["Content-Security-Policy"]
    assert "'unsafe-eval'" not in worker.headers["Content-Security-Policy"]
    for page in ("/try", "/login", f"/tables/{world.table}"):
        answer = client.get(page, headers={"Authorization": f"Bearer {world.tokens['organizer']}"})
        assert "wasm" not in answer.headers["Content-Security-Policy"], page


def offered(world: World) -> dict[str, Any]:
    """What the pages are told about the law."""
    text = world.app.test_client().get("/try").get_data(as_text=True)
    data = text.partition('id="given">')[2].partition("</script>")[0]
    offer: dict[str, Any] = json.loads(data)["law"]
    return offer


def with_runtime(world: World, folder: Path) -> None:
    """Make a service look for the runtime in a folder."""
    world.service.settings = world.service.settings._replace(runtime=folder)


@SQLITE_ONLY
def test_without_the_runtime_pages_are_told_that_there_is_none(world: World, tmp_path: Path) -> None:
    with_runtime(world, tmp_path / "nowhere")
    assert offered(world)["hash"] == law().hash
    assert offered(world)["runtime"] is None
    assert world.app.test_client().get(f"/law/{pinned_runtime().label}/pyodide.mjs").status_code == 404


@SQLITE_ONLY
def test_the_files_of_the_runtime_and_no_others_are_kept_for_good(world: World, tmp_path: Path) -> None:
    with_runtime(world, tmp_path)
    for name in pinned_runtime().sha256:
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "pyodide.mjs.gz").write_bytes(gzip.compress(b"packed"))
    (tmp_path / "other").write_bytes(b"x")
    place = offered(world)["runtime"]
    assert place == f"/law/{pinned_runtime().label}/"
    client = world.app.test_client()
    wasm = client.get(f"{place}pyodide.asm.wasm", buffered=True)
    assert (wasm.status_code, wasm.mimetype, wasm.data) == (200, "application/wasm", b"pyodide.asm.wasm")
    assert wasm.headers["Cache-Control"] == CACHE_FOREVER
    script = client.get(f"{place}pyodide.mjs", headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert (script.headers["Content-Encoding"], gzip.decompress(script.data)) == ("gzip", b"packed")
    assert script.mimetype == "text/javascript"
    for wrong in (f"{place}other", f"{place}pyodide.mjs.gz", "/law/pyodide-0/pyodide.mjs"):
        assert client.get(wrong).status_code == 404, wrong


def package(files: dict[str, bytes]) -> bytes:
    """A package as npm packs it."""
    body = io.BytesIO()
    with tarfile.open(fileobj=body, mode="w:gz") as archive:
        for name, content in files.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return body.getvalue()


def test_only_the_very_package_is_installed_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"a.mjs": b"import 1", "b.zip": b"PK"}
    archive = package(files)
    sums = {name: hashlib.sha256(body).hexdigest() for name, body in files.items()}
    expected = Runtime("pyodide", "0", hashlib.sha512(archive).hexdigest(), sums, "")
    monkeypatch.setattr(runtime, "pinned_runtime", lambda: expected)
    folder = tmp_path / "share" / "runtime"
    with pytest.raises(RuntimeFault, match="SHA-512"):
        install(archive + b" ", folder)
    monkeypatch.setattr(runtime, "pinned_runtime", lambda: expected._replace(sha256={**sums, "b.zip": "0" * 64}))
    with pytest.raises(RuntimeFault, match=r"b\.zip"):
        install(archive, folder)
    assert not folder.exists() and list(folder.parent.iterdir()) == []
    monkeypatch.setattr(runtime, "pinned_runtime", lambda: expected)
    assert not is_installed(folder)
    for _ in range(2):  # a second time, over the first
        install(archive, folder)
        assert is_installed(folder)
    assert gzip.decompress((folder / "a.mjs.gz").read_bytes()) == files["a.mjs"]
    assert list(folder.parent.iterdir()) == [folder]


def test_the_runtime_is_recorded_with_its_licence_and_hashes() -> None:
    recorded = tomllib.loads((Path(runtime.__file__).parent / "runtime.toml").read_text("utf-8"))
    assert recorded["licence"].startswith("MPL-2.0") and recorded["homepage"].startswith("https://")
    assert len(recorded["tarball_sha512"]) == 128
    assert {len(each) for each in recorded["sha256"].values()} == {64}
    assert "pyodide.asm.wasm" in recorded["sha256"]
    assert len(recorded["compiled_sha256"]) == 64


def test_modules_are_compiled_to_the_same_bytes_and_imported_without_their_sources(tmp_path: Path) -> None:
    sources, compiled, again = (str(tmp_path / name) for name in ("sources.zip", "compiled.zip", "again.zip"))
    with zipfile.ZipFile(sources, "w") as archive:
        archive.writestr("package/__init__.py", "from package.inner import ANSWER")
        archive.writestr("package/inner.py", "ANSWER = 42")
        archive.writestr("package/data.txt", "kept")
        archive.writestr("other/__init__.py", "")
        archive.writestr("another.py", "")
    left_out = frozenset({"other", "another"})
    compile_sources(sources, compiled, compiled, left_out)
    compile_sources(sources, again, compiled, left_out)
    assert Path(compiled).read_bytes() == Path(again).read_bytes()
    kept = ["package/__init__.pyc", "package/inner.pyc", "package/data.txt"]
    assert zipfile.ZipFile(compiled).namelist() == kept
    code = f"import sys; sys.path.insert(0, {compiled!r}); import package; print(package.ANSWER, package.__file__)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"42 {compiled}") and done.stdout.endswith("__init__.pyc\n")


@pytest.mark.process
@pytest.mark.usefixtures("node")
@SQLITE_ONLY
def test_the_library_of_the_runtime_is_compiled_and_offered_in_place_of_its_sources(world: World) -> None:
    with_runtime(world, programs.runtime())
    offer = offered(world)
    assert offer["library"] == COMPILED_LIBRARY
    body = world.app.test_client().get(f"{offer['runtime']}{COMPILED_LIBRARY}", buffered=True).data
    assert hashlib.sha256(body).hexdigest() == pinned_runtime().compiled_sha256
    names = set(zipfile.ZipFile(io.BytesIO(body)).namelist())
    assert "json/__init__.pyc" in names and not [each for each in names if each.endswith(".py")]
    assert not {each.partition("/")[0].removesuffix(".pyc") for each in names} & NOT_NEEDED


def test_the_law_imports_nothing_that_devices_do_not_get() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in ROOT.rglob("*.py")]
    found = [node for tree in trees for node in ast.walk(tree)]
    imported = {each.name for node in found if isinstance(node, ast.Import) for each in node.names}
    imported |= {node.module or "" for node in found if isinstance(node, ast.ImportFrom) and not node.level}
    assert "tomllib" in imported
    assert not {each.partition(".")[0] for each in imported} & NOT_NEEDED


@pytest.mark.process
@pytest.mark.usefixtures("node")
def test_the_law_is_compiled_whole_once_for_each_version_of_it() -> None:
    compiled = compiled_law(programs.runtime())
    names = set(zipfile.ZipFile(io.BytesIO(law().archive)).namelist())
    expected = {f"{name}c" if name.endswith(".py") else name for name in names}
    archive = zipfile.ZipFile(io.BytesIO(gzip.decompress(compiled.read_bytes())))
    assert set(archive.namelist()) == expected
    assert {each.compress_type for each in archive.infolist()} == {zipfile.ZIP_STORED}  # as worker.js reads it
    made = compiled.stat().st_mtime_ns
    assert compiled_law(programs.runtime()).stat().st_mtime_ns == made
    assert [each.name for each in compiled.parent.glob("rulesets-*")] == [compiled.name]


@pytest.mark.parametrize("program", [None, sys.executable])
def test_a_library_that_cannot_be_compiled_stays_as_it_came_and_a_warning_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, program: str | None
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: program)  # a Python cannot run a script for Node.js
    compile_all(tmp_path)
    assert library(tmp_path) == LIBRARY and list(tmp_path.iterdir()) == []
    assert ["not compiled" in each.message for each in caplog.records] == ([True] if program else [])


def test_what_is_compiled_beside_a_package_is_installed_and_the_library_if_it_is_the_very_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, body = package({"a.mjs": b"import 1"}), b"PK"
    sums = {"a.mjs": hashlib.sha256(b"import 1").hexdigest()}
    compiled_sha256 = hashlib.sha256(body).hexdigest()
    pinned = Runtime("pyodide", "0", hashlib.sha512(archive).hexdigest(), sums, compiled_sha256)
    monkeypatch.setattr(runtime, "pinned_runtime", lambda: pinned)
    monkeypatch.setattr(shutil, "which", lambda name: None)  # a laptop without Node.js
    file, folder = tmp_path / "pyodide.tgz", tmp_path / "runtime"
    file.write_bytes(archive)
    (tmp_path / COMPILED_LIBRARY).write_bytes(body + b" ")
    with pytest.raises(RuntimeFault, match=COMPILED_LIBRARY):
        install_file(file, folder)
    assert is_installed(folder) and library(folder) == LIBRARY
    (tmp_path / COMPILED_LIBRARY).write_bytes(body)
    compiled_law(tmp_path).write_bytes(b"PK law")
    install_file(file, folder)
    assert library(folder) == COMPILED_LIBRARY
    assert compiled_law(folder).read_bytes() == b"PK law"
    assert {each.name for each in folder.iterdir()} == {
        "a.mjs",
        "a.mjs.gz",
        COMPILED_LIBRARY,
        compiled_law(folder).name,
    }


@SQLITE_ONLY
def test_a_device_has_the_table_as_the_service_shows_it(world: World) -> None:
    reports: list[dict[str, Any]] = [
        {"type": "roll", "player": "A", "dice": [2, 4]},
        {"type": "buy", "player": "A"},
        {"type": "roll", "player": "B", "dice": [2, 4]},
    ]
    for base, report in enumerate(reports):
        world.report(base, report)
    board = world.ask("GET", f"/tables/{world.table}/board?lang=ja", "device").get_json()
    state = world.ask("GET", f"/tables/{world.table}/tablet?lang=ja", "device").get_json()

    def ask(question: str, **facts: Any) -> Any:
        return json.loads(embedded.answer(json.dumps({"ask": question, **facts})))

    opened = ask("open", header=board["header"])
    assert opened["fingerprint"] == board["fingerprint"]
    judged = ask("judge", after=0, reports=reports, language="ja")
    entries = world.ask("GET", f"/tables/{world.table}/entries?lang=ja", "device").get_json()["rows"]
    assert judged["answers"] == [entry["answer"] for entry in entries]
    assert judged["state"] == {name: state[name] for name in judged["state"]}
    assert state["law"] == law().hash
    assert ask("board", language="ja") == {name: board[name] for name in ask("board", language="ja")}
    embedded.held.clear()


@SQLITE_ONLY
def test_an_answer_that_a_device_gives_otherwise_is_noted(world: World) -> None:
    difference = {"seq": 3, "report": {"type": "buy"}, "law": law().hash, "answer": {"accepted": True}}
    path = f"/tables/{world.table}/differences"
    assert world.ask("POST", path, "device", json=difference).status_code == 204
    assert world.ask("POST", path, "stranger", json=difference).status_code == 403
    assert world.ask("POST", path, "device", json={**difference, "seq": -1}).status_code == 422
    noted = world.ask("GET", f"/events/{world.event}/audit", "organizer").get_json()["rows"]
    (note,) = [each for each in noted if each["action"] == "table.difference"]
    assert note["target"] == f"table:{world.table}"
    assert note["details"]["seq"] == 3 and '"accepted":true' in note["details"]["said"]
