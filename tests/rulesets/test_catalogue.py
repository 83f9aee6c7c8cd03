"""Catalogue, texts, checks and tests hold together."""

from __future__ import annotations

import ast
import importlib
import tomllib
from functools import cache
from pathlib import Path

import pytest

import rulesets
from rulesets import replay
from rulesets.kernel.clause import FOLDER, LANGUAGES, LAYERS, Clause, catalogue
from tests.rulesets import faults
from tests.rulesets.scenarios import load

JMA = catalogue("jma")
IDS = Path(__file__).parent / "clause_ids"
SOURCE = Path(rulesets.__file__).parent
ENGINE = [clause for clause in JMA.clauses.values() if clause.checked == "engine"]
RULES = [clause for clause in ENGINE if clause.layer != "record"]


def raised_codes() -> set[str]:
    """Every text in the source that could be a refusal code: the first argument of refuse, malformed, warn, and texts
    chosen between or kept in tables beside them."""
    found = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


@cache
def cited() -> dict[str, set[str]]:
    """For each refusal code the scenarios that provoke it."""
    found: dict[str, set[str]] = {}
    for name, scenario in load("jma"):
        steps = [{key: value for key, value in step.items() if key != "expect"} for step in scenario.get("steps", [])]
        record = replay({"record": "monopoly/1", **scenario["header"]}, steps, stop=False)
        refusals = [*record.opening.refusals]
        for answer in record.answers:
            refusals += (*answer.refusals, *answer.warnings)
        for refusal in refusals:
            found.setdefault(refusal.code, set()).add(name)
    return found


@pytest.mark.parametrize("name", ["jma", "record"])
def test_ids_are_never_reused_and_never_renumbered(name: str) -> None:
    """The list of ids only grows at its end, and the catalogue has exactly those."""
    listed = (IDS / f"{name}.txt").read_text("utf-8").split()
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    assert [key for key in data if key != "source"] == listed


@pytest.mark.parametrize("clause", RULES, ids=lambda clause: clause.id)
def test_every_engine_clause_has_a_check_or_a_computation(clause: Clause) -> None:
    assert clause.refuses or clause.computes


@pytest.mark.parametrize("clause", RULES, ids=lambda clause: clause.id)
def test_every_engine_clause_is_tested_on_each_side(clause: Clause) -> None:
    """Refused: some scenario provokes a refusal that cites it.  Accepted, or a figure: some scenario is about it."""
    about = [scenario for _, scenario in load("jma") if clause.id in scenario["clauses"]]
    assert about, f"no scenario is about {clause.id}"
    assert any("final" in scenario or "standing" in scenario for scenario in about)
    if clause.refuses:
        assert any(code in cited() for code in clause.refuses), f"no scenario is refused by {clause.id}"


@pytest.mark.parametrize("clause", ENGINE, ids=lambda clause: clause.id)
def test_every_refusal_code_is_provoked_by_a_test(clause: Clause) -> None:
    elsewhere = {
        *faults.HEADERS,
        *faults.OPTIONS,
        *faults.STARTS,
        *faults.REPORTS,
        *faults.LINES,
        *faults.FILES,
        "ruleset_broken",
    }
    assert not set(clause.refuses) - set(cited()) - elsewhere


def test_every_code_in_the_catalogues_stands_in_the_source() -> None:
    known = {code for clause in JMA.clauses.values() for code in clause.refuses}
    in_command_line = {"line_cut_off", "line_too_long"}
    assert known - in_command_line <= raised_codes()


def test_every_code_that_is_raised_belongs_to_one_clause() -> None:
    codes = [code for clause in JMA.clauses.values() for code in clause.refuses]
    assert sorted(set(codes)) == sorted(codes)
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("refuse", "malformed", "warn"):
                    assert node.args[0].value in codes, (file.name, node.lineno)


@pytest.mark.parametrize(
    ("clause", "reference"),
    [(clause.id, reference) for clause in JMA.clauses.values() for reference in clause.computes],
)
def test_every_computation_exists_and_names_its_clause(clause: str, reference: str) -> None:
    module, _, path = reference.partition(":")
    found = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    assert callable(found)
    assert clause.split("/")[1] in (found.__doc__ or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_has_its_texts(language: str) -> None:
    texts = JMA.texts(language)
    assert list(texts) == list(JMA.clauses)
    assert all(text.title and text.text and text.example for text in texts.values())


def test_a_reading_stands_in_all_languages_or_in_none() -> None:
    for clause in JMA.clauses:
        assert len({JMA.text(clause, language).reading is None for language in LANGUAGES}) == 1, clause


def test_no_text_is_left_in_another_language() -> None:
    for clause in JMA.clauses:
        texts = [JMA.text(clause, language) for language in LANGUAGES]
        assert len({text.text for text in texts}) == len(texts)
        assert len({text.example for text in texts}) == len(texts)


def test_service_and_advice_clauses_are_in_the_catalogue() -> None:
    checked = {clause.checked for clause in JMA.clauses.values()}
    assert checked == {"engine", "service", "advice"}
    assert {clause.layer for clause in JMA.clauses.values()} <= set(LAYERS)
    assert JMA.clauses["JMA/REF-2"].checked == "service"
    assert JMA.clauses["JMA/MANNER-1"].checked == "advice"
