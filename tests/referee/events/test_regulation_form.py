"""Editing the regulation by a form: nothing that it does not show is lost, and what it says is in force."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

import rulesets
from referee.core.language import words
from referee.events.pages.regulation_form import AFTERS
from referee.events.regulation import parse_regulation
from referee.events.regulation_criteria import CRITERIA, MAX_CRITERIA
from referee.events.regulation_form import SIZES, edit, form_of
from referee.events.regulation_plan import MANNERS, POINTS
from referee.events.regulation_text import goes_on_text, regulation_text
from referee.rules.points import index
from rulesets.languages import LANGUAGES
from tests.referee.support.cup import REGULATION
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World
from tournaments.fault import Fault, Faulty
from tournaments.regulation import shipped
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.sections import CONFIRMATIONS, SpectatorsRule

JA = words("ja")


def fields(text: str) -> dict[str, str]:
    """The form of a regulation as a browser would submit it."""
    form = form_of(text, parse_regulation(text), "en")
    values = {"size": str(form.size), "points": "keep"}
    for number, span in enumerate(form.spans):
        values |= {f"count_{number}": str(span.count), f"minutes_{number}": str(span.minutes or "")}
    values |= {f"criterion_{number}": each for number, each in enumerate(form.criteria[:5])}
    values |= {"delay_minutes": str(form.delay.delay_minutes), "delay_turns": str(form.delay.delay_turns)}
    return values if form.finalists is None else {**values, "finalists": str(form.finalists)}


def also(text: str) -> list[str]:
    """The ticked further table sizes."""
    return [str(each) for each in parse_regulation(text).tables.also]


@pytest.mark.parametrize("text", [PLAN, REGULATION, *map(shipped.text, shipped.names())])
def test_a_form_that_nobody_touched_changes_no_letter_and_its_minutes_are_kept_with_all_comments(text: str) -> None:
    assert edit(text, parse_regulation(text), fields(text), also(text)) == text
    changed = edit(text, parse_regulation(text), {**fields(text), "minutes_0": "41"}, also(text))
    assert parse_regulation(changed).rounds[0].minutes == 41
    assert [line for line in text.splitlines() if line[:1] == "#" and line not in changed] == []
    assert parse_regulation(changed).version == f"{parse_regulation(text).version}-2"


def test_what_people_change_is_changed() -> None:
    values = {**fields(PLAN), "count_0": "2", "finalists": "5", "size": "5", "points": "wins"}
    values |= {f"criterion_{place}": by for place, by in enumerate(("monopoly_wins", "points", "lots"))}
    found = parse_regulation(edit(PLAN, parse_regulation(PLAN), values, ["4"]))
    assert found.tables.sizes == (5, 4)
    assert [each.stage for each in found.rounds] == ["main", "main", "final"]
    assert found.qualification is not None
    assert (found.qualification.places, found.rounds[-1].sizes[0]) == (5, 5)
    assert [each.by for each in found.standings.criteria] == ["monopoly_wins", "points", "lots"]


def test_how_far_behind_spectators_are_is_given_changed_and_taken_away_with_its_section() -> None:
    values = {**fields(PLAN), "delay_minutes": "10", "delay_turns": "0"}
    late = edit(PLAN, parse_regulation(PLAN), values, also(PLAN))
    assert parse_regulation(late).spectators == SpectatorsRule(10, 0)
    turns = edit(late, parse_regulation(late), {**values, "delay_minutes": "", "delay_turns": "3"}, also(PLAN))
    assert parse_regulation(turns).spectators == SpectatorsRule(0, 3)
    none = edit(turns, parse_regulation(turns), {**values, "delay_minutes": "0"}, also(PLAN))
    assert parse_regulation(none).spectators == SpectatorsRule(0, 0)
    assert "spectators" not in none
    with pytest.raises(Faulty) as refused:
        edit(PLAN, parse_regulation(PLAN), {**values, "delay_turns": "121"}, also(PLAN))
    assert [(each.path, each.code) for each in refused.value.faults] == [("delay_turns", "cell_not_whole")]


def test_the_effect_is_told_before_it_is_adopted(world: World) -> None:
    hall = Hall(world, players=10)
    path = f"/events/{hall.event}/regulation/change"
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    page = client.get(path, headers={"Accept-Language": "ja"}).get_data(as_text=True)
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    body = {**fields(PLAN), "minutes_0": "60", "also": "5", "delay_turns": "2", "csrf_token": token}
    response = client.post(path, data=body, headers={"Accept-Language": "ja"})
    page = html.unescape(response.get_data(as_text=True))
    assert JA["effect_time"].format(hours=5, minutes=0) in page
    assert JA["effect_tables"].format(players=10, tables=JA["effect_tables_of"].format(count=2, size=5)) in page
    assert JA["reg_delay"].format(minutes=0, turns=2) in page
    assert parse_regulation(hall.done("GET", f"/events/{hall.event}/regulation")["text"]).rounds[0].minutes == 75
    assert client.post(path, data={**body, "do": "adopt"}, headers={"Accept": "text/html"}).status_code == 303
    assert parse_regulation(hall.done("GET", f"/events/{hall.event}/regulation")["text"]).rounds[0].minutes == 60
    wrong = client.post(path, data={**body, "minutes_0": "viele"}, headers={"Accept": "text/html"})
    assert wrong.status_code == 422
    assert 'value="viele"' in wrong.get_data(as_text=True)


REFUSED: dict[str, dict[str, str]] = {
    "city-cup": {"finalists=7": "cell_not_whole", "finalists=8": "cell_not_whole"},
    "hasbro": {"minutes_0=": "minutes_needed", "minutes_1=": "minutes_needed"},
    "jma-national-2003": {"apart=yes": "apart_without_draw"},
    "jma-national-2004": {"apart=yes": "apart_without_draw"},
    "jma-national-2005": {"ruleset=city": "game_refused"},
    "kobe-gp": {"size=3": "size_without_points", "also=3,5,6": "size_without_points"},
    "world-2015": {
        "size=5": "size_without_points",
        "size=6": "size_without_points",
        "also=3,5": "size_without_points",
        "also=3,6": "size_without_points",
    },
}
"""Every choice that cannot be saved, of all: more finalists than a table of the game seats, a game that has no end
without a limit, clubs kept apart where nobody is drawn, a game that takes fewer than a table seats, and points for a
size of table that the regulation's own points do not cover.  Only people can decide what should be instead.
"""
RAW = re.compile(r"None|null|\w\.\w|\w\[|game_refused|\{")
"""What a sentence for people does not have."""


def choices(text: str) -> dict[str, tuple[dict[str, str], list[str]]]:
    """The form as it is, once with each choice that it offers made in it; each criterion in one of the places, which
    differ from regulation to regulation.
    """
    own, sizes = fields(text), also(text)
    form = form_of(text, parse_regulation(text), "en")
    made = [("points", points) for points in POINTS]
    made += [(f"criterion_{(len(text) + at) % MAX_CRITERIA}", by) for at, by in enumerate(("", *CRITERIA))]
    made += [(f"option_{each.name}", str(at)) for each in form.options for at in range(len(each.choices))]
    made += [("size", str(size)) for size in SIZES]
    for number in range(len(form.spans)):
        made += [(f"count_{number}", str(count)) for count in (1, 2, 3, 4)]
        made += [(f"minutes_{number}", minutes) for minutes in ("", "45")]
    made += [("finalists", str(places)) for places in range(2, 9) if "finalists" in own]
    made += [(key, delay) for key in ("delay_minutes", "delay_turns") for delay in ("", "5")]
    own |= {"top_finalists": "4", "top_minutes": "60", "semi_tables": "2"}
    made += [("ruleset", name) for name in rulesets.names()]
    made += [("manner", manner) for manner in MANNERS] + [("apart", apart) for apart in ("yes", "no")]
    made += [("confirmation", each) for each in CONFIRMATIONS] + [("after", each) for each in AFTERS[form.after]]
    every = {f"{key}={value}": ({**own, key: value}, sizes) for key, value in made}
    others = [sorted({*sizes} ^ {str(size)}) for size in SIZES]
    return every | {f"also={','.join(each)}": (own, each) for each in others}


def refusals(text: str) -> dict[str, Sequence[Fault]]:
    """The choices that cannot be saved, and why."""
    found: dict[str, Sequence[Fault]] = {}
    before = parse_regulation(text)
    for choice, (values, sizes) in choices(text).items():
        try:
            parse_regulation(edit(text, before, values, sizes))
        except Faulty as faulty:
            found[choice] = faulty.faults
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped.names())
def test_every_choice_of_the_form_is_a_regulation_that_can_be_adopted(name: str) -> None:
    found = refusals(shipped.text(name))
    assert {choice: "+".join(each.code for each in faults) for choice, faults in found.items()} == REFUSED.get(name, {})
    for choice, (fault,) in found.items():
        assert fault.path == choice.partition("=")[0]
        told = {fault.sentence(language) for language in LANGUAGES}
        assert len(told) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("name", "field", "value", "code"),
    [("hasbro", "minutes_0", "", "minutes_needed"), ("kobe-gp", "size", "3", "size_without_points")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_saved_is_told_in_words(
    world: World, language: str, name: str, field: str, value: str, code: str
) -> None:
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    path, text = f"/events/{world.event}/regulation/change?lang={language}", shipped.text(name)
    world.ask("PUT", f"/events/{world.event}/regulation", json={"text": text})
    token = client.get(path).get_data(as_text=True).split('name="csrf_token" value="')[1].split('"')[0]
    body = {**fields(text), "also": also(text), "csrf_token": token, field: value}
    refused = client.post(path, data=body, headers={"Accept": "text/html"})
    page = html.unescape(refused.get_data(as_text=True))
    said = page.split('role="alert"')[1].split("</div>")[0]
    (sentence,) = (re.sub("<[^>]+>", "", each) for each in re.findall("<li>(.*?)</li>", said))
    facts = {"least": 1, "most": 1440, "size": 3}
    texts = tomllib.loads((files("tournaments") / "texts" / f"faults.{language}.toml").read_text("utf-8"))
    assert (refused.status_code, texts[code].format(**facts) in sentence) == (422, True)
    assert RAW.search(sentence) is None, sentence


def test_what_a_choice_makes_needless_goes_along() -> None:
    def changed(name: str, **values: str) -> Regulation:
        text = shipped.text(name)
        return parse_regulation(edit(text, parse_regulation(text), {**fields(text), **values}, also(text)))

    def steps(found: Regulation) -> list[tuple[int, str]]:
        return (
            [(each.after, type(each.who).__name__) for each in found.qualification.steps] if found.qualification else []
        )

    content: Any = changed("world-1977", size="3").content
    listed = content["points"]["rule"]
    assert [len(each["by_place"]) for each in listed if "by_place" in each] == [3]
    assert steps(changed("jma-area-2022", count_0="1")) == [(1, "Everybody"), (1, "Group")]  # nobody wins three of one
    assert steps(changed("world-2000", count_0="2")) == [(2, "Everybody")]
    assert steps(changed("jma-national-2005", count_0="4"))[0] == (2, "StraightWinners")
    for count, after, beside in (("3", 2, 3), ("2", 1, 2), ("1", 1, None), ("4", 2, 4)):
        cup = changed("jma-presidents-cup-2005", count_0=count)  # its final is played beside the last round
        assert (steps(cup), cup.rounds[-1].beside) == ([(after, "Everybody")], beside)


@SQLITE_ONLY
@pytest.mark.parametrize(
    "name", ["jma-national-2012", *(pytest.param(each, marks=pytest.mark.slow) for each in shipped.names())]
)
def test_other_points_take_their_parameters_along_with_the_comments_on_them(world: World, name: str) -> None:
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    path, text = f"/events/{world.event}/regulation/change", shipped.text(name)
    world.ask("PUT", f"/events/{world.event}/regulation", json={"text": text})
    token = client.get(path).get_data(as_text=True).split('name="csrf_token" value="')[1].split('"')[0]
    body = {**fields(text), "also": also(text), "csrf_token": token}
    for points in POINTS:
        shown = client.post(path, data={**body, "points": points})
        assert shown.status_code == 200, (points, shown.get_data(as_text=True))
    assert client.post(path, data={**body, "points": "share", "do": "adopt"}).status_code == 303
    stored = world.ask("GET", f"/events/{world.event}/regulation").get_json()["text"]
    assert "share = 1" in stored
    if name == "jma-national-2012":
        assert "factor" not in stored and "as in 2005" not in stored.lower()
        assert "# Not seen: how many play the final and how long.\nfinalists = 5" in stored


def test_a_final_that_has_no_sizes_of_its_own_may_get_other_finalists() -> None:
    text = shipped.text("switzerland-quick")
    found = parse_regulation(edit(text, parse_regulation(text), {**fields(text), "finalists": "4"}, also(text)))
    assert found.qualification is not None and found.qualification.places == 4


def test_how_sizes_make_the_numbers_fit_is_chosen_and_its_effect_is_told(world: World) -> None:
    hall = Hall(world, players=14)
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    path = f"/events/{hall.event}/regulation/change"
    token = client.get(path).get_data(as_text=True).split('name="csrf_token" value="')[1].split('"')[0]
    body = {**fields(PLAN), "points": "assets", "also": ["5", "6"], "csrf_token": token}
    for fit, sizes in (("even", [(1, 4), (2, 5)]), ("preferred", [(2, 4), (1, 6)])):
        response = client.post(path, data={**body, "fit": fit}, headers={"Accept-Language": "ja"})
        tables = "、".join(JA["effect_tables_of"].format(count=count, size=size) for count, size in sizes)
        assert JA["effect_tables"].format(players=14, tables=tables) in html.unescape(response.get_data(as_text=True))
    assert client.post(path, data={**body, "fit": "preferred", "do": "adopt"}).status_code == 303
    adopted = parse_regulation(hall.done("GET", f"/events/{hall.event}/regulation")["text"])
    assert adopted.tables.fit == "preferred"
    assert sorted(len(table["players"]) for table in hall.draw(1)["rounds"][0]["tables"]) == [4, 4, 6]


def changed(text: str, **values: str) -> Regulation:
    """A regulation after a form that was sent as it is, but for some values."""
    return parse_regulation(edit(text, parse_regulation(text), {**fields(text), **values}, also(text)))


@pytest.mark.parametrize("text", [PLAN, REGULATION, shipped.text("jma-national-2012"), shipped.text("kobe-gp")])
def test_the_manner_of_seating_is_changed_to_and_fro(text: str) -> None:
    before = parse_regulation(text)
    main = sum(each.stage == "main" for each in before.rounds)
    ranked = changed(text, manner="ranked")
    assert [each.seating for each in ranked.rounds[:main]] == ["drawn", *["ranked"] * (main - 1)]
    drawn = edit(text, before, {**fields(text), "manner": "drawn"}, also(text))
    assert {each.seating for each in parse_regulation(drawn).rounds[:main]} == {"drawn"}
    again = changed(drawn, manner="schedule")
    assert [each.seating for each in again.rounds[:main]] == ["schedule"] * main
    assert [replace(each, seating="") for each in again.rounds] == [replace(each, seating="") for each in before.rounds]


def test_clubs_are_kept_apart_or_not() -> None:
    assert changed(PLAN, apart="no").seating.aims == ("rematches", "start_order")
    assert changed(REGULATION, apart="yes").seating.aims == ("clubs",)
    assert changed(PLAN, apart="yes").seating.aims == parse_regulation(PLAN).seating.aims


def test_a_final_is_taken_away_and_another_is_added() -> None:
    none = edit(PLAN, parse_regulation(PLAN), {**fields(PLAN), "after": "none"}, also(PLAN))
    found = parse_regulation(none)
    assert ([each.stage for each in found.rounds], found.qualification) == (["main"] * 3, None)
    again = changed(none, after="top", top_finalists="５", top_minutes="100分", count_0="2")
    assert [(each.stage, each.minutes, each.sizes) for each in again.rounds][2:] == [("final", 100, (5,))]
    assert again.qualification is not None
    assert (again.qualification.places, again.qualification.steps[0].after) == (5, 2)
    area = changed(shipped.text("jma-area-2022"), after="top", top_finalists="4", top_minutes="90")
    assert [each.stage for each in area.rounds] == ["main"] * 3 + ["final"]


def test_a_semi_final_is_added_by_form() -> None:
    found = changed(PLAN, after="semi", top_finalists="4", top_minutes="80", semi_tables="３")
    assert [(each.stage, each.minutes, each.sizes) for each in found.rounds][3:] == [
        ("semi", 80, (4,)),
        ("final", 80, (4,)),
    ]
    assert found.qualification is not None and found.qualification.places == 12
    assert [(each.tables, each.advance, each.extra) for each in found.qualification.stages] == [(3, 1, 1), (1, None, 0)]
    with pytest.raises(Faulty) as refused:
        changed(PLAN, after="semi", top_finalists="4", top_minutes="80", semi_tables="5")
    assert [(each.path, each.code) for each in refused.value.faults] == [("semi_tables", "semi_beyond_final")]


def test_classes_get_finals_of_their_own_by_form_and_lose_them_again() -> None:
    two = {"class_0": "ビギナー", "class_places_0": "３", "class_1": "ジュニア", "class_places_1": "4"}
    text = edit(PLAN, parse_regulation(PLAN), {**fields(PLAN), **two}, also(PLAN))
    found = parse_regulation(text)
    assert found.qualification is not None
    rules = found.qualification.classes
    assert [(each.class_name, each.places, each.steps[0].after) for each in rules] == [
        ("ビギナー", 3, 3),
        ("ジュニア", 4, 3),
    ]
    assert found.rounds[-1].sizes == (4, 3)
    assert edit(text, found, {**fields(text), **two}, also(text)) == text, "what nobody changed stays as it is"
    fewer = changed(text, **{**two, "class_1": "", "count_0": "2"})
    assert fewer.qualification is not None
    assert [(each.class_name, each.steps[0].after) for each in fewer.qualification.classes] == [("ビギナー", 2)]
    none = changed(text, **dict.fromkeys(two, ""))
    assert none.qualification is not None and none.qualification.classes == ()
    for after, names, code in (("none", "ab", "class_without_final"), ("keep", "aa", "name_twice")):
        with pytest.raises(Faulty) as refused:
            changed(PLAN, after=after, **{**two, "class_0": names[0], "class_1": names[1]})
        assert code in {each.code for each in refused.value.faults}


def test_another_ruleset_takes_along_only_what_it_knows() -> None:
    city = changed(shipped.text("jma-national-2012"), ruleset="city")
    assert (city.game.ruleset, city.game.options) == ("city", {})
    timed = changed(shipped.text("world-2000"), ruleset="classic-us-timed")
    assert timed.rounds[-1].minutes == 90  # its final had no limit, and these rules know no such game


def test_who_confirms_results_is_a_choice_and_the_usual_one_needs_no_line() -> None:
    alone = edit(PLAN, parse_regulation(PLAN), {**fields(PLAN), "confirmation": "look_again"}, also(PLAN))
    assert parse_regulation(alone).results.confirmation == "look_again"
    back = edit(alone, parse_regulation(alone), {**fields(alone), "confirmation": "by_staff"}, also(alone))
    assert "results" not in back and parse_regulation(back).results.confirmation == "by_staff"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", shipped.names())
def test_the_card_of_a_regulation_says_where_people_go_on_to(name: str, language: str) -> None:
    regulation = shipped.load(name)
    if regulation.qualification is None:
        return
    said = goes_on_text(regulation, regulation.qualification, language)
    stages = [each.stage for each in regulation.rounds if each.stage != "main"]
    named = words(language)[f"reg_stage_{stages[0]}"] if stages else ""
    assert named in said
    final = words(language)["reg_stage_final"]
    assert (final in said) == (named != "" and final in named)


def test_the_title_of_a_regulation_needs_one_language_only() -> None:
    titled = 'title = { ja = "試験杯", en = "Test cup", zh = "测试杯" }'
    for language in LANGUAGES:
        found = parse_regulation(PLAN.replace(titled, f'title = {{ {language} = "Pokal" }}'))
        assert set(found.titles.values()) == {"Pokal"}
    with pytest.raises(Faulty) as refused:
        parse_regulation(PLAN.replace(titled, "title = {}"))
    assert [(each.path, each.code) for each in refused.value.faults] == [("title", "no_language")]


def test_the_house_rule_of_free_parking_is_set_by_the_form_told_and_found_by_the_search() -> None:
    """The search answers what happens on Free Parking by the event's own options, instead of by the published rule."""
    text = shipped.text("jma-national-2012")
    chosen = {"option_parking_taxes": "1", "option_parking_stake": "3"}
    house = edit(text, parse_regulation(text), {**fields(text), **chosen}, also(text))
    game = parse_regulation(house).game
    assert {name: game.options[name] for name in ("parking_taxes", "parking_stake")} == {
        "parking_taxes": True,
        "parking_stake": 500,
    }
    ruleset = rulesets.load(game.ruleset)
    questions = {"en": "what happens on Free Parking", "ja": "フリーパーキングに止まったら", "zh": "停在免费停车场"}
    for language in LANGUAGES:
        told = " ".join(regulation_text(parse_regulation(house), language).game)
        assert "parking_" not in told and "500" in told
    for regulation, language, first in (
        (text, "ja", "JMA/PARK-1"),
        *((house, each, "HOUSE/PARKING-1") for each in LANGUAGES),
    ):
        found = index(ruleset, language, regulation)
        law = [
            each.point.id for each in found.search(questions[language]) if each.point.id in ruleset.catalogue.clauses
        ]
        assert law[0] == first
        assert ("JMA/PARK-1" in law) == (first == "JMA/PARK-1")
    assert [each.point.id for each in found.search("JMA/PARK-1")][:1] == ["HOUSE/PARKING-1"]
