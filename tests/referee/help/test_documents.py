"""What the documents say is true: links lead somewhere, and commands exist with their options and run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

import click
import pytest
from click.testing import CliRunner
from flask import Flask
from hatchling.builders.wheel import WheelBuilder
from werkzeug.routing import Rule

import dev
from referee.cli import main
from tests.benchmarks.__main__ import PRINTED, WRITTEN
from tests.referee.help.documents import DOCUMENTS, ROOT, anchors, blocks, commands, links, quoted

NAMES = [str(file.relative_to(ROOT)) for file in DOCUMENTS]
EVERY = pytest.mark.parametrize("document", NAMES)
SAMPLE = "docs/samples/championship-table.jsonl"
GIVEN = {"FILE": SAMPLE, "NAME": "jma-2006", "SEQ": "12", "REPORT": "A buy", "CLAUSE": "JMA/TAX-2", "WORD": "hotel"}
"""Values for the placeholders in capitals."""
HARMLESS = {"check", "position", "explain", "standing", "rejudge", "rules"}
"""Read-only commands; these and `regulation list` are run."""
NOT_INSTALLED = {"jma-2031", "ladder", "pub-rules", "pub-rules@1", "PUB/LAP-1"}
"""Names from the examples of other people's rulesets, which are not installed."""
PACKAGES = {"bench": "benchmarks"}
"""The folder in tests/ of a command of dev.py, if its name differs."""
SETTINGS = {
    name
    for file in (ROOT / "referee").rglob("*.py")
    for name in re.findall(r'"(REFEREE_[A-Z_]+)', file.read_text("utf-8"))
}
INSIDE_A_WHEEL = {"referee/templates"}
ADDRESS = re.compile(r"^(?:(?:GET|POST|PUT|PATCH|DELETE) )?(/[a-z][^\s?]*)")
PLACES_OF_FILES = ("/etc/", "/opt/", "/var/", "/dev/", "/media/", "/tmp/")


@EVERY
def test_every_link_of_a_document_leads_to_a_file_and_a_heading_that_are_there(document: str) -> None:
    here = ROOT / document
    lost = []
    for link in links(here):
        if re.match(r"https?:|mailto:", link):
            continue
        path, _, anchor = link.partition("#")
        file = (here.parent / path).resolve() if path else here
        if not file.exists() or (anchor and unquote(anchor) not in anchors(file)):
            lost.append(link)
    assert lost == []


@EVERY
def test_every_command_that_a_document_names_is_there_with_its_options(document: str) -> None:
    for program, words in commands(ROOT / document):
        if program == "referee":
            assert fits(words) is None, (words, fits(words))
        else:
            assert known_to_dev(*words), words


def fits(words: Sequence[str], *, whole: bool = False) -> str | None:
    """Return what is wrong with a command of the service, or None.  ``whole``: all required arguments must be there;
    otherwise they may be missing, and naming a group alone is fine.
    """
    command: click.Command = main
    rest = list(words)
    while isinstance(command, click.Group) and rest:
        named = command.get_command(click.Context(command), rest[0])
        if named is None:
            return f"there is no {rest[0]}"
        command, rest = named, rest[1:]
    if isinstance(command, click.Group):
        return "a group" if whole else None
    try:
        given, left, _ = command.make_parser(click.Context(command)).parse_args(rest)
    except click.UsageError as error:
        return error.format_message()
    lacking = [
        each.name
        for each in command.params
        if whole
        and each.required
        and not (isinstance(given.get(str(each.name)), str | tuple) and given[str(each.name)])
    ]
    return f"too many: {left}" if left else f"lacking: {lacking}" if lacking else None


def known_to_dev(command: str, *words: str) -> bool:
    """Whether dev.py has a command with these options, which must occur in the source of what it starts."""
    if command in ("serve", "demo"):
        return fits(["serve" if command == "serve" else "demo", *words]) is None
    if command == "bench" and words and not words[0].startswith("--"):
        assert words[0] in {"KIND", *PRINTED, *(kind for kind, *_ in WRITTEN)}, words
    folder = ROOT / "tests" / PACKAGES.get(command, command)
    sources = [dev.__doc__ or "", *(file.read_text("utf-8") for file in folder.rglob("*.py"))]
    described = any(f"dev.py {command}" in source for source in sources[:1])
    return described and all(any(word in source for source in sources) for word in words if word.startswith("--"))


def to_run() -> Iterator[tuple[str, ...]]:
    """Yield the commands of all documents that are quick and read-only, with real values for the placeholders."""
    for document in DOCUMENTS:
        for program, words in commands(document):
            given = tuple(GIVEN.get(word, word) for word in words)
            harmless = given[0] in HARMLESS or given == ("regulation", "list")
            if program == "referee" and harmless and not NOT_INSTALLED & set(given) and fits(given, whole=True) is None:
                yield given


@pytest.mark.slow
def test_every_command_that_the_documents_name_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for words in sorted(set(to_run())):
        done = CliRunner().invoke(main, list(words), catch_exceptions=False)
        assert done.exit_code in (0, 1), (words, done.output)
        assert done.output.strip(), words


def test_many_commands_are_named_and_many_are_run() -> None:
    assert sum(len(commands(document)) for document in DOCUMENTS) > 100
    assert len(set(to_run())) >= 12


def as_pattern(rule: Rule) -> re.Pattern[str]:
    """A pattern of all addresses of a URL rule."""
    return re.compile(re.sub(r"<[^>]+>", "[^/]+", rule.rule) + "/?")


@EVERY
def test_every_address_that_a_document_names_is_there(document: str, addresses: Flask) -> None:
    patterns = [as_pattern(rule) for rule in addresses.url_map.iter_rules()]
    lost = []
    for text in quoted(ROOT / document):
        found = ADDRESS.match(text)
        if not found or found[1].startswith(PLACES_OF_FILES) or found[1].endswith("/"):
            continue
        path = found[1].partition("#")[0]
        if not any(pattern.fullmatch(begin + path) for pattern in patterns for begin in ("", "/api/v1", "/p/x")):
            lost.append(text)
    assert lost == []


@EVERY
def test_every_setting_and_every_file_that_a_document_names_is_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    assert set(re.findall(r"\bREFEREE_[A-Z_]+\b", text)) <= SETTINGS
    lost = [
        each
        for each in quoted(ROOT / document)
        if re.fullmatch(r"(?:referee|rulesets|tournaments|templates|tests|docs)/[\w./-]+", each)
        and each not in INSIDE_A_WHEEL
        and not any(ROOT.glob(re.sub(r"[A-Z]{4,}", "*", each)))
    ]
    assert lost == []


@EVERY
def test_every_block_of_python_compiles(document: str) -> None:
    for block in blocks(ROOT / document):
        if re.match(r'(?:import \w|from \w|def |class |""")', block):
            compile(block, document, "exec")


def test_every_guide_is_in_the_wheel() -> None:
    """They are served from the package."""
    inside = {each.distribution_path for each in WheelBuilder(str(ROOT)).recurse_included_files()}
    there = {f"referee/docs/{file.name}" for file in (ROOT / "docs").iterdir() if file.is_file()}
    assert there <= inside
    assert not any(each.startswith(("docs/", "referee/docs/pictures", "referee/docs/samples")) for each in inside)
