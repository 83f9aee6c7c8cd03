"""The README's links and commands exist, and are the same in every language."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest

import dev
from referee.cli import main

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.ja.md", "README.zh.md")
LINK = re.compile(r"\]\(([^)#]+)")
COMMAND = re.compile(r"^    (?:referee|python3 dev\.py) .*?(?=  |$)", re.MULTILINE)


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", READMES)
def test_every_link_and_picture_of_a_readme_is_there(name: str) -> None:
    lost = [link for link in LINK.findall(text(name)) if "://" not in link and not (ROOT / link).exists()]
    assert lost == []


@pytest.mark.parametrize("name", READMES[1:])
def test_the_readmes_name_the_same_commands_in_the_same_order(name: str) -> None:
    first = [command.strip() for command in COMMAND.findall(text("README.md"))]
    assert len(first) > 20
    assert [command.strip() for command in COMMAND.findall(text(name))] == first


def test_every_command_of_the_readme_is_there_with_its_options() -> None:
    for line in COMMAND.findall(text("README.md")):
        program, *words = line.split()
        if program != "referee":
            continue
        command: click.Command | None = main
        while isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words.pop(0))
        assert command is not None, line
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word.strip("[]") for word in words if word.startswith(("-", "[-"))} <= options, line


def test_the_tests_run_although_what_judges_on_tablets_cannot_be_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "environ", {**os.environ})
    monkeypatch.setattr(os, "chdir", lambda folder: None)
    monkeypatch.setattr(os, "execv", lambda program, command: started.append(command))
    monkeypatch.setattr(dev, "fetch_runtime", lambda: False)
    dev.test("--bare")
    dev.test("tests/test_readme.py")
    assert [command[1:3] for command in started] == 2 * [["-m", "pytest"]]
