"""Catalogues, texts, checks and tests are consistent."""

from __future__ import annotations

import ast
import importlib
import tomllib
from functools import cache
from pathlib import Path

import pytest

import rulesets
from rulesets.kernel.clause import FOLDER, LAYERS, Catalogue, Clause, catalogue
from rulesets.languages import LANGUAGES
from tests.rulesets.observed import all_refusals, of_record, records
from tests.rulesets.scenarios import FOLDERS, load

IDS = Path(__file__).parent / "clause_ids"
SOURCE = Path(rulesets.__file__).parent
DOCUMENTS = sorted(file.stem for file in FOLDER.glob("*.toml") if "." not in file.stem)
VARIANTS = {"classic-us": ("", "short", "timed"), "wiki": ("", "short", "timed")}
IN_COMMAND_LINE = {"line_cut_off", "line_too_long"}


def catalogues(name: str) -> list[Catalogue]:
    """A document's catalogue, one for each of its variants."""
    return [catalogue(name, variant=variant) for variant in VARIANTS.get(name, ("",))]


@cache
def clauses() -> dict[str, Clause]:
    """Every clause of every document."""
    return {clause.id: clause for name in DOCUMENTS for each in catalogues(name) for clause in each.clauses.values()}


ENGINE = [clause for clause in clauses().values() if clause.checked == "engine"]
RULES = [clause for clause in ENGINE if clause.layer != "record"]


def raised_codes() -> set[str]:
    """Every string in the source that could be a refusal code: the first argument of refuse, malformed or warn, and
    strings chosen from or kept in tables.
    """
    found = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


@cache
def cited() -> dict[str, set[str]]:
    """For each clause, the codes of it that scenarios provoke."""
    found: dict[str, set[str]] = {}
    for _, record in records():
        for ruleset, refusal in of_record(record):
            clause = (ruleset.catalogue if ruleset else catalogue("record")).clause_of[refusal.code]
            found.setdefault(clause, set()).add(refusal.code)
    return found


@cache
def tagged() -> dict[str, int]:
    """For each clause, how many scenarios are about it and say how they end."""
    found: dict[str, int] = {}
    for folder in FOLDERS:
        for _, scenario in load(folder):
            if "final" in scenario or "standing" in scenario or "expect_header" in scenario:
                for clause in scenario["clauses"]:
                    found[clause] = found.get(clause, 0) + 1
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_ids_are_never_reused_and_never_renumbered(name: str) -> None:
    """The list of ids only grows at its end, and the catalogue has exactly these ids."""
    listed = (IDS / f"{name}.txt").read_text("utf-8").split()
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    assert [key for key in data if "/" in key] == listed


@pytest.mark.parametrize("clause", RULES, ids=lambda clause: clause.id)
def test_every_engine_clause_has_a_check_or_a_computation(clause: Clause) -> None:
    assert clause.refuses or clause.computes


@pytest.mark.parametrize("clause", RULES, ids=lambda clause: clause.id)
def test_every_engine_clause_is_tested_on_each_side(clause: Clause) -> None:
    """If it refuses, some scenario provokes a refusal that cites it; in any case some scenario is about it."""
    assert tagged().get(clause.id), f"no scenario is about {clause.id}"
    if clause.refuses:
        assert cited().get(clause.id), f"no scenario is refused by {clause.id}"


def test_every_refusal_code_is_provoked_by_a_test() -> None:
    known = {code for clause in ENGINE for code in clause.codes}
    assert not known - {refusal.code for _, refusal in all_refusals()} - IN_COMMAND_LINE - {"ruleset_broken"}


def test_every_code_in_the_catalogues_stands_in_the_source() -> None:
    known = {code for clause in clauses().values() for code in clause.codes}
    assert known - IN_COMMAND_LINE <= raised_codes()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_code_belongs_to_one_clause_of_a_document_or_to_a_variant_of_it(name: str) -> None:
    for each in catalogues(name):
        for variant in ("", *VARIANTS.get(name, ())):
            codes = [code for clause in each.clauses.values() if clause.variant == variant for code in clause.codes]
            assert sorted(set(codes)) == sorted(codes)


def test_every_code_that_is_raised_belongs_to_a_clause() -> None:
    codes = {code for clause in clauses().values() for code in clause.codes}
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in ("refuse", "malformed", "warn"):
                    assert node.args[0].value in codes, (file.name, node.lineno)


@pytest.mark.parametrize(
    "reference", sorted({reference for clause in clauses().values() for reference in clause.computes})
)
def test_every_computation_exists_and_says_what_it_does(reference: str) -> None:
    module, _, path = reference.partition(":")
    found = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    assert callable(found)
    assert found.__doc__


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_clause_has_its_texts(name: str, language: str) -> None:
    for each in catalogues(name):
        texts = each.texts(language)
        assert list(texts) == list(each.clauses)
        assert all(text.title and text.text and text.example for text in texts.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_text_is_left_over(name: str, language: str) -> None:
    facts = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    written = tomllib.loads((FOLDER / f"{name}.{language}.toml").read_text("utf-8"))
    assert set(written) == {key for key, row in facts.items() if "/" in key and "same" not in row}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_reading_stands_in_all_languages_or_in_none(name: str) -> None:
    for each in catalogues(name):
        for clause in each.clauses:
            assert len({each.text(clause, language).reading is None for language in LANGUAGES}) == 1, clause


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_text_is_left_in_another_language(name: str) -> None:
    for each in catalogues(name):
        for clause in each.clauses:
            texts = [each.text(clause, language) for language in LANGUAGES]
            assert len({text.text for text in texts}) == len(texts), clause
            assert len({text.example for text in texts}) == len(texts), clause


@pytest.mark.parametrize("name", rulesets.names())
def test_every_option_bends_a_clause_of_its_ruleset(name: str) -> None:
    ruleset = rulesets.load(name)
    for option in ruleset.options:
        assert option.clause in ruleset.catalogue.clauses, option.name
        assert set(option.about) == set(LANGUAGES)


def test_service_and_advice_clauses_are_in_the_catalogue() -> None:
    assert {clause.checked for clause in clauses().values()} == {"engine", "service", "advice"}
    assert {clause.layer for clause in clauses().values()} <= set(LAYERS)
    assert clauses()["JMA/REF-2"].checked == "service"
    assert clauses()["JMA/MANNER-1"].checked == "advice"


def test_a_variant_has_the_clauses_of_the_base_game_and_its_own() -> None:
    base, short, timed = catalogues("classic-us")
    assert "US/SHORT-6" in short.clauses and "US/SHORT-6" not in base.clauses and "US/SHORT-6" not in timed.clauses
    assert base.clause_of["deal_first"] == "US/SETUP-5"
    assert (short.clause_of["deal_first"], timed.clause_of["deal_first"]) == ("US/SHORT-3", "US/TIMED-3")
    assert base.misnames("US/SHORT-6") and not short.misnames("US/SHORT-6")


def test_texts_that_two_documents_share_are_written_once() -> None:
    american, japanese = catalogue("classic-us"), catalogue("classic-ja")
    assert american.text("US/GO-1", "en") == japanese.text("CLASSIC-JA/GO-1", "en")
    assert american.text("US/RENT-7", "en") != japanese.text("CLASSIC-JA/RENT-7", "en")
