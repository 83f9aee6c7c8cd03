"""The types of the reports (`rulesets.reports`) have the fields that are judged."""

from __future__ import annotations

import re
from typing import Any, get_args, get_type_hints

import pytest
from mypy import api

import rulesets
from rulesets import reports
from rulesets.kernel.past import RETRACT
from rulesets.kernel.report import ANYWHERE, Form
from rulesets.kernel.ruling import RULING
from rulesets.shipped import SHIPPED

TYPES: tuple[Any, ...] = get_args(reports.Report)
HINTS = {each: get_type_hints(each) for each in TYPES}
FORMS = {f"{name}-{kind}": rule.form for name in SHIPPED for kind, rule in rulesets.load(name).rules.items()} | {
    "retract": RETRACT,
    "ruling": RULING,
}


def types_of(form: Form) -> list[Any]:
    """The types of report that fit a form: they have all its fields, and demand none that it does not."""
    required = {field.name for field in form.fields if field.required} | {"type"}
    allowed = {field.name for field in form.fields} | ANYWHERE
    named = [each for each in TYPES if form.name in get_args(HINTS[each]["type"])]
    return [each for each in named if each.__required_keys__ <= required and allowed <= set(HINTS[each])]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_that_is_judged_has_one_type(form: Form) -> None:
    assert len(types_of(form)) == 1


@pytest.mark.parametrize("each", TYPES, ids=lambda each: each.__name__)
def test_a_type_has_no_field_that_no_form_has(each: Any) -> None:
    forms = [form for form in FORMS.values() if each in types_of(form)]
    assert set(HINTS[each]) == {field.name for form in forms for field in form.fields} | ANYWHERE


RIGHT = (
    'judge({"type": "roll", "player": "A", "dice": [1, 2]})',
    'judge({"type": "bid", "players": ["A", "B"], "amount": 60, "at": 8.5, "note": "both at once"})',
    'judge({"type": "trade", "player": "A", "with": "B", "give": {"cash": 5}, "take": {"deeds": ["boardwalk"]}})',
    "judge(next(rulesets.moves(game)))",
    "judge(ruleset.propose(game, Random(1)))",
    "judge(json.loads('{}'))",
    "judge(rulesets.as_report(of_json))",
    'ruleset.explanation(game, {"type": "time_up"})',
    'rulesets.replay(header, [{"type": "buy", "player": "A"}])',
    "rulesets.replay(header, map(rulesets.as_report, [of_json]))",
    "rulesets.replay(header, rulesets.moves(game))",
    'rulesets.rejudge(header, [{"type": "buy", "player": "A"}], ruleset)',
)
WRONG = (
    'judge({"typ": "rol", "player": "A", "dice": [1, 2]})',
    'judge({"type": "rol", "player": "A", "dice": [1, 2]})',
    'judge({"type": "roll", "player": "A", "dice": ["1", 2]})',
    'judge({"type": "roll", "player": "A"})',
    'judge({"type": "roll", "player": "A", "dice": [1, 2], "off": True})',
    'judge({"type": "bid", "player": "A", "amount": "60"})',
    'judge({"type": "trade", "player": "A", "with": "B", "give": {"cash": 5}, "take": {"deed": ["boardwalk"]}})',
    "judge(of_json)",
    'ruleset.obstacle(game, {"type": "buy", "playr": "A"})',
    'ruleset.explanation(game, {"type": "time up"})',
    'rulesets.replay(header, [{"type": "buy", "playr": "A"}])',
    "rulesets.replay(header, [of_json])",
    'rulesets.rejudge(header, [{"type": "by", "player": "A"}], ruleset)',
)


def test_a_type_checker_knows_a_wrong_report(tmp_path: Any) -> None:
    lines = (
        "import json",
        "from random import Random",
        "import rulesets",
        'ruleset = rulesets.load("jma-2006")',
        'game = ruleset.start(["A", "B"])',
        "of_json: dict[str, object] = {}",
        'header = {"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B"]}',
        *(re.sub(r"^judge\(", "ruleset.judge(game, ", line) for line in (*RIGHT, *WRONG)),
    )
    script = tmp_path / "script.py"
    script.write_text("\n".join(lines), "utf-8")
    said, _, status = api.run(["--strict", "--no-incremental", "--follow-imports=silent", str(script)])
    assert status == 1
    found = {int(line.split(":")[1]) for line in said.splitlines() if "error:" in line}
    assert sorted(found) == [*range(len(lines) - len(WRONG) + 1, len(lines) + 1)]
