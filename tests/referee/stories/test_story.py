"""The figures of whole games, recomputed from their records alone: dice as reported, money as paid, deeds as owned."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rulesets
from referee.stories.sheet import SHEETS, sheet
from referee.stories.story import Story, story_of
from referee.stories.turning import BANKRUPT, END, GROUP, RENT
from rulesets.reports import as_report

ROOT = Path(__file__).parents[3]
FOREIGN = ("kesef-0018", "kesef-0052", "kesef-0104", "kesefb-1011", "kesefb-1051", "kesefb-1094")
OWN = ("championship-table", "opera-and-hotels", "time-up-in-an-auction")
RECORDS = [ROOT / "tests" / "records" / f"{name}.jsonl" for name in FOREIGN] + [
    ROOT / "docs" / "samples" / f"{name}.jsonl" for name in OWN
]
Answers = list[dict[str, Any]]


@pytest.fixture(scope="module", params=RECORDS, ids=lambda path: path.stem)
def played(request: pytest.FixtureRequest) -> tuple[Story, list[Any], Answers]:
    """The story of a record, its reports, and the answers to them as JSON."""
    header, *reports = map(json.loads, filter(str.strip, request.param.read_text("utf-8").splitlines()))
    record = rulesets.replay(header, reports, stop=False)
    assert record.opening.game is not None
    return story_of(record.opening.game, record.answers), reports, [each.to_json() for each in record.answers]


def standing(reports: list[Any], answers: Answers) -> list[tuple[Any, dict[str, Any]]]:
    """The reports that were accepted and not taken back, with their answers: going back at every retraction."""
    kept: list[tuple[Any, dict[str, Any]]] = []
    for report, answer in zip(reports, answers, strict=True):
        if not answer["accepted"]:
            continue
        if report["type"] == "retract":
            kept = [each for each in kept if each[1]["seq"] < report["seq"]]
        else:
            kept.append((report.get("apply", report), answer))  # a ruling may let a report stand
    return kept


def test_the_dice_are_those_that_were_reported(played: tuple[Story, list[Any], Answers]) -> None:
    story, reports, answers = played
    thrown: Counter[tuple[str, int]] = Counter()
    for report, _ in standing(reports, answers):
        if report["type"] == "roll" and not report.get("off_board"):
            thrown[report["player"], sum(report["dice"])] += 1
    found = {(seat, total): count for seat, counts in story.dice.items() for total, count in counts.items() if count}
    assert found == dict(thrown)


def test_the_rents_are_those_that_were_paid(played: tuple[Story, list[Any], Answers]) -> None:
    story, reports, answers = played
    paid: dict[tuple[str, str], list[int]] = {}
    for _, answer in standing(reports, answers):
        for event in answer["events"]:
            if event["kind"] == "paid" and event.get("cause") == "rent":
                paid.setdefault((event["player"], event["to"]), []).append(event["amount"])
    assert story.rents() == {pair: (sum(amounts), len(amounts)) for pair, amounts in paid.items()}


def test_cash_is_that_of_the_position_in_the_end_and_landings_are_one_for_each_throw_that_moved(
    played: tuple[Story, list[Any], Answers],
) -> None:
    story, reports, answers = played
    end = rulesets.load(story.game.ruleset.name).mechanics.position(story.moments[-1].state)
    assert {seat: sums[-1] for seat, sums in story.cash.items()} == {
        seat: each["cash"] for seat, each in end["players"].items()
    }
    moved = [
        event["to"]
        for report, answer in standing(reports, answers)
        for event in answer["events"][:3]
        if report["type"] == "roll" and event["kind"] == "moved" and follows(story.track, event, report["dice"])
    ]
    landed = Counter(story.track.index(space) for space in moved)
    assert [each.real for each in story.landings] == [landed[at] for at in range(len(story.track))]
    assert sum(each.expected for each in story.landings) == len(moved)


def follows(track: tuple[str, ...], event: dict[str, Any], dice: list[int]) -> bool:
    """Whether a move was by as many spaces as the dice show."""
    return (track.index(event["to"]) - track.index(event["from"]) - sum(dice)) % len(track) == 0


def test_what_some_were_charged_others_earned(played: tuple[Story, list[Any], Answers]) -> None:
    luck = played[0].luck.values()
    assert sum(each.charged for each in luck) == sum(each.earned for each in luck)
    assert sum(each.charged_expected for each in luck) == sum(each.earned_expected for each in luck)
    assert all(each.charged_expected >= 0 and each.charged >= 0 for each in luck)


def test_turning_points_are_where_something_turned(played: tuple[Story, list[Any], Answers]) -> None:
    story, _, _ = played
    mechanics = story.game.ruleset.mechanics
    for point in story.turning_points:
        before, now = story.moments[max(0, point.moment - 1)], story.moments[point.moment]
        if point.kind == RENT:
            assert point.event is not None and point.player is not None
            assert 4 * point.event["amount"] >= story.figures.worths[point.player][point.moment - 1]
        elif point.kind == BANKRUPT:
            assert mechanics.position(now.state)["players"][point.player]["out"]
            assert not mechanics.position(before.state)["players"][point.player]["out"]
        elif point.kind == GROUP:
            printed = mechanics.printed(story.game.state.table, "en")["groups"]
            deeds = next(group["deeds"] for group in printed if group["key"] == point.group)
            owners = [{held(mechanics.position(each.state), deed) for deed in deeds} for each in (before, now)]
            assert owners[1] == {point.player} != owners[0]
        elif point.kind == END:
            assert mechanics.over(now.state)


def held(position: dict[str, Any], deed: str) -> str | None:
    owner: str | None = position["deeds"].get(deed, {}).get("owner")
    return owner


def test_every_sheet_has_a_row_for_each_of_its_things(played: tuple[Story, list[Any], Answers]) -> None:
    story, _, _ = played
    rows = {name: sheet(story, name).splitlines() for name in SHEETS}
    assert len(rows["wealth"]) == 1 + len(story.moments)
    assert len(rows["rents"]) == 1 + len(story.figures.rents)
    assert len(rows["landings"]) == 1 + len(story.track)
    assert len(rows["deals"]) == 1 + 2 * len(story.deals)
    assert len(rows["dice"]) == len(rows["luck"]) == 1 + len(story.cash)
    assert {len(row.split(",")) for row in rows["wealth"]} == {1 + 2 * len(story.cash)}


def test_the_luck_of_a_single_throw_is_reckoned_by_hand() -> None:
    law = rulesets.load("classic-us")
    opening = law.start(
        ["A", "B"], start={"deeds": {"baltic_avenue": {"owner": "B"}, "oriental_avenue": {"owner": "B"}}}
    )
    story = story_of(opening, [law.judge(opening, {"type": "roll", "player": "A", "dice": [1, 2]})])
    # From GO a throw of 3 (2 ways of 36) is charged $4 on Baltic Avenue, one of 6 (5 ways) $6 on Oriental Avenue.
    assert (story.luck["A"].charged, story.luck["A"].charged_expected) == (4, Fraction(2 * 4 + 5 * 6, 36))
    assert (story.luck["B"].earned, story.luck["B"].earned_expected) == (4, Fraction(38, 36))
    assert [at for at, each in enumerate(story.landings) if each.real] == [3]
    assert story.landings[7].expected == Fraction(6, 36)


def test_a_group_that_comes_into_one_hand_is_a_turning_point_once() -> None:
    law = rulesets.load("classic-us")
    opening = law.start(["A", "B"], start={"deeds": {"mediterranean_avenue": {"owner": "A"}}, "turn": "A"})
    answers, game = [], opening
    for report in ({"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "buy", "player": "A"}):
        answers.append(law.judge(game, as_report(report)))
        game = answers[-1].game
    (point,) = story_of(opening, answers).turning_points
    assert (point.kind, point.player, point.moment) == (GROUP, "A", 2)
