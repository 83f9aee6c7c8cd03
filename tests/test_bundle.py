"""The bundle for a laptop without a network: built for each supported Python on this machine, installed, and used.

It is unpacked outside the checkout and installed by its own script, with all network access blocked; the installation
must judge, print and serve as the checkout does.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import rulesets
from referee.bundle.__main__ import PLATFORMS, PYTHONS, locked_packages
from referee.bundle.install import this_machine
from referee.law.package import law
from referee.law.runtime import COMPILED_LIBRARY, pinned_runtime
from tests.referee.support.running import running

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "docs" / "samples" / "championship-table.jsonl"
NOWHERE = "http://127.0.0.1:9"
"""An address where nothing listens."""
FINGERPRINTS = """
import json, sys
sys.path.insert(0, sys.argv[1])
import rulesets
assert rulesets.__file__.startswith(sys.argv[1])
print(json.dumps({name: rulesets.load(name).fingerprint for name in rulesets.names()}))
"""


class Laptop(NamedTuple):
    """An installed bundle: its folder, the install script's output, and environment variables that block networking."""

    folder: Path
    output: str
    environment: dict[str, str]

    @property
    def scripts(self) -> Path:
        """The folder of the installed programs."""
        return self.folder / "referee" / "bin"

    def run(self, *command: str | Path, code: int = 0) -> str:
        """Run an installed program, check its exit code, and return its output."""
        program, *arguments = command
        done = subprocess.run(
            [self.scripts / program, *arguments],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout


def find_python(version: str) -> str | None:
    """Find a working Python of a version (3.N): this one, one on the PATH, or one of pyenv's; None if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    this = getattr(sys, "_base_executable", sys.executable)
    for python in filter(None, [this, shutil.which(f"python{version}"), *pyenv.glob(f"{version}.*/bin/python3")]):
        command = [python, "-c", "import sys, sqlite3, ssl, venv; print('%d.%d' % sys.version_info[:2])"]
        if subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() == version:
            return str(python)
    return None


@pytest.fixture(scope="module", params=PYTHONS)
def laptop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A bundle built for one of the supported Pythons and installed; skipped if this machine lacks that version.
    CI takes the newest version found: all other tests run on one of the older ones.
    """
    version: str = request.param
    pythons = {each: python for each in PYTHONS if (python := find_python(each))}
    if version not in pythons:
        pytest.skip(f"there is no Python {version} on this machine")
    if os.environ.get("CI") and version != max(pythons, key=PYTHONS.index):
        pytest.skip("CI takes the newest Python")
    python = pythons[version]
    folder = tmp_path_factory.mktemp("laptop")
    built = subprocess.run(
        [sys.executable, "-m", "referee.bundle", "--python", version, "--output", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode and not os.environ.get("CI"):
        pytest.skip(built.stderr)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(built.stdout.strip()) as archive:
        archive.extractall(folder)
        [top] = {name.partition("/")[0] for name in archive.namelist()}
    named = folder / "bin" / f"python{version}"
    named.parent.mkdir()
    named.symlink_to(python)
    environment = {
        "PATH": f"{named.parent}:/usr/bin:/bin",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "http_proxy": NOWHERE,
        "https_proxy": NOWHERE,
        "PIP_INDEX_URL": NOWHERE,
        "REFEREE_DATA": str(folder / "data"),
    }
    installed = subprocess.run(
        ["/bin/sh", folder / top / "install.sh"], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert installed.returncode == 0, installed.stderr
    yield Laptop(folder / top, installed.stdout, environment)
    shutil.rmtree(folder)


@pytest.mark.process
@pytest.mark.slow
def test_it_is_installed_whole_and_says_how_it_is_started(laptop: Laptop) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert laptop.output.splitlines()[-1].strip() == f"{laptop.scripts / 'referee'} serve"
    assert laptop.run("referee", "--version") == f"referee, version {version}\n"
    assert laptop.run("python", "-m", "pip", "check") == "No broken requirements found.\n"


@pytest.mark.process
@pytest.mark.slow
def test_it_judges_a_record_as_the_checkout_does(laptop: Laptop) -> None:
    here = [sys.executable, "-m", "referee.cli", "check", "--json", "--lang", "ja", str(SAMPLE)]
    output = subprocess.run(here, cwd=ROOT, capture_output=True, encoding="utf-8", check=False).stdout
    assert laptop.run("referee", "check", "--json", "--lang", "ja", SAMPLE, code=1) == output
    assert len(output.splitlines()) > 180


@pytest.mark.process
@pytest.mark.slow
def test_it_makes_an_event_prints_serves_and_gives_the_law_to_the_tablets(laptop: Laptop, tmp_path: Path) -> None:
    address, *_ = laptop.run("referee", "demo", "--players", "8").splitlines()
    event = address.rpartition("/")[2]
    laptop.run("referee", "print", event, "standings", "-o", tmp_path / "standings.pdf")
    assert (tmp_path / "standings.pdf").read_bytes().startswith(b"%PDF-")
    clean = {"REFEREE_DATA": laptop.environment["REFEREE_DATA"], "PYTHONPATH": "", "REFEREE_RUNTIME": ""}
    with running(tmp_path, program=[str(laptop.scripts / "referee")], **clean) as service:
        assert service.ask("GET", "/healthz").json["status"] == "ok"
        pages = (f"/p/{event}", "/try", "/help/operating")
        assert [service.ask("GET", page).status for page in pages] == [200] * len(pages)
        packed = service.ask("GET", f"/law/{law().hash}/rulesets.zip")
        compiled = service.ask("GET", f"/law/{pinned_runtime().label}/{COMPILED_LIBRARY}")
        for_devices = service.ask("GET", f"/law/{law().hash}/device.zip")
    assert (packed.status, packed.body) == (200, law().archive)
    assert compiled.status == (200 if shutil.which("npm") else 404)  # without npm a bundle has no runtime
    assert (for_devices.body != law().archive) == (compiled.status == 200)
    zipfile.ZipFile(io.BytesIO(packed.body)).extractall(tmp_path / "law")
    fingerprints = json.loads(laptop.run("python", "-I", "-c", FINGERPRINTS, tmp_path / "law"))
    assert fingerprints == {name: rulesets.load(name).fingerprint for name in fingerprints}
    assert len(fingerprints) >= 9


@pytest.mark.process
@pytest.mark.slow
def test_a_wheel_that_is_not_the_one_that_was_locked_is_not_installed(laptop: Laptop) -> None:
    [wheel] = (laptop.folder / "wheels").glob("segno-*.whl")
    right = wheel.read_bytes()
    wheel.write_bytes(right + b" ")
    refused = subprocess.run(
        ["/bin/sh", laptop.folder / "install.sh"], env=laptop.environment, capture_output=True, text=True, check=False
    )
    wheel.write_bytes(right)
    assert refused.returncode and "DO NOT MATCH THE HASHES" in refused.stderr


def test_another_machine_is_told_for_which_one_the_bundle_is(tmp_path: Path) -> None:
    shutil.copy(ROOT / "referee" / "bundle" / "install.py", tmp_path)
    (tmp_path / "made-for.txt").write_text("windows-x86_64 3.99\n", "utf-8")
    done = subprocess.run([sys.executable, "install.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "This bundle is for windows-x86_64 3.99, and this is" in done.stderr
    assert not (tmp_path / "referee").exists()


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_a_platform_needs_is_locked_by_hashes(platform: str) -> None:
    for version in PYTHONS:
        lines = list(locked_packages(platform, version))
        assert all("==" in line and " --hash=sha256:" in line and ";" not in line for line in lines)
        names = {line.partition("==")[0] for line in lines}
        assert {"flask", "pip", "reportlab", "sqlmodel"} <= names
        assert ("uvloop" in names) == (not platform.startswith("windows"))


def test_this_machine_has_the_name_of_a_platform_of_its_system() -> None:
    assert this_machine().partition("-")[0] in ("linux", "macos", "windows")
