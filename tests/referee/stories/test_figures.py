"""Net worth over the reports, ownership over time and rents agree with the positions and answers of the game."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import rulesets
from referee.stories.figures import Rent, Span, figures, standing_moments
from rulesets import Answer, Game
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED


def played(ruleset: str, seed: int, length: int) -> tuple[Game, list[Answer]]:
    """The start of a random game from a random position, and the answers, some of which are taken back."""
    random = Random(seed)
    law = rulesets.load(ruleset)
    seats = ["A", "B", "C", "D"]
    opening = game = law.start(seats, start=law.mechanics.scatter(law.start(seats).state, random))
    answers: list[Answer] = []
    for _ in range(length):
        report = law.mechanics.propose(game, random, hurry=False)
        if random.random() < 0.1 and answers:
            report = {"type": "retract", "seq": random.choice(answers).seq}
        answers.append(law.judge(game, as_report(report)))
        game = answers[-1].game
    return opening, answers


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(tuple(SHIPPED)), st.integers(0, 2**63))
def test_figures_are_those_of_the_positions_that_stand(ruleset: str, seed: int) -> None:
    opening, answers = played(ruleset, seed, 60)
    found = figures(opening, answers)
    standing = standing_moments(opening, answers)
    assert tuple(each.at for each in standing) == found.moments
    assert standing[0].state == opening.state and standing[-1].state == answers[-1].game.state
    law = opening.ruleset
    for number, (at, state, _) in enumerate(standing):
        deeds: dict[str, Any] = law.mechanics.position(state)["deeds"]
        owned = {
            each.deed: each.seat for each in found.spans if each.since <= at and (each.until is None or at < each.until)
        }
        assert owned == {deed: row["owner"] for deed, row in deeds.items() if row["owner"] is not None}
        for row in law.mechanics.standing(state):
            assert row["worth"] in (None, found.worths[row["player"]][number])
    seats = opening.state.table.seats
    assert sum(map(found.paid, seats)) == sum(map(found.received, seats)) == sum(each.amount for each in found.rents)
    assert sum(found.earned(deed.key) for deed in opening.state.table.edition.deeds) == sum(map(found.paid, seats))


def judged(*reports: dict[str, Any]) -> tuple[Game, list[Answer]]:
    law = rulesets.load("classic-us")
    opening = game = law.start(["A", "B"], start={"deeds": {"baltic_avenue": {"owner": "B"}}})
    answers = []
    for report in reports:
        answers.append(law.judge(game, as_report(report)))
        game = answers[-1].game
    return opening, answers


THROWN = {"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "pay", "player": "A"}


def test_what_was_taken_back_or_refused_is_in_no_figure() -> None:
    other = {"type": "roll", "player": "B", "dice": [1, 5]}
    further = {"type": "roll", "player": "A", "dice": [1, 5]}, {"type": "buy", "player": "A"}
    opening, answers = judged(*THROWN, {"type": "retract", "seq": 1}, other, *further)
    assert [answer.accepted for answer in answers] == [True, True, True, False, True, True]
    found = figures(opening, answers)
    assert found.moments == (0, 5, 6)
    assert found.spans == (Span("baltic_avenue", "B", 0, None), Span("oriental_avenue", "A", 6, None))
    assert found.rents == ()


def test_a_retraction_that_was_taken_back_brings_back_its_figures() -> None:
    taken_back = {"type": "retract", "seq": 2}, {"type": "retract", "seq": 3}
    for reports in (THROWN, (*THROWN, *taken_back)):
        found = figures(*judged(*reports))
        assert found.moments == (0, 1, 2)
        assert found.rents == (Rent(2, "A", "B", 4, "baltic_avenue"),)
        assert (found.paid("A"), found.received("B"), found.earned("baltic_avenue")) == (4, 4, 4)
        assert found.worths == {"A": (1500, 1500, 1496), "B": (1560, 1560, 1564)}
