"""The bracket of an event: the stages after qualification, as far as they were played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.results.contest import contest_of, lines_of, scored
from referee.results.facts import Facts
from referee.standings.qualification import qualification_of, rule_of
from tournaments.bracket import FINAL, Bracket, StageDrawn, bracket
from tournaments.qualification.rule import Stage
from tournaments.standings.contest import GameLine


def bracket_of(facts: Facts, shown: str = "confirmed", after: int | None = None, class_name: str = "") -> Bracket:
    """The bracket by the facts, of the event or of a class, with the numbers that its tables have in the hall.

    All tables of a stage are in one round: first the event's, then those of classes in the order of the regulation.
    ``after``: the last round that counts for the qualification.
    """
    found, before = _bracket(facts, shown, after, class_name), _brackets_before(facts, shown, after, class_name)
    taken: dict[str, int] = {}
    for each in (stage for one in before for stage in one.stages):
        taken[each.name] = taken.get(each.name, 0) + _tables_taken(each)
    numbered = (
        replace(
            stage, tables=tuple(replace(each, number=each.number + taken.get(stage.name, 0)) for each in stage.tables)
        )
        for stage in found.stages
    )
    return replace(found, stages=tuple(numbered)) if taken else found


def brackets_of(facts: Facts, shown: str = "confirmed") -> tuple[Bracket, ...]:
    """The brackets by the facts: the event's first, then those of classes; empty without a final.  Raises `Faulty`."""
    return tuple(bracket_of(facts, shown, None, each.class_name) for each in facts.regulation.finals)


def _brackets_before(facts: Facts, shown: str, after: int | None, class_name: str) -> Iterator[Bracket]:
    for each in facts.regulation.finals:
        if each.class_name == class_name:
            return
        yield _bracket(facts, shown, after, each.class_name)


def _tables_taken(stage: StageDrawn) -> int:
    """How many tables of the hall a stage takes: those that have players, and all while nobody is known."""
    return sum(bool(each.players) for each in stage.tables) or len(stage.tables)


def _bracket(facts: Facts, shown: str, after: int | None, class_name: str) -> Bracket:
    qualification = qualification_of(facts, after, shown, class_name)
    rule = rule_of(facts, class_name)
    lines: dict[str, list[GameLine]] = {}
    for game in scored(facts, shown):
        planned = facts.regulation.rounds[game.result.round - 1]
        if planned.seating == "qualifiers":
            lines.setdefault(planned.stage, []).extend(lines_of(game, facts.counted_for))
    contest = contest_of(facts, shown)
    here = {each.id for each in contest.players if rule.takes(each.class_name)}
    qualifiers = qualification.players if qualification.over else ()
    plan = rule.stages or FINAL
    if sat := _first_stage_players(facts, plan[0].name, lines):
        qualifiers = as_played(qualification.players, [each for each in sat if each in here])
    own = {stage: [line for line in each if line.player in here] for stage, each in lines.items()}
    return bracket(plan, qualifiers, own, contest.decisions, contest.seed, _dropped_before(facts, plan), rule.about)


def _first_stage_players(facts: Facts, first: str, lines: Mapping[str, Sequence[GameLine]]) -> tuple[str, ...]:
    """The players of the ``first`` stage once all results of its round are in; none before."""
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


def _dropped_before(facts: Facts, plan: Sequence[Stage]) -> dict[str, frozenset[str]]:
    """The players who dropped out before each stage, by stage."""
    rounds = {stage.name: round_of_stage(facts, stage.name) for stage in plan}
    return {
        name: frozenset(
            each.id for each in facts.competing if each.dropped_after is not None and each.dropped_after < number
        )
        for name, number in rounds.items()
        if number is not None
    }


def round_of_stage(facts: Facts, stage: str) -> int | None:
    """The number of the round in which a stage is played; None if the plan has none."""
    planned = [each for each in facts.regulation.rounds if each.seating == "qualifiers" and each.stage == stage]
    return planned[-1].number if planned else None
