"""What was published stays as it was: the records of a version are opened under exactly the rules that they name."""

from __future__ import annotations

import pytest

import rulesets
from rulesets.kernel import conformance
from tests.rulesets import golden

PUBLISHED = {
    "city": ("1", "6279ca10cb24b042"),
    "classic-ja": ("1", "3c63ba9eb35e28d3"),
    "classic-us": ("1", "ba36aa3a31c8ab9e"),
    "classic-us-short": ("1", "79fdf04ba14c9acb"),
    "classic-us-timed": ("1", "009bf31da3204638"),
    "jma-2006": ("1", "527c37b11cb9c77d"),
    "wiki-2008": ("1", "d5439e319bae089c"),
    "wiki-2008-short": ("1", "c9e0c159e5f5878e"),
    "wiki-2008-timed": ("1", "f45a9a76eb80c214"),
}
"""The rulesets of 0.1.0, with version and fingerprint.  A change of the rules is a new version beside it."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_record_of_0_1_0_is_opened_by_its_rules_and_judged_the_same(name: str) -> None:
    version, fingerprint = PUBLISHED[name]
    (header, *reports), answers = golden.stored(name)
    opening = rulesets.open_header({**header, "version": version, "fingerprint": fingerprint})
    assert opening.refusals == ()
    assert opening.ruleset is rulesets.load(name, version)
    conformance.golden(rulesets.load(name, version), [header, *reports], answers)
