"""The types of the reports (`rulesets.reports`) have the fields that are judged."""

from __future__ import annotations

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
FORMS = {f"{name}-{kind}": rule.form for name in SHIPPED for kind, rule in rulesets.load(name).rules.items()} | {
    "retract": RETRACT,
    "ruling": RULING,
}


def types_of(form: Form) -> list[Any]:
    """The types of report that fit a form: they have all its fields, and demand none that it does not."""
    required = {field.name for field in form.fields if field.required} | {"type"}
    allowed = {field.name for field in form.fields} | ANYWHERE
    named = [each for each in TYPES if form.name in get_args(get_type_hints(each)["type"])]
    return [each for each in named if each.__required_keys__ <= required and allowed <= set(get_type_hints(each))]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_that_is_judged_has_one_type(form: Form) -> None:
    assert len(types_of(form)) == 1


@pytest.mark.parametrize("each", TYPES, ids=lambda each: each.__name__)
def test_a_type_has_no_field_that_no_form_has(each: Any) -> None:
    forms = [form for form in FORMS.values() if each in types_of(form)]
    assert set(get_type_hints(each)) == {field.name for form in forms for field in form.fields} | ANYWHERE


def test_a_type_checker_knows_a_wrong_report(tmp_path: Any) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import rulesets\n"
        'right: rulesets.Report = {"type": "roll", "player": "A", "dice": [1, 2]}\n'
        'wrong: rulesets.Report = {"typ": "rol", "player": "A", "dice": [1, 2]}\n',
        "utf-8",
    )
    said, _, status = api.run(["--strict", "--no-incremental", "--follow-imports=silent", str(script)])
    assert status == 1
    assert [line.split(":")[1] for line in said.splitlines() if "error:" in line] == ["3"]
