"""What was published stays as it was: the records of a version are opened under the rules that they name, or, where
those exist no more, under the ones that took their place, and that is told.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulesets
from rulesets.kernel import conformance
from rulesets.shipped import RETIRED
from tests.rulesets import golden

PUBLISHED = {
    "city": ("2", "a62b6686f2c0286e"),
    "classic-ja": ("2", "1443995d414b2718"),
    "classic-us": ("2", "c0239b0badc25475"),
    "classic-us-short": ("2", "61de01e80bfc068a"),
    "classic-us-timed": ("2", "522f6aca6a9f5fd5"),
    "jma-2006": ("2", "e5fc9b27a263fc7b"),
    "wiki-2008": ("2", "c0eaf54f1f03b635"),
    "wiki-2008-short": ("2", "4270fc6c308e34b7"),
    "wiki-2008-timed": ("2", "85433a3b604dced6"),
}
"""The rulesets in force, with version and fingerprint.  A change of the rules is a new version."""
RECORDS = sorted((Path(__file__).parent.parent / "records").glob("*.jsonl"))


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_record_is_opened_by_its_rules_and_judged_the_same(name: str) -> None:
    version, fingerprint = PUBLISHED[name]
    (header, *reports), answers = golden.stored(name)
    opening = rulesets.open_header({**header, "version": version, "fingerprint": fingerprint})
    assert opening.refusals == ()
    assert opening.retired is None
    assert opening.ruleset is rulesets.load(name, version)
    conformance.golden(rulesets.load(name, version), [header, *reports], answers)


@pytest.mark.parametrize("name", RETIRED)
def test_a_record_of_a_version_that_is_gone_is_judged_by_the_one_in_force_and_says_so(name: str) -> None:
    for version, fingerprint in RETIRED[name].items():
        header = {"record": "monopoly/1", "ruleset": name, "version": version, "seats": ["A", "B"]}
        opening = rulesets.open_header({**header, "fingerprint": fingerprint})
        assert opening.refusals == ()
        assert (opening.ruleset, opening.retired) == (rulesets.load(name), version)
        assert rulesets.load(name, version) is rulesets.load(name)
        other = rulesets.open_header({**header, "fingerprint": rulesets.load(name).fingerprint})
        assert [refusal.code for refusal in other.refusals] == ["version_unknown"]


def test_a_version_that_never_was_is_refused() -> None:
    header = {"record": "monopoly/1", "ruleset": "jma-2006", "version": "0", "seats": ["A", "B"]}
    assert [refusal.code for refusal in rulesets.open_header(header).refusals] == ["version_unknown"]


def test_whole_games_of_the_version_before_are_judged_as_they_were() -> None:
    for path in RECORDS[::6]:
        header, *reports = map(json.loads, path.read_text("utf-8").splitlines())
        record = rulesets.replay({**header, "version": "1", **fingerprint_of(header["ruleset"])}, reports)
        assert (record.opening.retired, record.stopped) == ("1", None), path.name


def fingerprint_of(name: str) -> dict[str, str]:
    """The fingerprint that a record of version 1 names."""
    return {"fingerprint": RETIRED[name]["1"]}
