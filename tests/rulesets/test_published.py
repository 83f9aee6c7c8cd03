"""What was published stays as it was: the records of a version are opened under exactly the rules that they name."""

from __future__ import annotations

import pytest

import rulesets
from rulesets.kernel import conformance
from tests.rulesets import golden

PUBLISHED = {
    "city": ("1", "6279ca10cb24b042"),
    "classic-ja": ("1", "3a75cfc245b805c7"),
    "classic-us": ("1", "2d39214a216cc29f"),
    "classic-us-short": ("1", "431f4588019a6ffd"),
    "classic-us-timed": ("1", "bdb7d92c2e1490f8"),
    "jma-2006": ("1", "6338bdd3af5cd877"),
    "wiki-2008": ("1", "7c968bfda1fcd479"),
    "wiki-2008-short": ("1", "28c702f32403aa11"),
    "wiki-2008-timed": ("1", "9bb2ca47aa1a0a3c"),
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
