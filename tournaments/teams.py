"""Teams of people who play as individuals, with both individual and team standings.

The Meijin-sen has teams of three, some of them formed on the spot from people who came alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tournaments.decision import Wanted, decided_order
from tournaments.fault import Fault, Faulty
from tournaments.lots import in_order, lot
from tournaments.section import Section
from tournaments.standings.contest import Contest
from tournaments.standings.criterion import Criterion, PointSum, ThrownOrder
from tournaments.standings.ordering import ordered
from tournaments.standings.rule import SUMS, read_criterion
from tournaments.standings.standings import StandingRow, ranks
from tournaments.standings.tally import Tally, Value, tally, total

MOST_MEMBERS = 12


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its id, and its members' ids."""

    id: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lineup:
    """The tally of the players, and the members of each team."""

    tally: Tally
    members: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class OfMembers:
    """The sum of a team's best member values by a criterion.  ``counted``: how many members count."""

    among_tied: ClassVar[bool] = False
    criterion: Criterion[Tally]
    counted: int

    @property
    def by(self) -> str:
        """The keyword of the members' criterion."""
        return self.criterion.by

    @property
    def high(self) -> bool:
        """Whether higher values are ahead."""
        return self.criterion.high

    def values(self, lineup: Lineup, teams: Sequence[str]) -> Mapping[str, Value | None]:
        """The sums over members with a value; None if no member has one."""
        own = self.criterion.values(lineup.tally, [player for team in teams for player in lineup.members[team]])
        return {team: self._sum([own[player] for player in lineup.members[team]]) for team in teams}

    def _sum(self, values: Sequence[Value | None]) -> Value | None:
        best = sorted((value for value in values if value is not None), reverse=self.high)[: self.counted]
        return total(best) if best else None


@dataclass(frozen=True, slots=True)
class BestMember:
    """The points of the team's best member."""

    by: ClassVar[str] = "best_member"
    high: ClassVar[bool] = True
    among_tied: ClassVar[bool] = False

    def values(self, lineup: Lineup, teams: Sequence[str]) -> Mapping[str, Value | None]:
        return OfMembers(PointSum(), 1).values(lineup, teams)


@dataclass(frozen=True, slots=True)
class TeamLots:
    """A lot drawn from the event's seed and the team's id; the lowest lot is ahead."""

    by: ClassVar[str] = "lots"
    high: ClassVar[bool] = False
    among_tied: ClassVar[bool] = True

    def values(self, lineup: Lineup, teams: Sequence[str]) -> Mapping[str, Value | None]:
        return {team: lot(lineup.tally.contest.seed, "teams", team) for team in teams}


@dataclass(frozen=True, slots=True)
class TeamsRule:
    """The rule of a regulation.  ``size``: members of a full team; ``least``: the fewest allowed."""

    size: int
    least: int
    criteria: tuple[Criterion[Lineup] | ThrownOrder, ...]


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """The standings of the teams.

    ``rows``: a row's ``player`` is the team's id, and its ``games`` are those of all members; ``wanted``: ties to be
    decided by a throw.
    """

    criteria: tuple[Criterion[Lineup] | ThrownOrder, ...]
    after: int
    rows: tuple[StandingRow, ...]
    wanted: tuple[Wanted, ...]


def read_teams(section: Section) -> TeamsRule:
    """Read the rule of `[teams]`.  All faults are recorded in the section."""
    size = section.whole("size", 2, MOST_MEMBERS)
    least = section.whole("least", 1, size, size)
    counted = section.whole("counted", 1, size, size)
    each = section.sections("criterion")
    if section.has("criterion") and not each:
        section.fault("criterion", "wanted_some")
    readers = _readers(counted)
    criteria = tuple(read_criterion(one, readers) for one in each)
    for number, criterion in enumerate(criteria):
        if any(isinstance(other, TeamLots | ThrownOrder) for other in criteria[:number]):
            each[number].fault("", "criterion_never_reached")
        elif criterion in criteria[:number]:
            each[number].fault("", "criterion_twice", before=criteria.index(criterion) + 1)
    section.done()
    return TeamsRule(size, least, criteria)


def check_teams(rule: TeamsRule, contest: Contest, teams: Sequence[Team]) -> None:
    """Check the teams.

    Raises Faulty with everything that is wrong: sizes, duplicate ids, members who are in two teams or not in the
    contest.
    """
    known = {player.id for player in contest.players}
    faults: list[Fault] = []
    team_of: dict[str, str] = {}
    for number, team in enumerate(teams):
        if any(other.id == team.id for other in teams[:number]):
            faults.append(Fault(team.id, "team_twice"))
        if not rule.least <= len(team.members) <= rule.size:
            facts = {"given": len(team.members), "least": rule.least, "most": rule.size}
            faults.append(Fault(team.id, "team_size", facts))
        for player in team.members:
            if player not in known:
                faults.append(Fault(team.id, "member_unknown", {"given": player}))
            elif player in team_of:
                faults.append(Fault(team.id, "member_twice", {"given": player, "team": team_of[player]}))
            team_of.setdefault(player, team.id)
    if faults:
        raise Faulty(faults)


def teams_by_lot(rule: TeamsRule, players: Sequence[str], seed: str) -> tuple[tuple[str, ...], ...]:
    """The members of full teams, drawn by lot from people who came alone; people left over are in none."""
    order = in_order(seed, "on the spot", players)
    full = len(order) - len(order) % rule.size
    return tuple(order[first : first + rule.size] for first in range(0, full, rule.size))


def team_standings(rule: TeamsRule, contest: Contest, teams: Sequence[Team]) -> TeamStandings:
    """Compute the standings of the teams.  Raises Faulty if teams or contest are invalid (`check_teams`, `tally`)."""
    check_teams(rule, contest, teams)
    lineup = Lineup(tally(contest), {team.id: team.members for team in teams})
    after = lineup.tally.rounds[-1] if lineup.tally.rounds else 0
    about = f"teams/{after}"

    def thrown(by: str, group: tuple[str, ...]) -> tuple[str, ...] | None:
        return decided_order(contest.decisions, Wanted(about, by, group, len(group)))

    order = ordered(lineup, [team.id for team in teams], rule.criteria, thrown)
    rows = tuple(
        StandingRow(rank, team, order.values[team], sum(len(lineup.tally.lines[each]) for each in lineup.members[team]))
        for team, rank in ranks(order).items()
    )
    wanted = tuple(Wanted(about, by, ids, len(ids)) for by, ids in order.undecided)
    return TeamStandings(rule.criteria, after, rows, wanted)


def _readers(counted: int) -> Mapping[str, Callable[[Section], Criterion[Lineup] | ThrownOrder]]:
    def of_members(read: Callable[[Section], Criterion[Tally]]) -> Callable[[Section], Criterion[Lineup] | ThrownOrder]:
        return lambda section: OfMembers(read(section), counted)

    return {
        **{by: of_members(read) for by, read in SUMS.items()},
        "best_member": lambda section: BestMember(),
        "lots": lambda section: TeamLots(),
        "roll_off": lambda section: ThrownOrder("roll_off"),
        "dice_race": lambda section: ThrownOrder("dice_race"),
    }
