"""What the project's documents refer to: links, commands, settings, addresses, code blocks."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from markdown_it.token import Token

from referee.help.guide import headings, markdown_parser

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = sorted(
    file
    for folder in (".", "docs", "docs/samples", "templates")
    for file in (ROOT / folder).glob("*.md")
    if file.name != "CHANGELOG.md"
)
"""Every document of the tree except the change log, which describes the past."""
COMMAND = re.compile(r"(?:^|[\s$(])(?:\.venv/bin/)?(referee|python3 dev\.py) (?=[a-z])(.*?)(?=\s{2,}|\s+#|\s&&|\\n|$)")
ENVIRONMENT = re.compile(r"^(?:[A-Z_]+=\S+ )+")


@cache
def tokens(file: Path) -> Sequence[Token]:
    """All tokens of a document, including the inline ones."""
    return [
        each for token in markdown_parser().parse(file.read_text("utf-8")) for each in (token, *(token.children or ()))
    ]


def links(file: Path) -> list[str]:
    """The targets of a document's links and pictures."""
    attributes = ((each.attrs.get("href") or each.attrs.get("src")) for each in tokens(file))
    return [str(each) for each in attributes if each]


def anchors(file: Path) -> set[str]:
    return {section.anchor for _, section in headings(markdown_parser().parse(file.read_text("utf-8")))}


def blocks(file: Path) -> list[str]:
    return [each.content for each in tokens(file) if each.type in ("code_block", "fence")]


def quoted(file: Path) -> list[str]:
    """The inline code of a document."""
    return [each.content for each in tokens(file) if each.type == "code_inline"]


def commands(file: Path) -> list[tuple[str, list[str]]]:
    """The commands in a document as (program, words), including the optional parts in brackets."""
    named = []
    for line in (*quoted(file), *(line for block in blocks(file) for line in block.splitlines())):
        for program, rest in COMMAND.findall(ENVIRONMENT.sub("", line.strip())):
            plain = re.sub(r"\[@\w+\]|\|[\w|]+", "", rest.replace("--lang …", "--lang en"))
            plain = re.sub(r"[…\[\]]", "", plain)
            named.append((program, shlex.split(plain)))
    return named
