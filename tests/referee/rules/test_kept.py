"""What the search makes of the rules is made once for a version of the rules (`referee.rules.kept`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from referee.rules import kept


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "search")
    return tmp_path / "search"


def forbidden() -> str:
    raise AssertionError("made again")


def test_it_is_made_once(folder: Path) -> None:
    assert kept.kept("en", lambda: "index") == "index"
    assert kept.kept("en", forbidden) == "index"


def test_other_rules_make_it_anew_and_take_its_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.kept("en", lambda: "before")
    monkeypatch.setattr(kept, "names", lambda: ("kyoto",))
    assert kept.kept("en", lambda: "after") == "after"
    assert len(list(folder.iterdir())) == 1


def test_a_damaged_file_is_made_anew(folder: Path) -> None:
    kept.kept("en", lambda: "index")
    [file] = folder.iterdir()
    file.write_bytes(b"\x80")
    assert kept.kept("en", lambda: "again") == "again"


def test_without_a_place_to_keep_it_it_is_made_each_time(folder: Path) -> None:
    folder.write_text("a file where the folder would be")
    assert kept.kept("en", lambda: "index") == "index"


@pytest.mark.process
def test_the_command_waits_for_neither_the_web_framework_nor_the_rulesets() -> None:
    code = (
        "import sys; from referee.cli import main\n"
        "try: main(['rules', 'search', 'house auction', 'bid_too_low'])\n"
        "except SystemExit as end: assert not end.code\n"
        "print(*{'flask', 'jinja2', 'rulesets.classic', 'rulesets.jma', 'rulesets.city'} & set(sys.modules))"
    )
    for _ in range(2):  # the first run may have to make what is kept
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == ""
