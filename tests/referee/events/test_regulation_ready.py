"""A ready event in three questions, through its pages."""

from __future__ import annotations

import html
import re
from itertools import product

import pytest
from flask.testing import FlaskClient

import rulesets
from referee.core.language import words
from referee.events.regulation import parse_regulation
from referee.events.regulation_plan import outline_text
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.world import World
from tournaments.regulation.outline import SIZES, proposed

JA = words("ja")
HTML = {"Accept": "text/html"}


def browser(world: World) -> FlaskClient:
    client = world.app.test_client()
    client.set_cookie("referee", world.tokens["administrator"])
    return client


def answered(client: FlaskClient, path: str, language: str = "ja", **answers: str) -> tuple[int, str]:
    """The status and the text of the page, after the answers were sent."""
    token = client.get(path).get_data(as_text=True).split('name="csrf_token" value="')[1].split('"')[0]
    given = {"people": "9", "hours": "6", "final": "yes", "sizes": "4-5-6", "ruleset": "jma-2006", "starts": "10:00"}
    sent = client.post(f"{path}?lang={language}", data={**given, "csrf_token": token, **answers}, headers=HTML)
    return sent.status_code, html.unescape(sent.get_data(as_text=True))


@SQLITE_ONLY
def test_the_final_has_its_name_on_every_page_before_anything_is_drawn_and_after(world: World) -> None:
    held, client = HeldEvent(world, 12), browser(world)
    assert answered(client, f"/events/{held.event}/regulation/ready", do="adopt")[0] == 303
    held.done("PUT", f"/events/{held.event}/public", open=True, address="hall", parts=["seating", "tables"])
    number, name, seen, found = JA["round"].format(number=4), JA["reg_stage_final"], 0, []
    for prepare in (held.rounds, held.begin):
        prepare()
        for address in held.addresses("hall"):
            answer = client.get(address, query_string={"lang": "ja"}, headers=HTML)
            page = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
            seen += name in page
            found += [address] if number in page else []
    assert found == []
    assert seen > 20


def test_an_event_is_made_by_its_name_and_three_answers(world: World) -> None:
    client = browser(world)
    token = client.get("/").get_data(as_text=True).split('name="csrf_token" value="')[1].split('"')[0]
    made = client.post("/events", data={"csrf_token": token, "name": "秋の大会", "language": "ja"}, headers=HTML)
    path = made.headers["Location"]
    assert path.endswith("/regulation/ready")
    status, page = answered(client, path, people="１１６", hours="8時間", starts="9時半")
    assert status == 200
    for line in (
        JA["effect_day"].format(starts="9:30", ends="16:45"),
        JA["effect_go_on"].format(count=4, stage=JA["reg_stage_final"]),
        JA["effect_tables"].format(players=116, tables=JA["effect_tables_of"].format(count=29, size=4)),
        JA["timetable_slot"].format(starts="9:30", ends="11:00", games=JA["round"].format(number=1)),
        JA["timetable_meal"].format(starts="12:45"),
    ):
        assert line in page, line
    assert answered(client, path, people="116", hours="8", starts="9:30", do="adopt")[0] == 303
    event = path.removesuffix("/regulation/ready")
    found = parse_regulation(world.ask("GET", f"/{event.strip('/')}/regulation").get_json()["text"])
    assert [each.minutes for each in found.rounds] == [90] * 4
    assert found.titles["en"] == found.titles["ja"] == "秋の大会"
    timetable = world.ask("GET", event).get_json()["timetable"]
    assert timetable.splitlines()[0] == "9:30–11:00 第1ラウンド"


@SQLITE_ONLY
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("people", "viele", "cell_not_whole"),
        ("people", "7", "people_unseatable"),
        ("hours", "bald", "cell_not_hours"),
        ("hours", "0:30", "too_few_hours"),
        ("starts", "früh", "cell_not_time"),
    ],
)
def test_what_does_not_fit_is_told_in_words_and_kept_as_typed(
    world: World, language: str, field: str, value: str, code: str
) -> None:
    client, path = browser(world), f"/events/{world.event}/regulation/ready"
    status, page = answered(client, path, language, **{field: value})
    said = page.split('role="alert"')[1].split("</div>")[0]
    (sentence,) = re.findall("<li>(.*?)</li>", said, re.DOTALL)
    assert status == 422, code
    assert f'value="{value}"' in page
    assert "{" not in sentence and "None" not in sentence


def test_where_all_sit_at_one_table_there_is_no_final_and_the_page_says_so(world: World) -> None:
    status, page = answered(browser(world), f"/events/{world.event}/regulation/ready", people="5")
    assert (status, JA["ready_one_table"] in page, JA["effect_qualify"][:6] in page) == (200, True, False)


def test_a_semi_final_is_an_answer_and_where_nobody_would_be_out_the_page_says_so(world: World) -> None:
    client, path = browser(world), f"/events/{world.event}/regulation/ready"
    _, page = answered(client, path, people="36", hours="9", final="semi")
    assert JA["effect_go_on"].format(count=16, stage=JA["reg_stage_semi"]) in page and JA["ready_no_semi"] not in page
    _, page = answered(client, path, people="9", final="semi")
    assert JA["effect_go_on"].format(count=4, stage=JA["reg_stage_final"]) in page and JA["ready_no_semi"] in page
    assert answered(client, path, people="36", hours="9", final="semi", do="adopt")[0] == 303
    form = html.unescape(client.get(path.replace("ready", "change")).get_data(as_text=True))
    assert JA["form_after_keep"] in form and JA["form_after_semi"] in form


def test_a_timetable_that_somebody_wrote_stays_and_a_regulation_in_force_is_not_made_anew(world: World) -> None:
    client, path = browser(world), f"/events/{world.event}/regulation/ready"
    world.ask("PATCH", f"/events/{world.event}", json={"timetable": "9:00 受付"})
    assert answered(client, path, do="adopt")[0] == 303
    assert world.ask("GET", f"/events/{world.event}").get_json()["timetable"] == "9:00 受付"


def test_every_answer_makes_a_regulation() -> None:
    for sizes, ruleset, (final, semi), (people, hours) in product(
        SIZES.values(), rulesets.names(), ((True, False), (True, True), (False, False)), ((12, 3), (60, 8))
    ):
        outline = proposed(people, hours * 60, sizes, ruleset, final=final, semi=semi)
        found = parse_regulation(outline_text(outline, {"zh": '我们的"杯"'}))
        assert (found.game.ruleset, found.tables.sizes) == (ruleset, sizes)
        assert (found.qualification is not None) == final
        rule = found.qualification
        if not semi or rule is None or not rule.stages:
            assert not semi or people == 12, "where too few would be out, there is no semi-final"
            continue
        (first, last) = rule.stages
        assert found.stages == ("semi", "final") and (first.name, last.name) == found.stages
        assert rule.places == first.tables * sizes[0] and 3 * rule.places <= 2 * people
        assert first.tables * (first.advance or 0) + first.extra == sizes[0] == found.rounds[-1].sizes[0]
        assert found.titles["en"] == '我们的"杯"'
