"""Rounds by standing, rotation and choice, play-offs and places given back are made again from the archive alone."""

from __future__ import annotations

import json

import pytest

from referee.finals.questions import questions
from referee.results.facts import facts_of
from tests.referee.support.archived_day import ArchivedDay, changed, texts_of, verified
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.hall import PLAN, Hall
from tests.referee.support.world import World
from tournaments.archive.lines import compact_json
from tournaments.seating.file import fingerprint

FOLLOWING = PLAN.replace(
    '[[round]]\nrepeat = 3\nseating = "schedule"\nminutes = 75\n',
    '[[round]]\nseating = "self_chosen"\nminutes = 75\n\n[[round]]\nseating = "{second}"\nminutes = 75\n\n'
    '[[round]]\nseating = "ranked"\nminutes = 75\n',
)
UNCONFIRMED = '\n[results]\nconfirmation = "none"\n'


def archive_of(hall: Hall) -> bytes:
    return bytes(ArchivedDay.archive(hall))  # type: ignore[arg-type]


def play(hall: Hall, number: int, level: bool = False) -> None:
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
    hall.done("POST", f"/rounds/{round_}/results/publish")


@SQLITE_ONLY
@pytest.mark.parametrize(("second", "start"), [("rotation", "rolled"), ("rotation_by_place", "drawn")])
def test_seats_follow_from_earlier_ones_and_from_results(world: World, second: str, start: str) -> None:
    text = FOLLOWING.replace("{second}", second) + UNCONFIRMED
    text = text.replace('aims = ["rematches", "clubs", "start_order"]\n', f'start_order = "{start}"\n')
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
