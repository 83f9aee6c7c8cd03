"""The inputs of forms have the limits of the commands that they are read into."""

from __future__ import annotations

import re

import pytest

from referee.core.pages.forms import limits
from referee.core.pages.templates import folder

LIMITS = re.compile(r'limits\("([\w.]+)"\)')
DECLARED = ("accounts", "calls", "cases", "penalties", "registration")
"""The subjects whose forms say no limit themselves, but for texts that are read as several values or as none."""
OF_SEVERAL = re.compile(r'name="(of_|panel_|clauses|set|q|questions|\{\{ name \}\}|amount)')

EVERY = sorted({name for path in folder().rglob("*.html") for name in LIMITS.findall(path.read_text("utf-8"))})


def test_there_are_some() -> None:
    assert len(EVERY) > 20


@pytest.mark.parametrize("declared", EVERY)
def test_each_is_a_field_of_a_command(declared: str) -> None:
    assert re.fullmatch(r'(inputmode="numeric" autocomplete="off")?( maxlength="\d+")?', limits(declared))
    assert limits(declared)


@pytest.mark.parametrize("subject", DECLARED)
def test_no_form_repeats_the_limit_of_a_command(subject: str) -> None:
    inputs = [
        each
        for path in (folder() / subject).glob("*.html")
        for each in re.findall(r"<(?:input|textarea)[^>]*maxlength=[^>]*>", path.read_text("utf-8"))
    ]
    assert [each for each in inputs if not OF_SEVERAL.search(each)] == []
