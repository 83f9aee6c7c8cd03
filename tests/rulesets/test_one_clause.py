"""An installed later document that replaces one clause of jma-2006 (`tests/one_clause`) changes nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from tests.rulesets.installed import ROOT, Installed, install

pytestmark = pytest.mark.process
PACKAGE = ROOT / "tests" / "one_clause"
PAGE = ROOT / "docs" / "adding-a-ruleset.md"
HEADER: dict[str, Any] = {"record": "monopoly/1", "ruleset": "jma-2031", "seats": ["A", "B"]}
STOP: dict[str, Any] = {"type": "roll", "player": "A", "dice": [1, 3]}
"""A throw from GO to Income Tax."""
TENTH: dict[str, Any] = {"type": "choose_tax", "player": "A", "option": "percent"}
PAY: dict[str, Any] = {"type": "pay", "player": "A"}
NEXT: dict[str, Any] = {"type": "roll", "player": "B", "dice": [1, 2]}
RICH = {"players": {"A": {"cash": 640}}}

OTHERWISE = """
import json
import rulesets
from rulesets.kernel import conformance
later, earlier = rulesets.load("jma-2031"), rulesets.load("jma-2006")
conformance.check(later, (0, 2, 3), 100)
fields = ("mechanics", "options", "conflict", "seats", "default_edition", "unbendable", "bendable_records", "absent")
print(json.dumps([
    [name for name in later.rules if later.rules[name] != earlier.rules[name]],
    {name: value for name, value in later.figures._asdict().items() if value != getattr(earlier.figures, name)},
    [name for name in fields if getattr(later, name) != getattr(earlier, name)],
    {old: [later.catalogue.current(old), earlier.catalogue.current(old)] for old in later.catalogue.superseded},
    [each for each in later.catalogue.in_force if each not in earlier.catalogue.in_force],
    [each for each in earlier.catalogue.in_force if each not in later.catalogue.in_force],
]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The package, installed."""
    return install(PACKAGE, tmp_path_factory.mktemp("one_clause"))


def record(folder: Path, *reports: dict[str, Any], **header: Any) -> Path:
    """A record under jma-2031."""
    file = folder / "record.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ({**HEADER, **header}, *reports)), "utf-8")
    return file


def show(clause: str, language: str = "en", ruleset: str = "jma-2031") -> tuple[str, ...]:
    """The command that shows a clause, or an answer."""
    return ("rules", "show", clause, "--ruleset", ruleset, "--lang", language)


def shown(installed: Installed, *commands: tuple[str, ...]) -> list[list[str]]:
    """The lines that each command prints."""
    ran = installed.several(*commands)
    assert [(each.code, each.err) for each in ran] == [(0, "")] * len(commands)
    return [each.out.splitlines() for each in ran]


def test_one_clause_is_superseded_and_nothing_else_differs(installed: Installed) -> None:
    ran = installed.python("-c", OTHERWISE)
    assert not ran.err
    assert json.loads(ran.out) == [
        ["choose_tax"],
        {"tax_choice": "always"},
        [],
        {"JMA/TAX-2": ["JMA31/TAX-1", "JMA/TAX-2"]},
        ["JMA31/TAX-1"],
        ["JMA/TAX-2"],
    ]


@pytest.mark.parametrize(
    ("language", "superseded", "supersedes", "source"),
    [
        (
            "en",
            "Superseded; now in force: JMA31/TAX-1  Income tax: $200 or a tenth of the worth",
            "Supersedes: JMA/TAX-2  Income tax is flat",
            "Source: Invented rules of 2031, Taxes",
        ),
        (
            "ja",
            "改定済み、現行の条項: JMA31/TAX-1  所得税は$200か総資産の1割",
            "改定前の条項: JMA/TAX-2  所得税は定額",
            "出典: 架空の2031年ルール、Taxes",
        ),
        (
            "zh",
            "已被取代，现行条款: JMA31/TAX-1  所得税：$200或总资产的一成",
            "所取代的条款: JMA/TAX-2  所得税为定额",
            "出处: 虚构的2031年规则，Taxes",
        ),
    ],
)
def test_the_clause_in_force_and_the_old_one_name_each_other(
    installed: Installed, language: str, superseded: str, supersedes: str, source: str
) -> None:
    old, new, before = shown(
        installed, show("JMA/TAX-2", language), show("JMA31/TAX-1", language), show("JMA/TAX-2", language, "jma-2006")
    )
    assert old[1] == superseded
    assert supersedes in new and source in new
    assert [old[0], *old[2:]] == before


def test_what_is_looked_for_is_what_is_in_force(installed: Installed) -> None:
    commands = [
        ("rules", *words, "--ruleset", ruleset)
        for words in (
            ("find", "income", "tax"),
            ("find", "JMA/TAX-2"),
            ("search", "JMA/TAX-2"),
            ("search", "income tax"),
        )
        for ruleset in ("jma-2031", "jma-2006")
    ]
    for command, ran in zip(commands, installed.several(*commands), strict=True):
        found = [line.split()[0] for line in ran.out.splitlines()]
        in_force, other = ("JMA31/TAX-1", "JMA/TAX-2") if command[-1] == "jma-2031" else ("JMA/TAX-2", "JMA31/TAX-1")
        assert in_force in found and other not in found, command


def test_the_page_shows_what_the_command_line_says(installed: Installed) -> None:
    page = PAGE.read_text("utf-8")
    clause, found = shown(installed, show("JMA/TAX-2"), ("rules", "search", "--ruleset", "jma-2031", "JMA/TAX-2"))
    assert indent("\n".join(clause[:2]), "    ") in page
    assert f"    {found[0]}\n" in page


def test_a_list_and_a_known_answer_lead_from_one_to_the_other(installed: Installed) -> None:
    listed, now, then = shown(
        installed,
        ("rules", "list", "--ruleset", "jma-2031"),
        show("ANSWER/RULES-1"),
        show("ANSWER/RULES-1", ruleset="jma-2006"),
    )
    [old] = [line for line in listed if line.startswith("JMA/TAX-2 ")]
    assert old.endswith("(Superseded; now in force: JMA31/TAX-1)")
    assert [line for line in now if line.startswith("Rests on")] == [
        "Rests on: JMA31/TAX-1 (supersedes JMA/TAX-2), JMA/MORT-4, JMA/MORT-2"
    ]
    assert [line for line in then if line.startswith("Rests on")] == ["Rests on: JMA/TAX-2, JMA/MORT-4, JMA/MORT-2"]


def test_refusals_cite_the_clause_in_force(installed: Installed, tmp_path: Path) -> None:
    _, early, chosen, again, *_, end = installed.answers(
        record(tmp_path, STOP, NEXT, TENTH, TENTH, PAY, NEXT, start=RICH)
    )
    assert (early["refusals"][0]["clause"], early["refusals"][0]["layer"]) == ("JMA31/TAX-1", "supplement")
    assert chosen["events"][-1]["amount"] == 64
    assert again["refusals"][0]["clause"] == "JMA31/TAX-1"
    assert end["position"]["players"]["A"]["cash"] == 576


def test_the_earlier_ruleset_refuses_as_before_and_judging_anew_shows_it(installed: Installed, tmp_path: Path) -> None:
    ran = installed.referee(
        "rejudge", "--ruleset", "jma-2006", "--json", record(tmp_path, STOP, TENTH, PAY, start=RICH)
    )
    result = json.loads(ran.out)
    assert (ran.code, result["changed"], result["carried"]) == (1, 3, {})
    assert [each["now"].get("refusals", [{}])[0].get("clause") for each in result["first"]] == [None, "JMA/TAX-2", None]


def test_the_package_is_one_chapter_one_clause_file_and_its_texts() -> None:
    files = sorted(str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml"))
    texts = [f"jma_2031/clauses/jma2031.{language}toml" for language in ("", "en.", "ja.", "zh.")]
    assert files == sorted(["pyproject.toml", "jma_2031/__init__.py", "jma_2031/tax.py", *texts])


@pytest.mark.parametrize(
    "file", sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml")), ids=lambda file: file.name
)
def test_the_page_prints_each_file_as_it_is(file: Path) -> None:
    assert f"\n\n{indent(file.read_text('utf-8'), '    ')}\n" in PAGE.read_text("utf-8")
