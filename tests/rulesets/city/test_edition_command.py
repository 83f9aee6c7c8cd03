"""``referee edition new`` and ``referee edition check``, and the folder of an organizer's own editions."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.records.edition import load_editions
from rulesets.city import RULESET


def run(*words: object) -> tuple[int, str]:
    """Run the command and return its exit code and all output."""
    result = CliRunner().invoke(main, ["edition", *map(str, words)])
    return result.exit_code, result.output


def sample(name: str) -> str:
    """The text of the sample edition under another name."""
    text = files("rulesets").joinpath("editions", "city-sample.toml").read_text("utf-8")
    return text.replace('name = "city-sample"', f'name = "{name}"', 1)


def test_a_new_file_holds_what_is_known_and_marks_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    code, output = run("new", "city", file)
    assert code == 0
    assert str(file) in output
    text = file.read_text("utf-8")
    for known in (
        "starting_cash = 37700",
        "tower_price = 7000",
        '["prison", "school"]',
        "1.6M",
        "3500",
        "removal = 500",
    ):
        assert known in text
    assert text.count('kind = "district"') == 22
    assert text.count("[[cards]]") == 25
    code, output = run("check", file)
    assert code == 1
    assert "go_income is still blank" in output
    assert "(central_quay): price is still blank" in output
    assert "is not a known" not in output


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("precious", "utf-8")
    code, output = run("new", "city", file)
    assert code == 2
    assert "stays as it is" in output
    assert file.read_text("utf-8") == "precious"
    assert run("new", "city", tmp_path / "nowhere" / "mine.toml")[0] == 2


def test_a_whole_file_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(sample("my-city"), "utf-8")
    code, output = run("check", file)
    assert code == 0
    assert "edition my-city (invented figures), 40 spaces" in output


@pytest.mark.parametrize(("content", "message"), [("not = = toml", "no TOML file"), (None, "cannot be read")])
def test_a_file_that_cannot_be_read(tmp_path: Path, content: str | None, message: str) -> None:
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_text(content, "utf-8")
    code, output = run("check", file)
    assert code == 2
    assert message in output


def test_editions_of_a_folder_become_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_EDITIONS", raising=False)
    assert load_editions() == []
    (tmp_path / "good.toml").write_text(sample("folder-city"), "utf-8")
    (tmp_path / "blank.toml").write_text('name = "?"', "utf-8")
    (tmp_path / "broken.toml").write_text("= 1", "utf-8")
    monkeypatch.setenv("REFEREE_EDITIONS", str(tmp_path))
    wrong = load_editions()
    assert len(wrong) == 2
    assert "blank.toml: not usable" in wrong[0]
    assert "folder-city" in RULESET.mechanics.editions()
    assert RULESET.start(["A", "B"], "folder-city")
    monkeypatch.setenv("REFEREE_EDITIONS", str(tmp_path / "nowhere"))
    assert "there is no folder" in load_editions()[0]
