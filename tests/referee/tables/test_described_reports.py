"""A report in few words, as on the tablet's undo button, names everything in the reader's language."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulesets
from referee.tables.pages import tablet_words
from rulesets.kernel.registry import names
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report

TABLE = Path(__file__).resolve().parents[3] / "templates" / "static" / "tablet" / "table.js"
CODE = """
const given = JSON.parse(await new Promise(resolve => {
  let text = "";
  process.stdin.on("data", part => { text += part; }).on("end", () => resolve(text));
}));
const page = JSON.stringify({ language: given.language, words: given.words });
globalThis.document = { getElementById: () => ({ textContent: page }) };
const { Table, describe } = await import(process.argv[1]);
const state = { position: given.position, due: [], legal: [], standing: [] };
const table = new Table({ seats: given.seats, printed: given.printed }, state, true);
console.log(JSON.stringify(given.reports.map(report => describe(report, table))));
"""
KEY = re.compile(r"[a-z]+_[a-z_]+|\[object|undefined|NaN")
"""What is no word of any language."""
LATIN = re.compile(r"[a-z]{3,}")
"""What is no word of a language without Latin letters."""
SEATS = ["A", "B", "C", "D"]
GAMES, REPORTS, MOST = 16, 150, 12
FORM = "RECORD/FORM"
BY_HAND = (
    {"type": "retract", "seq": 4},
    {"type": "ruling", "set": {"turn": "B"}, "note": "-"},
    {"type": "ruling", "apply": {"type": "buy", "player": "A"}},
)


@cache
def reported(name: str) -> tuple[dict[str, Any], ...]:
    """The `proposals` of a ruleset."""
    return tuple(proposals(rulesets.load(name)))


def proposals(ruleset: rulesets.Ruleset) -> Iterator[dict[str, Any]]:
    """Reports that random tables might make, accepted or hindered only by the moment: some of every type."""
    seen: Counter[str] = Counter()
    clause_of = ruleset.catalogue.clause_of
    for seed in range(GAMES):
        random = Random(seed)
        game = ruleset.start(SEATS)
        if seed % 2:
            game = ruleset.start(SEATS, start=ruleset.mechanics.scatter(game.state, random))
        for number in range(REPORTS):
            if ruleset.mechanics.over(game.state):
                break
            report = ruleset.mechanics.propose(game, random, hurry=number % 3 == 0)
            answer = ruleset.judge(game, as_report(report))
            game = answer.game
            if not any(clause_of.get(each.code, FORM).startswith(FORM) for each in answer.refusals):
                seen[report["type"]] += 1
                if seen[report["type"]] <= MOST:
                    yield report


def test_every_type_of_report_is_among_those_described() -> None:
    types = {kind for name in names() for kind in rulesets.load(name).rules}
    assert {each["type"] for name in names() for each in reported(name)} >= types


@pytest.mark.process
@pytest.mark.parametrize("name", sorted(names()))
def test_no_report_is_described_by_a_raw_key(name: str, node: str) -> None:
    ruleset = rulesets.load(name)
    game = ruleset.start(SEATS)
    reports = [*reported(name), *BY_HAND]
    for language in LANGUAGES:
        given = {
            "language": language,
            "words": tablet_words(language),
            "seats": [{"key": seat, "name": f"{seat}{seat}"} for seat in SEATS],
            "printed": ruleset.mechanics.printed(game.state.table, language),
            "position": ruleset.position(game),
            "reports": reports,
        }
        command = [node, "--input-type=module", "-e", CODE, TABLE.as_uri()]
        output = subprocess.run(command, input=json.dumps(given).encode(), capture_output=True, check=True).stdout
        found = KEY if language == "en" else LATIN
        told = dict(zip(map(json.dumps, reports), json.loads(output), strict=True))
        assert {report: said for report, said in told.items() if found.search(said)} == {}
