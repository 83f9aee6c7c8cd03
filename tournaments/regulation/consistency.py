"""Checks that the sections of a regulation fit together."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.bracket import FINAL
from tournaments.penalties.rule import PenaltiesRule
from tournaments.points import coverage
from tournaments.points.rule import Points
from tournaments.qualification.rule import QualificationRule
from tournaments.regulation.round import PlannedRound
from tournaments.regulation.sections import SeatingPolicy
from tournaments.section import Section
from tournaments.standings.rule import StandingsRule


def check_parts(
    top: Section,
    rounds: Sequence[PlannedRound],
    seating: SeatingPolicy,
    points: Points,
    standings: StandingsRule,
    qualification: QualificationRule | None,
) -> None:
    """Record every fault between sections that are valid by themselves."""
    counting = [each.number for each in rounds if each.counts]
    top.faults += coverage.check(points, {each.number: each.sizes for each in rounds if each.counts}, "points")
    if seating.aims and not any(each.seating in ("schedule", "drawn") for each in rounds):
        top.fault("seating.aims", "aims_without_draw")
    for number, criterion in enumerate(standings.criteria, 1):
        _check_rounds(top, f"standings.criterion[{number}].rounds", getattr(criterion, "rounds", ()), counting)
    if qualification is None:
        if any(each.seating == "qualifiers" for each in rounds):
            top.fault("round", "qualifiers_from_nowhere")
    else:
        _check_qualification(top, rounds, counting, qualification, "qualification")
        for number, each in enumerate(qualification.classes, 1):
            _check_qualification(top, rounds, counting, each, f"qualification.class[{number}]")


def check_penalties(top: Section, penalties: PenaltiesRule, standings: StandingsRule) -> None:
    """Record a fault if a penalty gives or takes points and the standings count none."""
    if any(step.effect == "points" for step in penalties.steps) and not any(
        criterion.by == "points" for criterion in standings.criteria
    ):
        top.fault("penalties.step", "penalty_points_uncounted")


def _check_qualification(
    top: Section, rounds: Sequence[PlannedRound], counting: Sequence[int], qualification: QualificationRule, at: str
) -> None:
    last = max((each.number for each in rounds if each.seating != "qualifiers"), default=0)
    for number, step in enumerate(qualification.steps, 1):
        path = f"{at}.step[{number}]"
        if step.after > last:
            top.fault(f"{path}.after", "after_beyond_plan", given=step.after, last=last)
        _check_rounds(top, f"{path}.rounds", getattr(step.who, "rounds", ()), counting)
    stages = [each.stage for each in rounds if each.seating == "qualifiers"]
    for number, stage in enumerate(qualification.stages, 1):
        if stage.name not in stages:
            known = ", ".join(stages) or "–"
            top.fault(f"{at}.stage[{number}].name", "stage_not_in_plan", given=stage.name, known=known)
    # The final of a class is played beside that of the event: without a round for it, nobody would ever sit there.
    if qualification.class_name and not qualification.stages and FINAL[0].name not in stages:
        known = ", ".join(stages) or "–"
        top.fault(at, "stage_not_in_plan", given=FINAL[0].name, known=known)


def _check_rounds(top: Section, path: str, rounds: Sequence[int], counting: Sequence[int]) -> None:
    for each in rounds:
        if each not in counting:
            top.fault(path, "round_does_not_count", given=each, known=", ".join(map(str, counting)))
