"""Standings and qualification as people and programs read them: names, figures and sentences, in a language."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Any, cast

from referee.core.http.fields import OneOf
from referee.core.language import text
from referee.core.pages.format import round_name
from referee.core.rows import shown_as
from referee.events.queries import stand_in_lines
from referee.models import Adjustment
from referee.penalties.views import sanction_lines
from referee.results.facts import Facts
from referee.standings.final_order import Ranking, ranking_of, without_final
from referee.standings.queries import IncludedResults, teams_of
from tournaments.decision import Wanted
from tournaments.export.contents import standings as as_table
from tournaments.export.table import Column, ExportTable, column
from tournaments.export.table import title as export_title
from tournaments.penalties.effect import Sanction
from tournaments.players.entrant import Entrant
from tournaments.standings.criterion import Criterion, ThrownOrder
from tournaments.standings.sentence import (
    Separation,
    ahead_of_each,
    ahead_sentence,
    averaged_sentence,
    decision_sentence,
    figures,
    title,
    why,
)
from tournaments.standings.standings import StandingRow, Standings
from tournaments.teams import TeamStandings


@dataclass(frozen=True, slots=True)
class CriterionView:
    """A criterion of the regulation."""

    by: str
    title: str


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player or a team; the id of a team is its name."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class WantedView:
    """A question that waits for a decision: which places, among whom, by what."""

    about: str
    by: str
    players: Sequence[PlayerName]
    places: int
    sentence: str


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player in the standings."""

    rank: int
    player: str
    number: int
    name: str
    club: str
    team: str
    values: Annotated[Sequence[str], "The values by criterion; empty: none."]
    class_name: Annotated[str, "The class that the player competes in; empty: none."]
    class_rank: Annotated[int | None, "The rank among those of the class."]
    games: int
    dropped: bool
    gone: Annotated[str, "That they never came, or have left, in words; empty: neither."]
    reserve: bool
    penalties: Annotated[Sequence[str], "The penalties that count here, each as a sentence."]
    notes: Annotated[
        Sequence[str],
        "Who kept their seat, whose seat they keep, which rounds are averages, each as a sentence.",
    ]
    why: Annotated[str | None, "What separates them from the next one ahead."]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the standings."""

    rank: int
    team: str
    values: Sequence[str]
    games: int


@dataclass(frozen=True, slots=True)
class TeamStandingsView:
    """The standings of the teams."""

    criteria: Sequence[CriterionView]
    rows: Sequence[TeamRow]
    wanted: Sequence[WantedView]


@dataclass(frozen=True, slots=True)
class StandingsView:
    """Standings of the players, with those of the teams."""

    after: Annotated[int, "The number of the last round that is counted."]
    shown: Annotated[str, OneOf(("confirmed", "entered", "published")), "Which results are counted."]
    final: Annotated[
        bool,
        "Whether this is the final order of the event: the players of the final come first, in its order.",
    ]
    criteria: Sequence[CriterionView]
    rows: Sequence[StandingsRow]
    wanted: Sequence[WantedView]
    teams: TeamStandingsView | None
    team_faults: Annotated[Sequence[str], "Why there are no team standings."]


def names_of(facts: Facts) -> dict[str, str]:
    return {each.id: each.shown for each in facts.entrants}


def classes_in(rows: Sequence[StandingsRow]) -> dict[str, list[StandingsRow]]:
    """The rows of each class by its name, in the order of the class; nothing if nobody has a class."""
    found: dict[str, list[StandingsRow]] = {}
    for row in rows:
        if row.class_name:
            found.setdefault(row.class_name, []).append(row)
    return {name: sorted(found[name], key=lambda row: row.class_rank or 0) for name in sorted(found)}


def round_names(facts: Facts, language: str) -> dict[int, str]:
    return {each.number: round_name(each.number, each, language) for each in facts.rounds}


def _gone(entrant: Entrant, language: str) -> str:
    if entrant.dropped_after is None:
        return ""
    return text(language, "standings_left" if entrant.dropped_after else "player_left")


def standings_view(seen: IncludedResults, language: str, standings: Standings | None = None) -> StandingsView:
    """The view of standings.  ``standings``: what-if standings from the same facts; default: the real order."""
    ranking = ranking_of(seen) if standings is None else without_final(standings)
    standings = ranking.standings
    names = names_of(seen.facts)
    entrants = {each.id: each for each in seen.facts.entrants}
    reasons = _reasons(ranking, names, language)
    sanctions = sanctions_of(seen)
    in_class = ranking.class_ranks(seen.facts.entrants)
    rows = [
        StandingsRow(
            rank=row.rank,
            player=row.player,
            number=entrants[row.player].number,
            name=entrants[row.player].shown,
            club=entrants[row.player].club,
            team=entrants[row.player].team,
            values=values,
            class_name=entrants[row.player].class_,
            class_rank=in_class.get(row.player),
            games=row.games,
            dropped=row.dropped,
            gone=_gone(entrants[row.player], language),
            reserve=row.reserve,
            penalties=sanction_lines(sanctions, row.player, language),
            notes=_notes(seen, row, language),
            why=reasons.get(row.player),
        )
        for row, values in zip(ranking.rows, _columns(standings.criteria, ranking.rows), strict=True)
    ]
    teams, faults = teams_of(seen)
    return StandingsView(
        after=seen.after,
        shown=seen.shown,
        final=ranking.final,
        criteria=_criteria(standings.criteria, language),
        rows=sorted(rows, key=lambda row: (row.rank, row.number)),
        wanted=[wanted_view(each, names, language) for each in standings.wanted],
        teams=None if teams is None else _teams(teams, language),
        team_faults=[each.sentence(language) for each in faults],
    )


def _notes(seen: IncludedResults, row: StandingRow, language: str) -> list[str]:
    """What else is to be said about the results of a player."""
    lines = stand_in_lines(seen.facts.entrants, row.player, language)
    return [*lines, *filter(None, (averaged_sentence(row, language),))]


def _reasons(ranking: Ranking, names: Mapping[str, str], language: str) -> dict[str, str]:
    """What separates everybody from the next one ahead, by player; nothing for the first."""
    found = ranking.others
    reasons = {player: _sentence(found, each, names, language) for player, each in ahead_of_each(found).items()}
    for ahead, group in pairwise(ranking.first):
        reasons |= dict.fromkeys(group, text(language, "standings_by_final", name=names[ahead[0]]))
    if ranking.first:
        behind = text(language, "standings_not_in_final")
        reasons = {row.player: behind for row in found.rows} | reasons
    tied = {row.player: row.rank for row in found.rows}
    for before, row in pairwise(ranking.rows):
        if before.player in tied and tied.get(row.player) == tied[before.player] and before.rank < row.rank:
            reasons[row.player] = text(language, "standings_by_playoff", name=names[before.player])
    return reasons


def _teams(teams: TeamStandings, language: str) -> TeamStandingsView:
    names = {row.player: row.player for row in teams.rows}
    return TeamStandingsView(
        _criteria(teams.criteria, language),
        [
            TeamRow(row.rank, row.player, values, row.games)
            for row, values in zip(teams.rows, _columns(teams.criteria, teams.rows), strict=True)
        ],
        [wanted_view(each, names, language) for each in teams.wanted],
    )


def sanctions_of(seen: IncludedResults) -> list[Sanction]:
    """The penalties in a view.  A public one leaves out those of unpublished rounds, and those not announced."""
    return [
        each for each in seen.facts.sanctions_in(seen.shown) if seen.shown != "published" or each.round <= seen.after
    ]


def _criteria(listed: Sequence[Criterion[Any] | ThrownOrder], language: str) -> list[CriterionView]:
    return [CriterionView(each.by, title(each, language)) for each in listed]


def wanted_view(question: Wanted, names: Mapping[str, str], language: str) -> WantedView:
    """A question that waits for a decision.  ``names``: of the players, or teams, by id."""
    return WantedView(
        question.about,
        question.by,
        [PlayerName(each, names[each]) for each in question.players],
        question.places,
        decision_sentence(question, language, names),
    )


def question_view(facts: Facts, question: Wanted, language: str) -> WantedView:
    """A question about players or about teams; the id of a team is its name."""
    return wanted_view(question, {each: each for each in question.players} | names_of(facts), language)


@dataclass(frozen=True, slots=True)
class PartedView:
    """The criterion that separates two players."""

    ahead: str
    behind: str
    criterion: Annotated[int, "The number of the criterion, from 1; 0: the final separates them."]
    title: str
    value_ahead: str
    value_behind: str
    sentence: str


@dataclass(frozen=True, slots=True)
class WhyView:
    """The reasons for a rank; players with the same rank are not separated by anything."""

    player: str
    rank: int
    parted: Sequence[PartedView]


def parted_views(seen: IncludedResults, player: str, other: str | None, language: str) -> list[PartedView]:
    """The criteria that separate a player from another, or from the next ahead and behind; none if they share a rank.

    Raises KeyError for somebody who is not in the standings.
    """
    ranking, names = ranking_of(seen), names_of(seen.facts)
    found, placed = ranking.standings, {each for group in ranking.first for each in group}
    return [
        _parted_by_final(ahead, behind, placed, names, language)
        if ahead.player in placed
        else _parted_view(found, cast(Separation, why(found, ahead.player, behind.player)), names, language)
        for ahead, behind in _pairs(ranking.rows, player, other)
    ]


def _pairs(rows: Sequence[StandingRow], player: str, other: str | None) -> list[tuple[StandingRow, StandingRow]]:
    """Pairs of a player and another, or of the player and the next ones ahead and behind; the one ahead comes first.

    Players who share a rank are no pair.
    """
    known = {row.player: row for row in rows}
    own = known[player]
    if other is not None:
        ahead, behind = sorted((own, known[other]), key=lambda row: row.rank)
        return [(ahead, behind)] if ahead.rank < behind.rank else []
    before = [row for row in rows if row.rank < own.rank][-1:]
    after = [row for row in rows if row.rank > own.rank][:1]
    return [*((row, own) for row in before), *((own, row) for row in after)]


def _parted_by_final(
    ahead: StandingRow, behind: StandingRow, placed: Collection[str], names: Mapping[str, str], language: str
) -> PartedView:
    both = behind.player in placed
    sentence = (
        text(language, "standings_by_final", name=names[ahead.player])
        if both
        else text(language, "standings_not_in_final")
    )
    values = (str(ahead.rank), str(behind.rank) if both else "–")
    return PartedView(ahead.player, behind.player, 0, text(language, "bracket_final"), *values, sentence)


def _parted_view(standings: Standings, each: Separation, names: Mapping[str, str], language: str) -> PartedView:
    value_ahead, value_behind = figures(each.value_ahead, each.value_behind)
    return PartedView(
        ahead=each.ahead,
        behind=each.behind,
        criterion=each.criterion + 1,
        title=title(standings.criteria[each.criterion], language),
        value_ahead=value_ahead,
        value_behind=value_behind,
        sentence=_sentence(standings, each, names, language),
    )


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    """Points given or taken by hand.  ``round``: after which; None: throughout."""

    id: str
    event_id: str
    player: str
    name: str
    points: str
    round: int | None
    reason: str
    author: str
    made_at: int
    withdrawn_at: int | None


def adjustment_view(adjustment: Adjustment, names: Mapping[str, str]) -> AdjustmentView:
    """An adjustment.  ``names``: the players' by id."""
    player = adjustment.player_id
    return shown_as(AdjustmentView, adjustment, player=player, name=names.get(player, player))


def standings_table(seen: IncludedResults, language: str) -> ExportTable:
    ranking = ranking_of(seen)
    found = replace(ranking.standings, rows=ranking.rows)
    titles = [title(each, language) for each in found.criteria]
    sanctions = sanctions_of(seen)
    marks = {
        row.player: " / ".join(
            (
                *sanction_lines(sanctions, row.player, language),
                *_notes(seen, row, language),
            )
        )
        for row in ranking.rows
    }
    in_class = ranking.class_ranks(seen.facts.entrants)
    return as_table(found, titles, seen.facts.entrants, marks, in_class, language)


def teams_table(seen: IncludedResults, language: str) -> ExportTable:
    """The standings of the teams as a table to export; without rows if there are none."""
    found, _ = teams_of(seen)
    shown = _teams(found, language) if found is not None else TeamStandingsView([], [], [])
    criteria = tuple(Column(f"{number}_{each.by}", each.title) for number, each in enumerate(shown.criteria, 1))
    first = tuple(column(key, language) for key in ("rank", "team", "games"))
    rows = found.rows if found is not None else ()
    values = tuple((row.rank, row.player, row.games, *row.values) for row in rows)
    return ExportTable(export_title("teams", language), (*first, *criteria), values)


def _sentence(standings: Standings, each: Separation, names: Mapping[str, str], language: str) -> str:
    return ahead_sentence(each, standings.criteria[each.criterion], language, names)


def _columns(listed: Sequence[Criterion[Any] | ThrownOrder], rows: Sequence[StandingRow]) -> list[list[str]]:
    """The values of all rows as figures, with as many decimals in each column as are needed to tell them apart."""
    columns = [figures(*(row.values[number] for row in rows)) for number in range(len(listed))]
    return [list(shown) for shown in zip(*columns, strict=True)] if rows else []
