"""The dependency audit, run against a fake OSV service."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.audit import LOCK, audit, locked_packages

ROOT = Path(__file__).resolve().parent.parent

ADVISORIES: dict[str, Any] = {
    "GHSA-1": {
        "id": "GHSA-1",
        "aliases": ["CVE-2026-1"],
        "summary": "Reads beyond the end.",
        "affected": [
            {"package": {"name": "Holey"}, "ranges": [{"type": "GIT", "events": [{"fixed": "abcdef"}]}]},
            {
                "package": {"name": "Holey"},
                "ranges": [
                    {
                        "type": "ECOSYSTEM",
                        "events": [
                            {"introduced": "0"},
                            {"fixed": "0.9"},
                            {"introduced": "1.0"},
                            {"fixed": "1.10"},
                            {"fixed": "1.9.1"},
                        ],
                    }
                ],
            },
        ],
    },
    "PYSEC-2": {"id": "PYSEC-2", "details": "Never mended.\nMore of it.", "affected": []},
    "PYSEC-3": {"id": "PYSEC-3", "summary": "A mistake.", "withdrawn": "2026-01-01T00:00:00Z"},
}
KNOWN = {("holey", "1.9"): ["GHSA-1", "PYSEC-3"], ("lost", "2"): ["PYSEC-3"]}
LATER = {("holey", "1.9"): ["PYSEC-2"]}


class Osv(BaseHTTPRequestHandler):
    """Answers as OSV does."""

    def do_POST(self) -> None:
        queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        self.reply({"results": [self.result(each) for each in queries]})

    def result(self, query: dict[str, Any]) -> dict[str, Any]:
        assert query["package"]["ecosystem"] == "PyPI"
        package = query["package"]["name"], query["version"]
        if query.get("page_token") == "more":
            return {"vulns": [{"id": each} for each in LATER[package]]}
        found: dict[str, Any] = {"vulns": [{"id": each} for each in KNOWN[package]]} if package in KNOWN else {}
        return {**found, "next_page_token": "more"} if package in LATER else found

    def do_GET(self) -> None:
        self.reply(ADVISORIES[self.path.rpartition("/")[2]])

    def reply(self, body: Any) -> None:
        payload = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def osv() -> Iterator[str]:
    """The address of the fake service."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Osv) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def written(folder: Path, *packages: str) -> list[str]:
    """Write a lock with these packages and return the options that select it."""
    lines = [f"{each} \\\n    --hash=sha256:00\n    # via x" for each in packages]
    (folder / "lock").write_text("# made by hand\n" + "\n".join(lines), "utf-8")
    return ["--lock", str(folder / "lock")]


def test_every_advisory_is_printed_with_the_next_version_that_mends_it(
    tmp_path: Path, osv: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = written(tmp_path, "Holey[extra]==1.9 ; python_version < '3.13'", "sound==1.0.post1")
    assert audit([*lock, "--osv", osv]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "holey 1.9: GHSA-1, CVE-2026-1: mended in 1.9.1: Reads beyond the end.",
        "holey 1.9: PYSEC-2: no version mends it: Never mended.",
    ]


def test_without_an_advisory_that_stands_it_is_well(
    tmp_path: Path, osv: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit([*written(tmp_path, "sound==1.0", "lost==2"), "--osv", osv]) == 0
    assert capsys.readouterr().out == "audit: no advisory is known about 2 packages\n"


def test_where_the_service_is_unreachable_one_line_says_so_and_it_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit([*written(tmp_path, "sound==1.0"), "--osv", "http://127.0.0.1:1"]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("audit: not done, the advisories cannot be asked for: http://127.0.0.1:1/v1/querybatch: ")


@pytest.mark.parametrize("packages", [(), None])
def test_a_lock_without_packages_and_none_at_all_are_errors(tmp_path: Path, packages: tuple[str, ...] | None) -> None:
    lock = ["--lock", str(tmp_path / "none")] if packages is None else written(tmp_path, *packages)
    assert audit(lock) == 2


def test_every_package_of_the_lock_is_read() -> None:
    text = LOCK.read_text("utf-8")
    assert len(locked_packages(text)) == len([line for line in text.splitlines() if line[:1].isalpha()])


def test_the_command_passes_the_exit_code_on(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "dev.py"), "audit", *written(tmp_path, "sound==1.0")]
    done = subprocess.run([*command, "--osv", "http://127.0.0.1:1"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr[:15]) == (3, "audit: not done")


@pytest.mark.parametrize("code", [0, 1, 3])
def test_ci_shows_the_audit_and_goes_on_whatever_it_says(bash: str, code: int) -> None:
    (line,) = [each for each in (ROOT / ".ci" / "run").read_text("utf-8").splitlines() if "dev.py audit" in each]
    script = f'set -euo pipefail\npython3() {{ echo "$@"; return {code}; }}\n{line}\necho goes on'
    done = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=True)
    said = [f"audit: exit code {code}, which fails no build"] if code else []
    assert done.stdout.splitlines() == ["dev.py audit", *said, "goes on"]
