"""The section of a regulation that says who qualifies, as it is read: examples and faults."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from textwrap import dedent

from rulesets.languages import LANGUAGES
from tests.tournaments.contests import section
from tournaments.qualification.rule import read_qualification
from tournaments.section import Section
from tournaments.standings.rule import read_standings
from tournaments.teams import read_teams


def test_the_examples_of_the_documentation_can_be_read() -> None:
    document = (Path(__file__).parents[2] / "docs" / "regulations-standings.md").read_text("utf-8")
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", document.partition("## Known events")[2], re.MULTILINE)
    examples = [tomllib.loads(dedent(block)) for block in blocks if block.strip()]
    assert len(examples) > 10
    for example in examples:
        if "standings" in example:
            read = Section(example["standings"])
            read_standings(read)
            assert not read.faults
        if "qualification" in example:
            read = Section({"places": 4, **example["qualification"]})
            read_qualification(read)
            assert not read.faults
        if "teams" in example:
            read = Section(example["teams"])
            read_teams(read)
            assert not read.faults


def test_all_faults_of_the_section_are_named() -> None:
    read = section("""
        places = 0
        [[step]]
        after = 2
        who = "straight_winners"
        straight = 3
        rounds = [1, 2, 3]
        places = 2
        up_to = 4
        [[step]]
        after = 1
        who = "all"
        unlimited = true
        by = "lots"
        [[step]]
        after = 1
        who = "group"
        places = 1
        by = "vote"
        tied = "lots"
        [[stage]]
        name = "semi"
        tables = 2
        seeding = "listed"
        seats = [[1, 2], [2, 4]]
        [[stage]]
        name = "semi"
        tables = 1
        advance = 1
        """)
    read_qualification(read)
    assert [(fault.path, fault.code) for fault in read.faults] == [
        ("step[1].rounds", "rounds_to_come"),
        ("step[1]", "wanted_one_of"),
        ("step[2].by", "unknown_key"),
        ("step[3].group", "missing_key"),
        ("step[3].tied", "unknown_key"),
        ("step[2].after", "earlier_than_before"),
        ("places", "wanted_whole"),
        ("stage[1].advance", "missing_key"),
        ("stage[1].seats", "wanted_seats"),
        ("stage[2].advance", "unknown_key"),
        ("stage[2].name", "name_twice"),
    ]
    assert all(fault.sentence(language) for fault in read.faults for language in LANGUAGES)
