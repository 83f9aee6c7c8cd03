"""Rounds by standing, rotation and choice, play-offs and places given back are made again from the archive alone."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from referee.finals.questions import questions
from referee.results.facts import facts_of
from tests.referee.support.archived_day import ArchivedDay, archive_of, changed, texts_of, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import CLUBS, PLAN, Hall
from tests.referee.support.world import World
from tournaments.archive.lines import compact_json
from tournaments.seating.file import fingerprint

FOLLOWING = PLAN.replace(
    '[[round]]\nrepeat = 3\nseating = "schedule"\nminutes = 75\n',
    '[[round]]\nseating = "self_chosen"\nminutes = 75\n\n[[round]]\nseating = "{second}"\nminutes = 75\n\n'
    '[[round]]\nseating = "ranked"\nminutes = 75\n',
)
AIMS = 'aims = ["rematches", "clubs", "start_order"]\n'
UNCONFIRMED = '\n[results]\nconfirmation = "none"\n'


def play(hall: Hall, number: int, level: bool = False, publish: bool = True) -> None:
    """Play a round; ``level``: with the same for everybody."""
    for table in hall.tables(number):
        seats = hall.done("GET", f"/tables/{table['id']}/results")["seats"]
        rows = [
            {"player": each["player"], "assets": 500 if level else 100 + 37 * int(each["number"]) * (place + 2)}
            for place, each in enumerate(seats)
        ]
        hall.done("POST", f"/tables/{table['id']}/results", version=0, points=rows)
    round_ = next(each["id"] for each in hall.rounds() if each["number"] == number)
    hall.done("POST", f"/rounds/{round_}/close", anyway=True, reason="over")
    if publish:
        published(hall, number)


def published(hall: Hall, number: int) -> None:
    """Publish the results of a round."""
    round_ = next(each["id"] for each in hall.rounds() if each["number"] == number)
    hall.done("POST", f"/rounds/{round_}/results/publish")


@SQLITE_ONLY
@pytest.mark.parametrize(("second", "start"), [("rotation", "rolled"), ("rotation_by_place", "drawn")])
def test_seats_follow_from_earlier_ones_and_from_results(world: World, second: str, start: str) -> None:
    text = FOLLOWING.replace("{second}", second) + UNCONFIRMED
    text = text.replace(AIMS, f'start_order = "{start}"\n')
    hall = Hall(world, 16, text)
    hall.published(1, tables=[hall.players[place : place + 4] for place in range(0, 16, 4)])
    if start == "rolled":
        first = hall.tables(1)[0]["id"]
        seated = [each["player"] for each in hall.done("GET", f"/tables/{first}/results")["seats"]]
        hall.done("PUT", f"/tables/{first}/start-order", players=seated[::-1])
    for number in (1, 2, 3):
        play(hall, number)
        hall.published(number + 1)
    # What is corrected, or who leaves, after the final was seated changes nothing about how it was seated.
    table = hall.tables(3)[-1]["id"]
    at = hall.done("GET", f"/tables/{table}/results")
    rows = [{"player": each["player"], "assets": 9000} for each in at["seats"]]
    hall.done("POST", f"/tables/{table}/results", version=1, points=rows, note="miscounted")
    archive = archive_of(hall)
    found = verified(archive)
    assert [each.sentence("en") for each in found.differences] == []
    assert {each.code for each in found.acts} >= ({"act_exchange"} if start == "rolled" else set())
    # At the only table of a final whose start order is rolled, nobody can be seated otherwise.
    for kind in (second, "ranked", *(("qualifiers",) if start == "drawn" else ())):
        other = changed(archive, {"seatings.jsonl": forged(texts_of(archive)["seatings.jsonl"], kind)}, seal=True)
        assert "seats_follow" in {each.code for each in verified(other).differences}, kind


def forged(text: str, kind: str) -> str:
    """Seatings in which two players of a kind have exchanged seats, with a new fingerprint."""
    lines = [json.loads(line) for line in text.splitlines()]
    document = next(each["document"] for each in lines if each["document"].get("kind") == kind)
    tables = document["rounds"][0]
    tables[0][0], tables[-1][-1] = tables[-1][-1], tables[0][0]
    document["rounds"][0] = [sorted(table) if document["input"]["start"] == "rolled" else table for table in tables]
    document["fingerprint"] = fingerprint(document)
    return "".join(compact_json(each) + "\n" for each in lines)


@SQLITE_ONLY
def test_a_play_off_a_decision_and_a_place_given_back_are_recomputed_and_listed(world: World) -> None:
    text = PLAN.replace("repeat = 3", "repeat = 1").replace("after = 3", "after = 1") + UNCONFIRMED
    text = text.replace('by = "lots"', 'by = "roll_off"')
    hall = Hall(world, 8, text)
    hall.published(1)
    play(hall, 1, level=True)
    with world.app.app_context(), world.service.database.read() as session:
        (wanted, *_) = questions(facts_of(session, hall.event))
    order = list(wanted.players)
    body = {"about": wanted.about, "by": wanted.by, "order": order, "note": "thrown"}
    hall.done("POST", f"/events/{hall.event}/decisions", **body)
    found = verified(archive_of(hall))
    assert [each.sentence("en") for each in found.differences] == []
    (act,) = found.acts
    assert (act.code, act.why, act.author) == ("act_decision", "thrown", "administrator")


LOSS = """
[[penalties.step]]
key = "loss"
title = { ja = "失格負け", en = "Game loss", zh = "判负" }
weight = 1
effect = "last"

[[penalties.category]]
key = "late"
title = { ja = "遅刻", en = "Late", zh = "迟到" }
first = "loss"
"""


@SQLITE_ONLY
def test_seats_by_what_is_not_public_are_said_not_to_follow_from_the_public_archive(world: World) -> None:
    """Whoever lost a game by a penalty is seated by it; nobody is told of one that was cancelled before publication."""
    text = FOLLOWING.replace("{second}", "rotation_by_place").replace(AIMS, "") + UNCONFIRMED + LOSS
    hall = Hall(world, 16, text)
    hall.published(1, tables=[hall.players[place : place + 4] for place in range(0, 16, 4)])
    for number in (1, 2, 3):
        play(hall, number, publish=False)
        penalty = {"player": winner(hall, number), "category": "late", "step": "loss", "facts": "late"}
        given = hall.done("POST", f"/events/{hall.event}/penalties", table_id=hall.tables(number)[0]["id"], **penalty)
        hall.published(number + 1)
        hall.done("POST", f"/penalties/{given['id']}/cancel", reason="wrong table")
        if number < 3:
            published(hall, number)
    assert withheld(hall) == [[], ["penalties"], ["penalties"], ["results", "penalties"]]
    published(hall, 3)
    assert withheld(hall) == [[], ["penalties"], ["penalties"], ["penalties"]]
    # Only the public archive may withhold anything.
    archive = archive_of(hall)
    own = texts_of(archive)["seatings.jsonl"].replace('"withheld":[]', '"withheld":["penalties"]')
    other = changed(archive, {"seatings.jsonl": forged(own, "ranked")}, seal=True)
    assert "seats_follow" in {each.code for each in verified(other).differences}


BONUS = """
[[points.bonus]]
flags = ["beginner"]
points = 9000
"""


@SQLITE_ONLY
@pytest.mark.parametrize("way", ["form", "list"])
def test_who_has_a_flag_only_since_the_final_was_seated_is_not_in_it(world: World, way: str) -> None:
    """What gives points may be noted late; the seats are made again by what was known when they were made."""
    hall = Hall(world, 8, PLAN.replace("[[standings", BONUS + "[[standings", 1) + UNCONFIRMED)
    hall.published()
    for number in (1, 2, 3):
        play(hall, number)
    final = hall.published(4)
    seated = {each["id"] for table in final["rounds"][0]["tables"] for each in table["players"]}
    late = next(each for each in hall.players if each not in seated)
    if way == "form":
        hall.done("PATCH", f"/players/{late}", flags=["beginner"])
    else:
        number = hall.players.index(late) + 1
        rows = f"number,name,club,flags\n{number},選手{number},{CLUBS[number % 3]},beginner\n"
        data = b64encode(rows.encode()).decode()
        hall.done("POST", f"/events/{hall.event}/players/import", data=data, apply=True)
    assert withheld(hall) == [[], ["fields"]]


def winner(hall: Hall, number: int) -> str:
    """Who won at the first table of a round."""
    result = hall.done("GET", f"/tables/{hall.tables(number)[0]['id']}/results")["versions"][0]
    return str(max(result["players"], key=lambda each: each["assets"])["player"])


def withheld(hall: Hall) -> list[list[str]]:
    """What the public archive withholds of each seating; both archives are the same, and its notes say it."""
    assert [each.sentence("en") for each in verified(archive_of(hall)).differences] == []
    public = archive_of(hall, public=True)
    found = verified(public)
    assert [each.sentence("en") for each in found.differences] == []
    lines = [json.loads(line)["withheld"] for line in texts_of(public)["seatings.jsonl"].splitlines()]
    notes = found.notes("en")
    for number, each in enumerate(lines, 1):
        assert any(f"seatings.jsonl:{number}" in note for note in notes) is bool(each)
    return lines


@SQLITE_ONLY
@pytest.mark.parametrize("public", [False, True])
def test_an_archive_made_in_the_middle_of_a_day_is_the_same_too(world: World, public: bool) -> None:
    day = ArchivedDay(world, 9)
    assert verified(day.archive(public=public)).differences == ()
    day.seat()
    assert verified(day.archive(public=public)).differences == ()
    day.play(1)
    day.between()
    day.enter(day.tables(2)[0]["id"], "log")
    archive = day.archive(public=public)
    found = verified(archive)
    assert [each.sentence("en") for each in found.differences] == []
    assert ('"round":2' in texts_of(archive)["results.jsonl"]) is not public
    assert ("logs/round-2-table-1.jsonl" in texts_of(archive)) is not public
