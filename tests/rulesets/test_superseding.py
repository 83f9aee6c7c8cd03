"""Clauses that later documents replace: what is in force, what a catalogue refuses, and what stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rulesets
from referee.rules.pages.text import options_of, refusals
from rulesets.kernel import registry
from rulesets.kernel.clause import BadCatalogue, Catalogue, extended
from rulesets.kernel.layer import layered
from rulesets.kernel.superseding import faults
from rulesets.languages import LANGUAGES

JMA = rulesets.load("jma-2006")
Rows = Mapping[str, Mapping[str, Any]]
ROW: dict[str, Any] = {
    "chapter": "auction",
    "layer": "supplement",
    "heading": "x",
    "kind": "obligation",
    "checked": "engine",
}
TEXT = {"title": "Later", "text": "As it is now.", "example": "So."}


def written(home: Path, name: str, rows: Rows, base: Catalogue = JMA.catalogue) -> Catalogue:
    """The catalogue of a later document with these clauses, on top of another one."""
    (home / "clauses").mkdir(exist_ok=True)
    facts = ['source = "A later document"']
    for clause, row in rows.items():
        facts += [f'["{clause}"]', *(f"{key} = {value!r}" for key, value in {**ROW, **row}.items())]
    (home / f"clauses/{name}.toml").write_text("\n".join(facts), "utf-8")
    for language in LANGUAGES:
        texts = [f'["{clause}"]\n' + "\n".join(f"{key} = {value!r}" for key, value in TEXT.items()) for clause in rows]
        (home / f"clauses/{name}.{language}.toml").write_text("\n".join(texts), "utf-8")
    return extended(base, name, home)


class TestInForce:
    def test_the_later_clause_is_in_force_and_the_earlier_one_keeps_id_and_text(self, tmp_path: Path) -> None:
        later = written(tmp_path, "later", {"NEW/AUCTION-1": {"supersedes": "JMA/AUCTION-1"}})
        assert later.superseded == {"JMA/AUCTION-1": "NEW/AUCTION-1"}
        assert (later.current("JMA/AUCTION-1"), later.current("JMA/AUCTION-2")) == ("NEW/AUCTION-1", "JMA/AUCTION-2")
        assert later.earlier("NEW/AUCTION-1") == ["JMA/AUCTION-1"]
        assert later.clauses["JMA/AUCTION-1"] == JMA.catalogue.clauses["JMA/AUCTION-1"]
        for language in LANGUAGES:
            assert later.text("JMA/AUCTION-1", language) == JMA.catalogue.text("JMA/AUCTION-1", language)

    def test_it_stands_in_the_place_of_the_earlier_one(self, tmp_path: Path) -> None:
        later = written(tmp_path, "later", {"NEW/AUCTION-1": {"supersedes": ["JMA/AUCTION-2", "JMA/AUCTION-3"]}})
        before = [each for each in JMA.catalogue.in_force if each != "JMA/AUCTION-3"]
        expected = ["NEW/AUCTION-1" if each == "JMA/AUCTION-2" else each for each in before]
        assert list(later.in_force) == expected
        assert later.place("NEW/AUCTION-1") == "JMA/AUCTION-2"
        assert later.place("JMA/AUCTION-4") == "JMA/AUCTION-4"

    def test_clauses_that_add_without_replacing_stand_in_front_as_ever(self, tmp_path: Path) -> None:
        later = written(tmp_path, "later", {"NEW/LAP-1": {}, "NEW/AUCTION-1": {"supersedes": "JMA/AUCTION-1"}})
        assert next(iter(later.in_force)) == "NEW/LAP-1"
        assert list(later.clauses)[:2] == ["NEW/LAP-1", "NEW/AUCTION-1"]

    def test_what_was_replaced_twice_in_a_row_leads_to_the_last(self, tmp_path: Path) -> None:
        middle = written(tmp_path, "middle", {"MID/AUCTION-1": {"supersedes": "JMA/AUCTION-1"}})
        last = written(tmp_path, "last", {"NEW/AUCTION-1": {"supersedes": "MID/AUCTION-1"}}, middle)
        assert last.superseded == {"MID/AUCTION-1": "NEW/AUCTION-1", "JMA/AUCTION-1": "NEW/AUCTION-1"}
        assert set(last.earlier("NEW/AUCTION-1")) == {"MID/AUCTION-1", "JMA/AUCTION-1"}
        assert last.clause_of["bid_not_in_tens"] == "NEW/AUCTION-1"
        assert list(last.in_force) == [
            "NEW/AUCTION-1" if each == "JMA/AUCTION-1" else each for each in JMA.catalogue.in_force
        ]
        assert middle.superseded == {"JMA/AUCTION-1": "MID/AUCTION-1"}

    def test_in_the_ruleset_below_nothing_changes(self, tmp_path: Path) -> None:
        before = (JMA.fingerprint, dict(JMA.catalogue.clause_of))
        written(tmp_path, "later", {"NEW/AUCTION-1": {"supersedes": "JMA/AUCTION-1"}})
        assert (JMA.fingerprint, dict(JMA.catalogue.clause_of)) == before
        assert not JMA.catalogue.superseded
        for name in rulesets.names():
            known = rulesets.load(name).catalogue
            assert list(known.in_force) == [each.id for each in known.clauses.values() if each.layer != "house"]

    def test_the_fingerprint_tells_whether_a_clause_replaces_another_or_is_added(self, tmp_path: Path) -> None:
        codes = {"refuses": ["bid_not_in_tens", "bid_below_least", "bid_not_higher"]}
        added = replace(JMA, catalogue=written(tmp_path, "added", {"NEW/AUCTION-1": codes}))
        instead = written(tmp_path, "instead", {"NEW/AUCTION-1": {**codes, "supersedes": "JMA/AUCTION-1"}})
        assert replace(JMA, catalogue=instead).fingerprint != added.fingerprint


class TestTakenOver:
    """What the clause in force inherits from the one that it replaces."""

    def test_without_codes_of_its_own_it_has_those_of_the_earlier_one(self, tmp_path: Path) -> None:
        later = written(tmp_path, "later", {"NEW/AUCTION-1": {"supersedes": "JMA/AUCTION-1"}})
        old, new = later.clauses["JMA/AUCTION-1"], later.clauses["NEW/AUCTION-1"]
        assert (new.refuses, new.computes) == (old.refuses, old.computes)
        assert {code for code, clause in later.clause_of.items() if clause == new.id} == set(old.refuses)
        inherited = refusals(replace(JMA, catalogue=later), new, "en")
        assert [each.code for each in inherited] == list(old.refuses)

    def test_no_refusal_cites_what_is_superseded_even_by_codes_that_the_later_clause_does_not_list(
        self, tmp_path: Path
    ) -> None:
        row = {"supersedes": "JMA/AUCTION-1", "refuses": ["bid_not_in_tens"]}
        later = written(tmp_path, "later", {"NEW/AUCTION-1": row})
        assert later.clauses["NEW/AUCTION-1"].refuses == ("bid_not_in_tens",)
        assert "JMA/AUCTION-1" not in later.clause_of.values()
        assert later.clause_of["bid_not_higher"] == "NEW/AUCTION-1"

    def test_a_code_that_another_clause_of_the_later_document_lists_belongs_to_that_clause(
        self, tmp_path: Path
    ) -> None:
        rows: Rows = {
            "NEW/AUCTION-1": {"supersedes": "JMA/AUCTION-1"},
            "NEW/AUCTION-2": {"refuses": ["bid_not_higher"]},
        }
        later = written(tmp_path, "later", rows)
        assert later.clause_of["bid_not_higher"] == "NEW/AUCTION-2"
        assert later.clause_of["bid_not_in_tens"] == "NEW/AUCTION-1"

    def test_explanations_rest_on_the_clause_in_force(self, tmp_path: Path) -> None:
        kind, old = next((kind, each.id) for each in JMA.catalogue.clauses.values() for kind in each.explains)
        later = written(tmp_path, "later", {"NEW/X-1": {"supersedes": old}})
        expected = ["NEW/X-1" if each == old else each for each in JMA.catalogue.explains(kind)]
        assert sorted(later.explains(kind)) == sorted(expected)
        own = written(tmp_path, "own", {"NEW/X-1": {"supersedes": old, "explains": ["something_else"]}})
        assert own.explains("something_else") == ["NEW/X-1"]
        assert "NEW/X-1" not in own.explains(kind) and old not in own.explains(kind)

    def test_an_option_bends_the_clause_in_force(self, tmp_path: Path) -> None:
        later = replace(JMA, catalogue=written(tmp_path, "later", {"NEW/SETUP-1": {"supersedes": "JMA/SETUP-1"}}))
        game = later.start(["A", "B"], options={"starting_cash": 2000})
        assert later.bent_by("NEW/SETUP-1", game.state.table) == "starting_cash"
        assert [each.name for each in options_of(later, later.catalogue.clauses["NEW/SETUP-1"], "en")] == [
            "starting_cash"
        ]
        assert not options_of(later, later.catalogue.clauses["JMA/SETUP-1"], "en")

    def test_a_refusal_cites_and_tells_the_clause_in_force(self, tmp_path: Path) -> None:
        known = written(tmp_path, "later", {"NEW/MOVE-5": {"supersedes": "JMA/MOVE-5"}})
        later = replace(JMA, catalogue=known)
        game = later.start(["A", "B"])
        answer = later.judge(game, {"type": "roll", "player": "B", "dice": [1, 2]})
        for language in LANGUAGES:
            [refusal] = answer.to_json(language)["refusals"]
            assert refusal["clause"] == "NEW/MOVE-5"
            assert "NEW/MOVE-5" in refusal["message"] and "JMA/MOVE-5" not in refusal["message"]
        [refused] = later.explanation(game, {"type": "roll", "player": "B", "dice": [1, 2]}).to_json()["refused"]
        assert (refused["clause"], refused["says"]) == ("NEW/MOVE-5", TEXT["text"])


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ({"NEW/A-1": {"supersedes": "JMA/TAX-9"}}, "NEW/A-1 supersedes JMA/TAX-9, and there is no such clause"),
        (
            {"NEW/A-1": {"supersedes": "JMA/TAX-2"}, "NEW/A-2": {"supersedes": ["JMA/TAX-2"]}},
            "JMA/TAX-2 is superseded by NEW/A-1 and by NEW/A-2",
        ),
        ({"NEW/A-1": {"supersedes": "NEW/A-1"}}, "NEW/A-1 supersedes itself"),
        (
            {"NEW/A-1": {"supersedes": "NEW/A-2"}, "NEW/A-2": {"supersedes": "NEW/A-1"}},
            "NEW/A-1, NEW/A-2 supersede each other in a circle",
        ),
        ({"NEW/A-1": {"supersedes": []}}, "NEW/A-1 supersedes nothing"),
        ({"NEW/A-1": {"supersedes": ""}}, "NEW/A-1 supersedes nothing"),
        ({"NEW/A-1": {"supersedes": ["JMA/TAX-2", "JMA/TAX-2"]}}, "NEW/A-1 supersedes JMA/TAX-2 more than once"),
        ({"NEW/A-1": {"supersedes": "RECORD/FORM"}}, "NEW/A-1 supersedes RECORD/FORM, which every ruleset has"),
        ({"JMA/TAX-2": {}}, "JMA/TAX-2 is the id of a clause of jma already"),
    ],
)
def test_what_makes_no_sense_is_an_error_when_it_is_loaded(tmp_path: Path, rows: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadCatalogue, match=fault) as caught:
        written(tmp_path, "later", rows)
    assert len(caught.value.faults) == 1


def test_a_clause_that_an_earlier_layer_has_replaced_is_not_replaced_again(tmp_path: Path) -> None:
    middle = written(tmp_path, "middle", {"MID/TAX-1": {"supersedes": "JMA/TAX-2"}})
    with pytest.raises(BadCatalogue, match="JMA/TAX-2 is superseded by NEW/TAX-1 and by MID/TAX-1"):
        written(tmp_path, "last", {"NEW/TAX-1": {"supersedes": "JMA/TAX-2"}}, middle)


def test_all_faults_of_superseding_are_named_at_once() -> None:
    found = faults({"A": ("B", "X"), "B": ("A",), "C": ("C",), "D": ("E",), "E": (), "F": ("E",), "G": ("B",)})
    assert found == [
        "A supersedes X, and there is no such clause",
        "C supersedes itself",
        "B is superseded by A and by G",
        "E is superseded by D and by F",
        "A, B supersede each other in a circle",
    ]
    assert faults({"A": ("C",), "B": ("A",), "C": ("B",), "D": ("E",), "E": ()}) == [
        "A, B, C supersede each other in a circle"
    ]


def test_an_installed_ruleset_whose_clauses_make_no_sense_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Point:
        name = "later"

        def load(self) -> object:
            known = written(tmp_path, "later", {"NEW/A-1": {"supersedes": "NEW/A-1"}})
            return layered(JMA, "later", catalogue=known)

    monkeypatch.setattr(registry, "installed", lambda: [Point()])
    with pytest.raises(registry.BrokenRuleset, match="later: NEW/A-1 supersedes itself"):
        registry.versions.__wrapped__("later")


def test_a_source_is_in_the_readers_language_and_one_that_is_written_once_is_the_same_in_all(tmp_path: Path) -> None:
    clause = JMA.catalogue.clauses["JMA/GO-1"]
    assert clause.source["en"] == "Japan Monopoly Association rules of 18 July 2006"
    assert clause.source["ja"] == "日本モノポリー協会ルール（2006年7月18日）"
    assert clause.source["zh"] == "日本大富翁协会规则（2006年7月18日）"
    for name in rulesets.names():
        for each in rulesets.load(name).catalogue.clauses.values():
            assert len({each.source[language] for language in LANGUAGES}) == 3, each.id
    later = written(tmp_path, "later", {"NEW/LAP-1": {}})
    assert {later.clauses["NEW/LAP-1"].source[language] for language in LANGUAGES} == {"A later document"}
