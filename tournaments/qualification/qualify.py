"""Applies the steps of a qualification: who is in, by which step and why, who sits out, what has to be decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.decision import SEEDING, Decision, Wanted, parted, settled
from tournaments.lots import in_order, lot
from tournaments.qualification.rule import Everybody, Everyone, QualificationRule, QualifyingStep
from tournaments.standings.contest import Contest
from tournaments.standings.rule import StandingsRule
from tournaments.standings.sentence import texts
from tournaments.standings.standings import Standings, standings
from tournaments.standings.tally import Tally, tally


@dataclass(frozen=True, slots=True)
class Choice:
    """The players chosen, in order.

    ``by``: ``room`` (there were places for all), ``full`` (no place was left), ``later`` (a later step fills it),
    ``standings``, ``all`` (tied players exceed the quota), ``lots``, or the kind of decision made by hand.  ``wanted``:
    what has to be decided by hand first; ``chosen`` then has only those who are in regardless.  ``ahead``: those ahead
    of a tie that was not decided by the standings.  ``level``: groups of those chosen whom nothing puts in an order, so
    that their seeding is open.
    """

    chosen: tuple[str, ...]
    by: str
    wanted: Wanted | None = None
    ahead: tuple[str, ...] = ()
    level: tuple[tuple[str, ...], ...] = ()


def choose(
    contest: Contest, table: Standings, step: QualifyingStep, about: str, asking: tuple[str, ...], places: int
) -> Choice:
    """Choose players for the places.  ``asking``: the candidates, in the order of the standings; ``about``: the
    question's name.
    """
    rank = {row.player: row.rank for row in table.rows}
    if len(asking) <= places:
        return Choice(asking, "room", level=_level(rank, asking))
    if not places:
        return Choice((), "full")
    if step.by != "standings":
        return _decide(contest, Wanted(about, step.by, asking, places))
    last = rank[asking[places - 1]]
    ahead = tuple(player for player in asking if rank[player] < last)
    equal = tuple(player for player in asking if rank[player] == last)
    if len(ahead) + len(equal) == places:
        return Choice(ahead + equal, "standings", level=_level(rank, ahead + equal))
    if step.tied == "all":
        return Choice(ahead + equal, "all", level=_level(rank, ahead + equal))
    wanted = Wanted(about, step.tied, equal, places - len(ahead))
    # If the standings already ask about this tie, their question comes first, as its answer separates these players.
    question = next((each for each in table.wanted if set(equal) <= set(each.players)), wanted)
    choice = Choice((), question.by, question) if question is not wanted else _decide(contest, wanted)
    return Choice(ahead + choice.chosen, choice.by, choice.wanted, ahead, (*_level(rank, ahead), *choice.level))


def next_named(decisions: Sequence[Decision], about: str, asking: Sequence[str]) -> str | None:
    """The candidate whom the latest decision on this question ranks next, or None."""
    for decision in reversed(decisions):
        if decision.about == about:
            return next((player for player in decision.order if player in asking), None)
    return None


def _decide(contest: Contest, wanted: Wanted) -> Choice:
    if wanted.by == "lots":
        return Choice(in_order(contest.seed, wanted.about, wanted.players)[: wanted.places], "lots")
    order, left = settled(contest.decisions, wanted)
    chosen = order[: wanted.places]
    groups = (tuple(player for player in group if player in chosen) for group in parted(contest.decisions, wanted))
    return Choice(chosen, wanted.by, left, level=tuple(group for group in groups if len(group) > 1))


def _level(rank: Mapping[str, int], players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The groups of players, given by rank, who share one."""
    groups = (tuple(group) for _, group in groupby(players, key=rank.__getitem__))
    return tuple(group for group in groups if len(group) > 1)


def qualified_sentence(qualification: Qualification, each: Qualified, language: str, names: Mapping[str, str]) -> str:
    """Why this player is in, in a language.  ``names``: by id."""
    words = texts("standings", language)["qualified"]
    if each.moved_up_for is not None:
        return str(words["moved_up"]).format(player=names[each.player], other=names[each.moved_up_for])
    step = qualification.steps[each.step - 1]
    # A player ahead of the tie is in by the standings, however the tie was decided.
    code = "standings" if each.player in step.ahead else step.decided_by
    sentence = str(words[code]).format(player=names[each.player])
    if len(qualification.steps) == 1:
        return sentence
    return str(words["in_step"]).format(sentence=sentence, step=each.step)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A player gives up a place in the final, or declines one in advance, ``after`` a round."""

    player: str
    after: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """A player who is in.

    ``step``: the number of the step that qualified them, from 1; ``moved_up_for``: the withdrawn player whom they
    replaced, if any.
    """

    player: str
    step: int
    moved_up_for: str | None = None


@dataclass(frozen=True, slots=True)
class StepTaken:
    """The result of a step, or what it will be once the pending decision is made.

    ``candidates``: in the order of the standings; ``places``: None if unlimited; ``taken``: who got in; ``decided_by``,
    ``ahead``, ``level``: `Choice.by`, `Choice.ahead`, `Choice.level`.
    """

    step: int
    candidates: tuple[str, ...]
    places: int | None
    taken: tuple[str, ...]
    decided_by: str
    ahead: tuple[str, ...]
    level: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Qualification:
    """The state of the qualification.

    ``qualified``: in the order in which they got in, which is also their seeding; whoever moves up for a
    player who left comes last.  ``wanted``: the decision that blocks everything further.  ``sits_out``: who does
    not play the rounds before the final.  ``missing``: how many places of the final are still open.  ``seeding``: once
    it is known who is in, the questions about those whom the preliminaries leave level, if seeds decide anything; until
    they are answered their lots stand in for the order, in which nobody is seated.
    ``over``: whether all steps are taken and nothing is open but that; ``class_name``: of the rule.
    """

    qualified: tuple[Qualified, ...]
    withdrawn: tuple[Withdrawal, ...]
    steps: tuple[StepTaken, ...]
    wanted: Wanted | None
    sits_out: tuple[str, ...]
    missing: int
    seeding: tuple[Wanted, ...] = ()
    over: bool = False
    class_name: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(each.player for each in self.qualified)


@dataclass(frozen=True, slots=True)
class _Context:
    """What is the same for all steps.  ``tallies``, ``tables``: by the round after which they are taken."""

    rule: QualificationRule
    contest: Contest
    tallies: dict[int, Tally]
    tables: dict[int, Standings]


@dataclass(frozen=True, slots=True)
class _Progress:
    qualified: tuple[Qualified, ...] = ()
    withdrawn: tuple[Withdrawal, ...] = ()
    steps: tuple[StepTaken, ...] = ()
    wanted: Wanted | None = None


def qualify(
    rule: QualificationRule,
    ahead: StandingsRule,
    contest: Contest,
    played: int,
    withdrawals: Sequence[Withdrawal] = (),
) -> Qualification:
    """Apply every step whose round has been played, and every withdrawal after the steps of its round.

    ``ahead``: the standings rule; ``played``: the last round with complete results.  A player who leaves without being
    in has ``dropped_after`` in the contest; a player who is in and leaves withdraws.  Raises Faulty if the contest
    contradicts itself (`tally`).
    """
    due: list[tuple[int, QualifyingStep | Withdrawal]] = [
        *((step.after, step) for step in rule.steps),
        *((each.after, each) for each in withdrawals),
    ]
    due = sorted((each for each in due if each[0] <= played), key=lambda each: each[0])
    rounds = {after for after, _ in due}
    context = _Context(
        rule=rule,
        contest=contest,
        tallies={after: tally(contest.up_to(after)) for after in rounds},
        tables={after: standings(ahead, contest.up_to(after)) for after in rounds},
    )
    progress = _Progress()
    for _, each in due:
        if progress.wanted is None:
            progress = (
                _apply_step(context, progress, each)
                if isinstance(each, QualifyingStep)
                else _withdraw(context, progress, each)
            )
    players = tuple(each.player for each in progress.qualified)
    seeded, level = _seeded(context, progress)
    over = progress.wanted is None and len(progress.steps) == len(rule.steps)
    return Qualification(
        qualified=seeded,
        withdrawn=progress.withdrawn,
        steps=progress.steps,
        wanted=progress.wanted,
        sits_out=players if rule.sits_out else (),
        missing=max(0, rule.places - len(players)),
        seeding=level if over and rule.by_seed else (),
        over=over,
        class_name=rule.class_name,
    )


def _seeded(context: _Context, progress: _Progress) -> tuple[tuple[Qualified, ...], tuple[Wanted, ...]]:
    """Those who are in, level ones in the order that was decided; and the questions about those who still are."""
    order, level = list(progress.qualified), list[Wanted]()
    for step in progress.steps:
        for group in step.level:
            here = [each for each in order if each.player in group and each.moved_up_for is None]
            if len(here) < 2:
                continue
            players = tuple(each.player for each in here)
            about = f"{context.rule.about}step/{step.step}/seeding"
            parts = parted(context.contest.decisions, Wanted(about, SEEDING, players, len(players)))
            first, found = order.index(here[0]), {each.player: each for each in here}
            order[first : first + len(here)] = [found[player] for part in parts for player in part]
            # If the standings already ask about this tie, the answer to that puts them in order.
            asked = context.tables[context.rule.steps[step.step - 1].after].wanted
            question = next((each for each in asked if {*players} <= {*each.players}), None)
            still = (Wanted(about, SEEDING, part, len(part)) for part in parts if len(part) > 1)
            level += [question] if question is not None else still
    return tuple(order), tuple(dict.fromkeys(level))


def _apply_step(context: _Context, progress: _Progress, step: QualifyingStep) -> _Progress:
    number = len(progress.steps) + 1
    asking = _in_order(context, progress, step.after, step.who.among(context.tallies[step.after], step.after))
    places = None if isinstance(step.quota, Everyone) else step.quota.left(len(progress.qualified))
    choice = _choose(
        context, step, f"{context.rule.about}step/{number}", asking, len(asking) if places is None else places
    )
    taken = StepTaken(number, asking, places, choice.chosen, choice.by, choice.ahead, choice.level)
    return replace(
        progress,
        qualified=(*progress.qualified, *(Qualified(player, number) for player in choice.chosen)),
        steps=(*progress.steps, taken),
        wanted=choice.wanted,
    )


def _withdraw(context: _Context, progress: _Progress, withdrawal: Withdrawal) -> _Progress:
    """Record a withdrawal.  The next player moves up: in the order of the same step or, once all steps are done, of the
    standings.  Those who stay keep their order, and whoever moves up comes last, as if the others had only moved up:
    giving a place back must not hand over the first seed, which may decide a tie of the final.
    """
    progress = replace(progress, withdrawn=(*progress.withdrawn, withdrawal))
    gone = next((each for each in progress.qualified if each.player == withdrawal.player), None)
    if gone is None:
        return progress
    choice = _successor(context, progress, withdrawal, gone.step)
    moved_up = tuple(Qualified(player, gone.step, gone.player) for player in choice.chosen)
    stay = tuple(each for each in progress.qualified if each is not gone)
    return replace(
        progress,
        qualified=(*stay, *moved_up),
        wanted=choice.wanted,
    )


def _successor(context: _Context, progress: _Progress, withdrawal: Withdrawal, number: int) -> Choice:
    step, taken = context.rule.steps[number - 1], progress.steps[number - 1]
    name = f"{context.rule.about}step/{number}"
    asking = _in_order(context, progress, step.after, taken.candidates)
    named = next_named(context.contest.decisions, name, asking)
    if named:
        return Choice((named,), taken.decided_by)
    about = f"{name}/for/{withdrawal.player}"
    if asking and taken.places is not None:
        return _choose(context, step, about, asking, 1)
    short = len(progress.qualified) <= context.rule.places and len(progress.steps) == len(context.rule.steps)
    if not short:
        return Choice((), "later")
    last = QualifyingStep(withdrawal.after, Everybody(), step.quota, tied=step.tied)
    everybody = last.who.among(context.tallies[last.after], last.after)
    return _choose(context, last, about, _in_order(context, progress, last.after, everybody), 1)


def _choose(context: _Context, step: QualifyingStep, about: str, asking: tuple[str, ...], places: int) -> Choice:
    return choose(context.contest, context.tables[step.after], step, about, asking, places)


def _in_order(context: _Context, progress: _Progress, after: int, players: Iterable[str]) -> tuple[str, ...]:
    """Players who are not in but still can be, by rank; ties by lot, until it is decided who has the better seed."""
    out = {each.player for each in progress.qualified} | {each.player for each in progress.withdrawn}
    out |= {
        player.id
        for player in context.contest.players
        if (player.dropped_after is not None and player.dropped_after <= after)
        or (player.reserve and not context.rule.reserves)
        or not context.rule.takes(player.class_name)
    }
    rank = {row.player: row.rank for row in context.tables[after].rows}
    seed = context.contest.seed
    return tuple(sorted(set(players) - out, key=lambda each: (rank[each], lot(seed, "seeding", each), each)))
