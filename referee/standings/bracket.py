"""The bracket of an event: the stages after qualification, as far as they were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.problems import Problem
from referee.results.contest import contest_of, lines_of, scored
from referee.results.facts import Facts
from referee.standings.qualification import qualification_of
from tournaments.bracket import Bracket, bracket
from tournaments.qualification.qualify import Qualification
from tournaments.qualification.rule import Stage
from tournaments.standings.contest import GameLine

FINAL = Stage("final", 1)


def bracket_of(facts: Facts, shown: str = "confirmed", after: int | None = None) -> Bracket:
    """The bracket by the facts.  ``after``: the last round that counts for the qualification."""
    qualification = qualification_of(facts, after, shown)
    rule = facts.regulation.qualification
    assert rule is not None
    lines: dict[str, list[GameLine]] = {}
    for game in scored(facts, shown):
        planned = facts.regulation.rounds[game.result.round - 1]
        if planned.seating == "qualifiers":
            lines.setdefault(planned.stage, []).extend(lines_of(game, facts.counted_for))
    contest = contest_of(facts, shown)
    qualifiers = qualification.players if qualification_over(facts, qualification) else ()
    if sat := _first_stage_players(facts, lines):
        qualifiers = as_played(qualification.players, sat)
    return bracket(stages(facts), qualifiers, lines, contest.decisions, contest.seed, _dropped_before(facts))


def _first_stage_players(facts: Facts, lines: Mapping[str, Sequence[GameLine]]) -> tuple[str, ...]:
    """The players of the first stage once all its results are in; none before."""
    first = stages(facts)[0].name
    number = round_of_stage(facts, first)
    tables = {table.number for table in facts.tables if table.round == number}
    games = lines.get(first, ())
    return tuple(sorted(line.player for line in games)) if tables == {line.table for line in games} else ()


def as_played(qualified: Sequence[str], sat: Sequence[str]) -> tuple[str, ...]:
    """The players of a finished first stage, by seed: those who played it, even if others would qualify by now (after a
    correction, or a drop-out).  A player who would no longer qualify takes the seed of one who did not play.
    """
    others = iter([player for player in sat if player not in qualified])
    found = [player if player in sat else next(others, None) for player in qualified]
    return (*(player for player in found if player is not None), *others)


def _dropped_before(facts: Facts) -> dict[str, frozenset[str]]:
    """The players who dropped out before each stage, by stage."""
    rounds = {stage.name: round_of_stage(facts, stage.name) for stage in stages(facts)}
    return {
        name: frozenset(
            each.id for each in facts.competing if each.dropped_after is not None and each.dropped_after < number
        )
        for name, number in rounds.items()
        if number is not None
    }


def stages(facts: Facts) -> tuple[Stage, ...]:
    """The stages after qualification.  Raises the problem ``no_qualification``."""
    rule = facts.regulation.qualification
    if rule is None:
        raise Problem("no_qualification")
    return rule.stages or (FINAL,)


def qualification_over(facts: Facts, qualification: Qualification) -> bool:
    """Whether all steps of the qualification are taken and no decision is open."""
    rule = facts.regulation.qualification
    return rule is not None and qualification.wanted is None and len(qualification.steps) == len(rule.steps)


def round_of_stage(facts: Facts, stage: str) -> int | None:
    """The number of the round in which a stage is played; None if the plan has none."""
    planned = [each for each in facts.regulation.rounds if each.seating == "qualifiers" and each.stage == stage]
    return planned[-1].number if planned else None
