"""What the command says of an archive, and of the same archive with one digit changed in each of its files."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from click.testing import CliRunner

from referee.cli import main
from tests.referee.support.archived_day import changed, texts_of, verified


def check_archive(path: Path) -> int:
    """Check that an archive is the same, and that a digit changed in any file is found; return the number of files."""
    done = CliRunner().invoke(main, ["verify", "--lang", "ja", "--jobs", "1", str(path)])
    assert done.exit_code == 0 and "同じです" in done.output, done.output
    archive = path.read_bytes()
    others = {name: another_digit(text) for name, text in texts_of(archive).items() if re.search("[0-9]", text)}
    manifest = {"manifest.json": others.pop("manifest.json")}
    found = {each.file for each in verified(changed(archive, others)).differences}
    assert others.keys() <= found, others.keys() - found
    assert verified(changed(archive, manifest)).differences
    return len(others) + 1


def another_digit(text: str) -> str:
    """A text of which one digit is another; of a manifest, none of its format, without which nobody reads it."""
    place = Random(text).choice([each.start() for each in re.finditer("(?<!event/)[0-9]", text)])
    return f"{text[:place]}{(int(text[place]) + 1) % 10}{text[place + 1 :]}"
