"""The package as users install it: its contents, its README on a package index, and the library on its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from readme_renderer import markdown

from hatch_build import with_full_addresses
from tests.test_library import PAGES

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 2**20
FONTS = "tournaments/paper/fonts/"
ADDRESSES = ("https://example.org/blob/{path}", "https://example.org/raw/{path}")
EXAMPLES = """
import doctest, os, sys
os.chdir(sys.argv[1])
sys.exit(sum(doctest.testfile(page, False, optionflags=doctest.NORMALIZE_WHITESPACE)[0] for page in sys.argv[2:]))
"""


class Built(NamedTuple):
    """The wheel built from the checkout, the one built from the source package, and the unpacked source package."""

    wheel: Path
    again: Path
    source: Path


def contents(wheel: Path) -> Mapping[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def build(source: Path, folder: Path, *targets: str) -> None:
    """Build a source tree as any build tool does."""
    options = [part for target in targets for part in ("--target", target)]
    command = [sys.executable, "-m", "hatchling", "build", *options, "--directory", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The package, built both ways."""
    folder = tmp_path_factory.mktemp("package")
    build(ROOT, folder, "sdist", "wheel")
    [wheel], [packed] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Pythons before 3.11.4 have none
        archive.extractall(folder / "source")
    [source] = (folder / "source").iterdir()
    build(source, folder / "again", "wheel")
    [again] = (folder / "again").glob("*.whl")
    return Built(wheel, again, source)


@pytest.fixture(scope="module")
def alone(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with only the package installed, without even the service's dependencies."""
    place = tmp_path_factory.mktemp("alone") / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    command = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    with zipfile.ZipFile(built.wheel) as archive:
        archive.extractall(site)
    return python


@pytest.mark.process
@pytest.mark.slow
def test_the_source_package_builds_the_very_same_package(built: Built) -> None:
    assert contents(built.again) == contents(built.wheel)


@pytest.mark.process
@pytest.mark.slow
def test_the_package_holds_what_runs_and_is_small_but_for_its_fonts(built: Built) -> None:
    files = contents(built.wheel)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert {name.partition("/")[0] for name in files} == {
        "referee",
        "rulesets",
        "tournaments",
        f"monopoly_referee-{version}.dist-info",
    }
    assert not [name for name in files if re.search(r"node_modules|__pycache__|/tests/|\.pyc$", name)]
    assert {"rulesets/py.typed", "referee/templates/static/law/worker.js", *law_files(ROOT)} <= files.keys()
    with zipfile.ZipFile(built.wheel) as archive:
        packed = {entry.filename: entry.compress_size for entry in archive.infolist()}
    fonts = sum(size for name, size in packed.items() if name.startswith(FONTS))
    assert built.wheel.stat().st_size - fonts < 10 * MEGABYTE
    assert built.wheel.stat().st_size < 25 * MEGABYTE


@pytest.mark.parametrize("addresses", [("", ""), ADDRESSES], ids=["without addresses", "with addresses"])
def test_the_readme_stands_on_an_index_with_nothing_that_leads_nowhere(addresses: tuple[str, str]) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    page = markdown.render(with_full_addresses(text, *addresses))
    assert page is not None
    relative = re.findall(r'(?:src|href)="(?!https://|#)[^"]*"', page)
    assert relative == []
    assert page.count("<img") == (text.count("](docs/pictures/") if addresses[1] else 0)
    assert "<table>" in page and "](" not in page


@pytest.mark.process
@pytest.mark.slow
def test_the_package_shows_the_readme_of_the_index(built: Built) -> None:
    [metadata] = [body for name, body in contents(built.wheel).items() if name.endswith("/METADATA")]
    text = metadata.decode()
    assert "\nDescription-Content-Type: text/markdown\n" in text
    assert text.partition("\n\n")[2].startswith("# referee\n")
    assert "](docs/" not in text


@pytest.mark.process
@pytest.mark.slow
def test_a_program_of_somebody_else_is_typed_strictly_and_runs_on_the_package_alone(
    alone: Path, tmp_path: Path
) -> None:
    program = tmp_path / "outsider.py"
    program.write_bytes((ROOT / "tests" / "outsider.py").read_bytes())
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = true\nwarn_unreachable = true\n", "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--python-executable", alone, "--cache-dir", tmp_path / "cache", program],
        cwd=tmp_path,
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    ran = subprocess.run(
        [alone, "-I", program, "jma-2006"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
    )
    first, *_, stopped, explained, proposed, faults = ran.stdout.splitlines()
    assert first == "Aiko throws 1+2; moves from GO to Baltic Avenue"
    assert stopped == "(1, ['nothing_offered', 'no_decision_due'])"
    assert (explained, proposed, faults) == ("False False 0", "True", "1")


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the law alone, unpacked, as `python3 dev.py law` builds it."""
    folder = tmp_path_factory.mktemp("law")
    build(ROOT / "rulesets", folder, "wheel")
    [wheel] = folder.glob("monopoly_law-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


UNUSED = {"answers", "irregularities", "search", "embedded.py", "pyproject.toml", "__pycache__"}
"""What of the law the service alone reads; of the search the law uses what folds letters (`rulesets.printed`)."""


def law_files(root: Path) -> set[str]:
    """The files of the law below a folder, but for those that its own package lacks."""
    below = (file.relative_to(root) for file in (root / "rulesets").rglob("*.*"))
    return {str(file) for file in below if file.suffix and not UNUSED & {*file.parts}}


@pytest.mark.process
@pytest.mark.slow
def test_the_law_by_itself_is_small_whole_and_demands_nothing(law: Path) -> None:
    assert sum(file.stat().st_size for file in law.rglob("*") if file.is_file()) < 3 * MEGABYTE
    [about] = law.glob("monopoly_law-*/METADATA")
    assert "Requires-Dist" not in about.read_text("utf-8")
    assert law_files(law) == law_files(ROOT)


@pytest.mark.process
@pytest.mark.slow
def test_the_law_by_itself_needs_the_standard_library_only(law: Path) -> None:
    program = f"import sys; sys.path.insert(0, {str(law)!r})\n" + EXAMPLES
    pages = [str(ROOT / "docs" / page) for page in PAGES]
    command = [sys.executable, "-I", "-S", "-c", program, str(ROOT), *pages]  # -S: without installed packages
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.process
@pytest.mark.slow
def test_the_law_by_itself_brings_the_commands_that_judge_records(law: Path) -> None:
    record = ROOT / "docs" / "samples" / "championship-table.jsonl"

    def referee(*words: object) -> subprocess.CompletedProcess[str]:
        script = f"import sys; sys.path.insert(0, {str(law)!r}); from referee.records.main import main; main()"
        command = [sys.executable, "-I", "-S", "-c", script, *map(str, words)]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    commands = re.findall(r"^    (\w+) ", referee("--help").stdout.partition("Commands:")[2], re.MULTILINE)
    assert commands == ["check", "edition", "explain", "position", "rejudge", "standing"]
    assert referee("--version").stdout.startswith("referee, version ")
    wrong = referee("check", "--json", "--notation", record)
    assert (wrong.returncode, wrong.stderr.splitlines()[-1]) == (
        2,
        "referee check: error: --notation goes with the answers for people, not with --json",
    )
    assert referee("check", "--json", record).returncode == 1  # the sample has refusals
    for words in (("position",), ("standing",), ("explain", "--lang", "ja"), ("rejudge", "--ruleset", "jma-2006")):
        ran = referee(*words, record)
        assert ran.returncode == 0 and ran.stdout, (words, ran.stderr)
