"""What a clause refuses, and which options bend it."""

from __future__ import annotations

import re
from typing import NamedTuple

from rulesets.kernel.clause import Clause
from rulesets.kernel.ruleset import Ruleset
from rulesets.kernel.sentence import templates

FACT = re.compile(r"\{[^{}]*\}")


class RefusedBy(NamedTuple):
    """A refusal by a clause: its code and its sentence, facts left open."""

    code: str
    sentence: str


class Bent(NamedTuple):
    """An option of a tournament's regulation that sets what a clause says, as it is unless set."""

    name: str
    about: str
    default: str


def refusals(ruleset: Ruleset, clause: Clause, language: str) -> list[RefusedBy]:
    """The refusals by a clause."""
    said = templates(language, ruleset.told_by)
    own = [code for code in clause.codes if ruleset.catalogue.clause_of.get(code) == clause.id]
    return [RefusedBy(code, FACT.sub("…", said[code].replace("{clause}", clause.id))) for code in own if code in said]


def bent_by(ruleset: Ruleset, clause: Clause, language: str) -> list[Bent]:
    """The options that bend a clause."""
    return [
        Bent(each.name, each.about[language], str(each.default))
        for each in ruleset.options
        if ruleset.catalogue.current(each.clause) == clause.id
    ]
