"""A language is added by files alone: in a copy of the project that gets one, everything is in that language."""

from __future__ import annotations

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.printing.catalogue import CATALOGUE
from rulesets.languages import LANGUAGES
from tests import pseudo
from tests.referee.events.test_event_browser import PAGES
from tests.referee.support.running import PATIENCE

pytestmark = pytest.mark.process

ENDS = {"", "/seats", "/standings", "/bracket", "/screen"}
"""Ends of the addresses of public pages."""
FEWEST_PAGES, FEWEST_FORMS, FEWEST_TEXTS = 50, 20, 1500


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the pseudo-language."""
    return pseudo.copy_with_pseudo_language(tmp_path_factory.mktemp("project"))


def run(project: Path, folder: Path, *arguments: str) -> str:
    """Run a program of the copy and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": f"{project}{os.pathsep}{pseudo.ROOT}", "REFEREE_DATA": str(folder)}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, timeout=5 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(scope="module")
def summary(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A summary of what every page and document shows."""
    folder = tmp_path_factory.mktemp("data")
    return json.loads(run(project, folder, "tests.referee.support.pseudo_pages", str(folder)))


def test_the_language_is_added_by_files_alone(project: Path) -> None:
    """No code differs from ours, and all new files are texts."""
    for folder in pseudo.FOLDERS:
        ours = {each.relative_to(pseudo.ROOT) for each in (pseudo.ROOT / folder).rglob("*") if each.is_file()}
        theirs = {each.relative_to(project) for each in (project / folder).rglob("*") if each.is_file()}
        code = [each for each in ours if each.suffix in (".py", ".js", ".html", ".css") and each in theirs]
        assert code
        assert filecmp.cmpfiles(pseudo.ROOT, project, code, shallow=False)[1:] == ([], [])
        added = {each for each in theirs - ours if "__pycache__" not in each.parts}
        assert all(each.name.endswith(f"{pseudo.CODE}.toml") for each in added), added
    assert pseudo.CODE not in LANGUAGES


def test_every_page_and_document_is_said_in_it_and_nothing_in_plain_letters(summary: Any) -> None:
    assert summary["plain"] == {}
    assert summary["texts"] > FEWEST_TEXTS


def test_all_of_them_were_made(summary: Any) -> None:
    pages = {each for each in summary["pages"] if not each.startswith("POST ")}
    assert {f"/events/*{end}" for end in PAGES} <= pages, sorted(pages)
    assert {f"/p/*{end}" for end in ENDS} | {
        "/tables/*",
        "/tables/*/explain",
        "/rules",
        "/positions/new",
        "/help",
    } <= pages
    assert len(pages) > FEWEST_PAGES
    assert len(summary["pages"]) - len(pages) > FEWEST_FORMS
    assert summary["documents"] == len(CATALOGUE) - 1  # no vertical certificates in this language


def test_the_command_line_speaks_it_too(project: Path, tmp_path: Path) -> None:
    record = pseudo.ROOT / "docs" / "samples" / "opera-and-hotels.jsonl"
    for command in (
        ("rules", "list"),
        ("rules", "show", "JMA/JAIL-1"),
        ("rules", "options"),
        ("explain", str(record)),
        ("regulation", "list"),
    ):
        output = run(project, tmp_path, "referee.cli", *command, "--lang", pseudo.CODE)
        assert "[[" in output, command


def test_a_language_without_any_text_is_said_in_english(tmp_path: Path) -> None:
    for name in pseudo.FOLDERS:
        shutil.copytree(pseudo.ROOT / name, tmp_path / name, ignore=pseudo.NOT_COPIED)
    (tmp_path / "rulesets" / "languages" / "fr.toml").write_text('name = "Français"\n', "utf-8")
    for command in (("rules", "show", "JMA/JAIL-1"), ("rules", "search", "jail"), ("regulation", "list")):
        french, english = (run(tmp_path, tmp_path, "referee.cli", *command, "--lang", each) for each in ("fr", "en"))
        assert french == english != "", command


def test_the_pseudo_language_is_longer_and_keeps_what_is_filled_in() -> None:
    assert pseudo.accented("{player:seat} owes {amount:money}") == "[[{player:seat} óóẃééś {amount:money}]]"
    assert pseudo.accented("=player") == "=player"
    assert pseudo.translation({"a": {"en": "Go", "ja": "行"}, "b": [{"key": "x", "en": ["Go"]}], "c": 1}) == {
        "a": {"xx": "[[Ǵóó]]"},
        "b": [{"key": "x", "xx": ["[[Ǵóó]]"]}],
    }


def test_plain_letters_are_seen_wherever_they_are_shown() -> None:
    page = '<p title="Plain title">[[ÁÁ]] plain</p><script>unseen</script><input type="submit" value="Send">'
    seen = pseudo.visible_texts(f'{page}<article lang="en"><p title="English">English</p></article> [[ÉÉ]]')
    assert seen == ["Plain title", "[[ÁÁ]] plain", "Send", "[[ÉÉ]]"]
    assert pseudo.plain_texts(["JMA/GO-1 [[ÁÁ]]", "[[ÁÁ]] plain"], re.compile("JMA/GO")) == ["[[ÁÁ]] plain"]
