"""The small game of docs/adding-a-ruleset.md: the page is its only source, and this puts its files together."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adding-a-ruleset.md"
PLACE = re.compile(r"\(`(pyproject\.toml|ladder/[\w./]+)`\)")
"""The name of a file, before the first of its blocks."""


def blocks() -> list[tuple[str, str]]:
    """Every block of the section, in order, with the file to which it belongs; the list of the files is none."""
    section = PAGE.read_text("utf-8").partition("\n## A different game\n")[2].partition("\n## ")[0]
    found, file = [], ""
    for paragraph in re.split(r"\n\n(?=\S)", section):
        said, _, block = paragraph.partition("\n\n    ")
        for named in PLACE.findall(said):
            file = named
        if file and block:
            found.append((file, re.sub(r"^    ", "", f"    {block}", flags=re.MULTILINE).strip("\n")))
    return found


def assemble(folder: Path) -> None:
    """Write the files of the game, a package ``ladder``, into a folder."""
    parts: dict[str, list[str]] = {}
    for file, block in blocks():
        if not block.startswith((">>>", "$")):
            parts.setdefault(file, []).append(block)
    for file, texts in parts.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        between = "\n\n\n" if file.endswith(".py") else "\n\n"
        joined = re.sub(r"\n\n\n(?=    def)", "\n\n", between.join(texts))
        (folder / file).write_text(joined + "\n", "utf-8")
