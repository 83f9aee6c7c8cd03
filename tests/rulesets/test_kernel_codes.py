"""Codes and facts: docs/adding-a-ruleset.md lists the codes by which the kernel refuses with the facts to be given, and
whatever the law refuses by, in any ruleset, it gives the facts that its sentence prints.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from rulesets.kernel.clause import HOME
from rulesets.kernel.sentence import read
from rulesets.languages import FALLBACK, LANGUAGES

PAGE = HOME.parent / "docs" / "adding-a-ruleset.md"
DOCUMENTS = ((HOME, ""), (HOME, "jma"), (HOME, "city"))


class Refused(NamedTuple):
    """A place in the law that refuses by a code, and the facts that it gives; ``open``: and others (``**facts``)."""

    file: Path
    code: str
    facts: frozenset[str]
    open: bool
    parsing: bool


def refused(folder: Path) -> Iterator[Refused]:
    """Every place below a folder that names its code; what a form parses gets its ``field`` from `Form`."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            first = node.args[0]
            if node.func.id in ("refuse", "malformed") and isinstance(first, ast.Constant):
                given = frozenset(each.arg for each in node.keywords if each.arg)
                wide = any(each.arg is None for each in node.keywords)
                yield Refused(file, str(first.value), given, wide, node.func.id == "malformed")


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The sentences of all documents in a language, which take long to read, and every code asks for them."""
    return read("refusals", language, DOCUMENTS)


@cache
def printed(code: str) -> frozenset[str]:
    """The facts that the plain sentences of a code print, in any language and document."""
    texts = [sentences(language).get(code, "") for language in LANGUAGES]
    return frozenset(name for text in texts for _, name, _, _ in Formatter().parse(text) if name) - {"clause"}


def rows() -> dict[str, str]:
    """The table as it should stand on the page."""
    kernel = list(refused(HOME / "kernel"))
    given = {(each.code, name) for each in kernel for name in each.facts}
    names = {
        each.code: sorted(name for name in printed(each.code) if name != "field" or (each.code, name) in given)
        for each in kernel
    }
    return {code: ", ".join(f"`{name}`" for name in names[code]) or "none" for code in sorted(names)}


def test_the_page_lists_the_codes_of_the_kernel_with_their_facts() -> None:
    section = PAGE.read_text("utf-8").partition("\n## Codes of the kernel\n")[2].partition("\n## ")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE)) == rows()


def test_whoever_refuses_gives_the_facts_that_the_sentence_prints() -> None:
    every = list(refused(HOME))
    assert len(every) > 400
    lacking = [
        (each.file.name, each.code, sorted(missing))
        for each in every
        if not each.open and (missing := printed(each.code) - each.facts - ({"field"} if each.parsing else set()))
    ]
    assert lacking == []


def test_every_code_has_a_sentence_to_read_them_from() -> None:
    assert {each.code for each in refused(HOME)} <= {name.split()[0] for name in sentences(FALLBACK)}
