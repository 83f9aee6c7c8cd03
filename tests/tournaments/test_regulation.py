"""Regulations: what is shipped, what is refused, and how two of them differ."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from rulesets import Report, replay
from rulesets.kernel.record import open_header
from rulesets.languages import LANGUAGES
from tournaments.fault import Faulty
from tournaments.regulation import shipped
from tournaments.regulation.load import load_text, parse
from tournaments.regulation.versions import RegulationChange, deviation

OWN = """
format = 1
name = "our-cup"
version = "1"
title = { ja = "われらの杯", en = "Our cup", zh = "我们的杯赛" }

[game]
ruleset = "jma-2006"

[game.options]
starting_cash = 1500

[tables]
size = 4
also = [5]

[[round]]
repeat = 2
seating = "schedule"
minutes = 60

[[round]]
stage = "final"
seating = "qualifiers"
sizes = [4]
options = { starting_cash = 2000 }

[seating]
aims = ["rematches"]

[[points.rule]]
winner = true
points = 10

[[points.rule]]
assets = 0.01
at_most = 8

[[standings.criterion]]
by = "points"

[qualification]
places = 4

[[qualification.step]]
after = 2
who = "all"
places = 4
"""


def refused(text: str) -> list[str]:
    """Path and code of every fault, each of which must have a sentence in every language."""
    with pytest.raises(Faulty) as caught:
        load_text(text)
    assert all(fault.sentence(language) for fault in caught.value.faults for language in LANGUAGES)
    return [f"{fault.path} {fault.code}".strip() for fault in caught.value.faults]


def changed(old: str, new: str) -> str:
    """`OWN` with a passage replaced."""
    assert OWN.count(old) == 1
    return OWN.replace(old, new)


@pytest.mark.parametrize("name", shipped.names())
def test_a_shipped_regulation_is_sound_and_named_as_its_file(name: str) -> None:
    regulation = shipped.load(name)
    assert regulation.name == name
    assert set(regulation.titles) == set(LANGUAGES)
    assert all(source.startswith(("http://", "https://")) for source in regulation.sources)
    assert regulation.sources


@pytest.mark.parametrize("name", shipped.names())
def test_every_round_of_a_shipped_regulation_can_be_played(name: str) -> None:
    regulation = shipped.load(name)
    for each in regulation.rounds:
        for size in each.sizes:
            header = regulation.header(each.number, [f"player {number}" for number in range(size)])
            assert open_header(header).refusals == ()
            assert header["options"]["time_limit_minutes"] == each.minutes


def test_under_the_rules_of_hasbro_everybody_gets_as_many_turns_as_the_others() -> None:
    regulation = shipped.load("hasbro")
    header = regulation.header(1, ["A", "B", "C", "D"])
    # To Just Visiting: nothing is due.
    throws: list[Report] = [{"type": "roll", "player": seat, "dice": [4, 6]} for seat in "ABCD"]
    record = replay(header, [*throws, throws[0], {"type": "time_up"}, *throws[1:]])
    assert record.game is not None and record.stopped is None
    assert [answer.game.ruleset.over(answer.game) for answer in record.answers] == [*[False] * 8, True]
    after_the_round = replay(header, [*throws, {"type": "time_up"}])
    assert after_the_round.game is not None and after_the_round.game.ruleset.over(after_the_round.game)


@pytest.mark.parametrize("name", shipped.names())
def test_every_parameter_of_a_shipped_regulation_says_what_the_source_leaves_open(name: str) -> None:
    text = shipped.text(name)
    section = re.search(r"^\[parameters\]\n(.*?)^\[game\]", text, re.MULTILINE | re.DOTALL)
    parameters = tomllib.loads(text).get("parameters", {})
    assert bool(section) == bool(parameters)
    assert not section or section[1].startswith("#")


def test_a_regulation_that_is_not_shipped_is_refused_with_those_that_are() -> None:
    with pytest.raises(Faulty, match="kobe-gp"):
        shipped.load("kobe")


def test_an_own_regulation_is_read_as_it_stands() -> None:
    regulation = load_text(OWN)
    assert [(each.number, each.minutes, each.sizes, each.counts) for each in regulation.rounds] == [
        (1, 60, (4, 5), True),
        (2, 60, (4, 5), True),
        (3, None, (4,), False),
    ]
    assert regulation.last_counting == 2
    assert regulation.header(1, ["A", "B"])["options"] == {"starting_cash": 1500, "time_limit_minutes": 60}
    assert regulation.header(3, ["A", "B"])["options"] == {"starting_cash": 2000, "time_limit_minutes": None}


def test_the_example_of_the_page_for_organizers_is_sound() -> None:
    page = (Path(__file__).parents[2] / "docs" / "regulations.md").read_text(encoding="utf-8")
    example = page[page.index("    format = 1") : page.index("## The head")]
    assert load_text(dedent(example)).name == "our-cup"


def test_every_shipped_regulation_is_on_the_page_for_organizers() -> None:
    page = (Path(__file__).parents[2] / "docs" / "regulations.md").read_text(encoding="utf-8")
    assert [name for name in shipped.names() if f"`{name}`" not in page] == []


def test_all_faults_of_a_regulation_are_named_at_once() -> None:
    text = changed("size = 4\nalso", "size = 40\nalso").replace('version = "1"', 'colour = "red"')
    text = text.replace('seating = "schedule"', 'seating = "by taste"').replace("at_most = 8", "at_most = true")
    assert sorted(refused(text)) == [
        "colour unknown_key",
        "points.rule[2].at_most wanted_number",
        "round[1].seating wanted_choice",
        "tables.size wanted_whole",
        "version missing_key",
    ]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("format = 1", "format = 2", "format wanted_whole"),
        ('"our-cup"', '"Our Cup"', "name wanted_name"),
        ("format = 1", "format = ", "not_toml"),
        ("at_most = 8", "at_most = 1e999999999", "toml_number"),
        ("also = [5]", "also = [5, 4]", "tables.also size_twice"),
        ("sizes = [4]", "sizes = [4, 5]", "round[2].sizes same_as_before"),
        ("sizes = [4]", "sizes = []", "round[2].sizes sizes_not_distinct"),
        ("sizes = [4]", "sizes = [4]\nbeside = 3", "round[2].beside beside_not_earlier"),
        ('seating = "schedule"', 'seating = "rotation"', "round[1].seating seating_needs_round_before"),
        ('seating = "schedule"', 'seating = "self_chosen"', "seating.aims aims_without_draw"),
        ("repeat = 2", "repeat = 2\ncounts = false", "round no_round_counts"),
        ("repeat = 2", "repeat = 50", "round too_many_rounds"),
        ('aims = ["rematches"]', 'aims = ["rematches", "rematches"]', "seating.aims aim_twice"),
        ('aims = ["rematches"]', 'aims = ["beauty"]', "seating.aims wanted_choice"),
        (
            'aims = ["rematches"]',
            'aims = ["start_order"]\nstart_order = "rolled"',
            "seating.start_order rolled_and_balanced",
        ),
        ("at_most = 8", 'at_most = "$cap"', "points.rule[2].at_most unknown_parameter"),
        ("[game]\n", "[parameters]\ncap = 8\n[game]\n", "parameters.cap unused_parameter"),
        ("[game]\n", "[parameters.cap]\nvalue = 8\n[game]\n", "parameters.cap parameter_is_section"),
        ("after = 2", "after = 3", "qualification.step[1].after after_beyond_plan"),
        ('by = "points"', 'by = "points"\nrounds = [3]', "standings.criterion[1].rounds round_does_not_count"),
    ],
)
def test_what_contradicts_itself_or_does_nothing_is_refused(old: str, new: str, found: str) -> None:
    assert found in refused(changed(old, new))


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"jma-2006"', '"jma-1906"', "jma-1906"),
        ("starting_cash = 1500", "starting_cash = 1.5", "starting_cash"),
        ("starting_cash = 1500", "dealt_deeds_are_paid = false", "dealt_deeds"),
        ("starting_cash = 1500", "free_parking = 500", "free_parking"),
        ('ruleset = "jma-2006"', 'ruleset = "jma-2006"\nedition = "mars"', "mars"),
        ('ruleset = "jma-2006"', 'ruleset = "jma-2006"\nversion = "0"', "version"),
        ("also = [5]", "also = [12]", "12"),
        ('ruleset = "jma-2006"', 'ruleset = "classic-us-timed"', "time_limit_minutes"),
    ],
)
def test_what_the_ruleset_does_not_know_is_refused_in_its_own_words(old: str, new: str, part: str) -> None:
    with pytest.raises(Faulty) as caught:
        load_text(changed(old, new))
    (fault,) = [each for each in caught.value.faults if each.code == "game_refused"]
    assert len({fault.sentence(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert all(part in fault.sentence(language) for language in LANGUAGES)


def test_a_game_that_is_nearly_that_of_an_earlier_round_is_tried_as_well() -> None:
    first, final = (
        f"minutes = 60\noptions = {{ dealt_deeds = 2, dealt_deeds_are_paid = {each} }}" for each in ("true", "1")
    )
    text = changed("minutes = 60", first).replace("options = { starting_cash = 2000 }", final)
    assert refused(text) == ["round[2] game_refused"]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("starting_cash = 1500", "time_limit_minutes = 60", "game.options.time_limit_minutes minutes_in_options"),
        ("starting_cash = 2000", "starting_cash = 1500", "round[2].options.starting_cash same_as_before"),
        (
            "minutes = 60",
            "minutes = 60\noptions = { starting_cash = 2500 }",
            "game.options.starting_cash overridden_everywhere",
        ),
    ],
)
def test_an_option_that_does_nothing_or_sets_the_time_is_refused(old: str, new: str, found: str) -> None:
    assert refused(changed(old, new)) == [found]


def test_a_final_for_qualifiers_needs_somebody_to_qualify() -> None:
    assert refused(OWN[: OWN.index("[qualification]")]) == ["round qualifiers_from_nowhere"]


def test_a_stage_after_qualification_needs_a_round() -> None:
    text = OWN + '\n[[qualification.stage]]\nname = "semi"\ntables = 1\n'
    assert refused(text) == ["qualification.stage[1].name stage_not_in_plan"]


def test_a_parameter_stands_for_its_value_wherever_it_is_named() -> None:
    text = changed("at_most = 8", 'at_most = "$cap"').replace("[game]\n", "[parameters]\ncap = 8\n[game]\n")
    assert load_text(text).points == load_text(OWN).points


def test_the_fingerprint_is_that_of_the_content_and_not_of_comments() -> None:
    own = load_text(OWN).fingerprint
    assert load_text("# a comment\n" + changed("at_most = 8", "at_most = 8.0")).fingerprint == own
    assert load_text(changed("assets = 0.01", "assets = 0.010")).fingerprint == own
    assert load_text(changed("at_most = 8", "at_most = 7")).fingerprint != own


def test_deviations_name_every_key_that_changed() -> None:
    new = changed("at_most = 8", "at_most = 7").replace("also = [5]", "also = [5, 6]").replace("repeat = 2\n", "")
    new = new.replace('[game]\nruleset = "jma-2006"', '[game]\nruleset = "jma-2006"\nedition = "london"')
    assert deviation(parse(OWN), parse(new)) == (
        RegulationChange("tables.also", [5], [5, 6]),
        RegulationChange("round[1].repeat", 2, None),
        RegulationChange("points.rule[2].at_most", 8, 7),
        RegulationChange("game.edition", None, "london"),
    )
    assert deviation(parse(OWN), parse("# nothing\n" + OWN)) == ()


def test_true_is_not_one_for_the_record_of_deviations() -> None:
    assert deviation({"a": True}, {"a": 1}) == (RegulationChange("a", True, 1),)
