"""What follows from an archive: points, standings after each round, qualification and prizes.

The writer and `verify` both take it from here, and the service's pages from the same functions below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from referee.archives.facts import Archived, facts_in
from referee.results.contest import scored
from referee.results.facts import Facts
from referee.standings.bracket import brackets_of
from referee.standings.final_order import Ranking, ranking_of
from referee.standings.qualification import qualification_of, qualifications_of
from referee.standings.queries import IncludedResults, teams_of, view
from tournaments.archive import derived, records
from tournaments.fault import Faulty
from tournaments.lots import in_order, lot
from tournaments.result import places
from tournaments.standings.standings import StandingRow


def derived_rows(archived: Archived) -> dict[str, list[Any]]:
    """The lines of the files that are derived, by file name.  Raises `Faulty`."""
    if not archived.regulations:
        return {}
    facts = facts_in(archived)
    last = None
    standings: list[derived.FiledRank] = []
    teams: list[derived.FiledTeam] = []
    for seen, ranking in rankings(facts, public=archived.public):
        last = ranking
        standings += rank_lines(archived, seen.after, ranking)
        teams += team_lines(seen)
    return {
        "scores.csv": list(score_lines(archived, facts)),
        "standings.csv": standings,
        "qualification.csv": list(qualified_lines(archived, facts)),
        "bracket.csv": list(stage_lines(archived, facts)),
        "teams.csv": teams,
        "venue.csv": list(venue_lines(archived, facts, last)),
        "awards.csv": list(award_lines(archived, facts, last)),
    }


def shown(*, public: bool) -> str:
    """Which results count: those that are published, or those that are confirmed."""
    return "published" if public else "confirmed"


def rankings(facts: Facts, *, public: bool) -> Iterator[tuple[IncludedResults, Ranking]]:
    """Yield the order after each complete round that counts, and at the end, with the results that it is by."""
    whole = view(facts, staff=not public)
    for number in range(1, whole.after + 1):
        seen = whole if number == whole.after else view(facts, staff=not public, after=number)
        yield seen, ranking_of(seen)


def _known(archived: Archived) -> dict[str, records.FiledPlayer]:
    return {each.id: each for each in archived.players}


def score_lines(archived: Archived, facts: Facts) -> Iterator[derived.FiledScore]:
    """Yield the results that count, with their points."""
    known = _known(archived)
    counting = facts.counting()
    versions = {(each.round, each.number): counting[each.id].version for each in facts.tables if each.id in counting}
    for game in scored(facts, shown(public=archived.public)):
        result = game.result
        placed = places(result)
        for each in sorted(result.players, key=lambda each: each.start_order):
            points = game.scores[each.player].points if each.player in game.scores else Fraction(0)
            yield derived.FiledScore(
                result.round,
                result.table,
                each.start_order,
                each.player,
                known[each.player].number,
                known[each.player].name,
                each.assets if each.counted else None,
                each.fell,
                placed.get(each.player),
                str(points) if game.scores else "",
                versions[result.round, result.table],
            )


def rank_lines(archived: Archived, after: int, ranking: Ranking) -> Iterator[derived.FiledRank]:
    """Yield an order, equals by number."""
    known = _known(archived)
    for row in sorted(ranking.rows, key=lambda row: (row.rank, known[row.player].number)):
        who, values = known[row.player], _values(ranking.standings.criteria, row)
        yield derived.FiledRank(after, ranking.final, row.rank, row.player, who.number, who.name, row.games, values)


def team_lines(seen: IncludedResults) -> Iterator[derived.FiledTeam]:
    """Yield the order of the teams; none if the regulation has none, or none can be counted."""
    found, _ = teams_of(seen)
    if found is None:
        return
    members: dict[str, list[str]] = {}
    for each in seen.facts.entrants:
        members.setdefault(each.team, []).append(each.id)
    for row in sorted(found.rows, key=lambda row: (row.rank, row.player)):
        playing = tuple(members[row.player])
        yield derived.FiledTeam(seen.after, row.rank, row.player, playing, row.games, _values(found.criteria, row))


def _values(criteria: Sequence[Any], row: StandingRow) -> str:
    return "; ".join(
        f"{criterion.by} {'-' if value is None else value}"
        for criterion, value in zip(criteria, row.values, strict=True)
    )


def qualified_lines(archived: Archived, facts: Facts) -> Iterator[derived.FiledQualified]:
    """Yield who is in the finals, by seed; nobody while results are not public in the public variant."""
    whole = view(facts, staff=not archived.public)
    if whole.after < 1:
        return
    known = _known(archived)
    for found in qualifications_of(facts, whole.after, shown(public=archived.public)):
        for seed, each in enumerate(found.qualified, 1):
            who, step = known[each.player], found.steps[each.step - 1]
            how = (each.step, step.decided_by, each.moved_up_for)
            yield derived.FiledQualified(seed, each.player, who.number, who.name, *how, found.class_name)


def stage_lines(archived: Archived, facts: Facts) -> Iterator[derived.FiledStage]:
    """Yield who sits, or sat, at the tables of the final stages; none while nobody knows."""
    if view(facts, staff=not archived.public).after < 1:
        return
    try:
        brackets = brackets_of(facts, shown(public=archived.public))
    except Faulty:  # those who qualified do not fit into the stages, which the bracket's page says
        return
    known = _known(archived)
    for rule, found in zip(facts.regulation.finals, brackets, strict=True):
        for stage in found.stages:
            for table in stage.tables:
                places = dict(zip(table.order, table.places, strict=True))
                for player in table.players:
                    who = known[player]
                    yield derived.FiledStage(
                        stage.name,
                        table.number,
                        found.seeds[player],
                        player,
                        who.number,
                        who.name,
                        places.get(player),
                        player in stage.advance,
                        rule.class_name,
                    )


def venue_lines(archived: Archived, facts: Facts, ranking: Ranking | None) -> Iterator[derived.FiledVenueRank]:
    """Yield what the event hands over to a later one; nothing before its order is final."""
    if ranking is None or not ranking.final:
        return
    seeds: dict[str, int] = {}
    if facts.regulation.qualification is not None:
        going = qualification_of(facts, shown=shown(public=archived.public))
        seeds = {player: seed for seed, player in enumerate(going.players, 1)}
    known = _known(archived)
    for row in sorted(ranking.rows, key=lambda row: (row.rank, known[row.player].number)):
        who = known[row.player]
        yield derived.FiledVenueRank(row.rank, seeds.get(row.player), row.player, who.number, who.name, row.dropped)


def award_lines(archived: Archived, facts: Facts, ranking: Ranking | None) -> Iterator[derived.FiledAward]:
    """Yield the prizes with their winners; those by place once the order is final."""
    known = _known(archived)
    ranks = {row.player: row.rank for row in ranking.rows} if ranking is not None and ranking.final else {}
    in_class = ranking.class_ranks(facts.entrants) if ranking is not None and ranking.final else {}
    for prize in sorted(archived.prizes, key=lambda each: (each.place is None, each.place or 0, each.id)):
        to: list[tuple[str, int | None, str | None]] = []
        if prize.place is not None:
            among = ranks
            if prize.class_name:
                among = {each: rank for each, rank in in_class.items() if known[each].class_name == prize.class_name}
            to = [(player, rank, None) for player, rank in among.items() if rank == prize.place]
        elif prize.drawn_at is not None:
            drawn = in_order(prize.seed, prize.id, prize.entrants)[: prize.count]
            to = [(player, None, str(lot(prize.seed, prize.id, player))) for player in drawn]
        for player, rank, number in to:
            if player in known:
                who = known[player]
                yield derived.FiledAward(prize.id, prize.name, player, who.number, who.name, rank, number)
