"""Standings, qualification and games as people read them: names, figures and sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.language import language
from referee.penalties.views import sanction_lines
from referee.results.contest import Scored, scored
from referee.results.facts import Facts
from referee.standings.queries import View, standings_of, teams_of
from tournaments.decision import Wanted
from tournaments.export.standings import standings as as_table
from tournaments.export.table import Table
from tournaments.penalties.effect import Sanction
from tournaments.points.telling import figure, told
from tournaments.qualification.qualify import Qualification
from tournaments.qualification.sentence import qualified as why_in
from tournaments.result import places
from tournaments.standings.criterion import Criterion, Thrown
from tournaments.standings.sentence import figures, parted, title
from tournaments.standings.sentence import wanted as asked
from tournaments.standings.standings import Row, Standings
from tournaments.standings.why import Parted, ahead_of_each, neighbours, why


def names_of(facts: Facts) -> dict[str, str]:
    """The players' names by id."""
    return {each.id: each.name for each in facts.entrants}


def standings(seen: View) -> dict[str, Any]:
    """The standings that are looked at."""
    return standings_json(seen, standings_of(seen))


def standings_json(seen: View, found: Standings) -> dict[str, Any]:
    """Standings of the players, with those of the teams.  ``why``: what separates a player from the next one ahead."""
    names = names_of(seen.facts)
    entrants = {each.id: each for each in seen.facts.entrants}
    values = _columns(found.criteria, found.rows)
    ahead = ahead_of_each(found)
    sanctions = sanctions_of(seen)
    rows = [
        {
            "rank": row.rank,
            "player": row.player,
            "number": entrants[row.player].number,
            "name": entrants[row.player].name,
            "club": entrants[row.player].club,
            "team": entrants[row.player].team,
            "values": shown,
            "games": row.games,
            "dropped": row.dropped,
            "reserve": row.reserve,
            "penalties": sanction_lines(sanctions, row.player, language()),
            "why": _sentence(found, ahead[row.player], names) if row.player in ahead else None,
        }
        for row, shown in zip(found.rows, values, strict=True)
    ]
    teams, faults = teams_of(seen)
    return {
        "after": seen.after,
        "shown": seen.shown,
        "criteria": criteria(found.criteria),
        "rows": sorted(rows, key=lambda row: (row["rank"], row["number"])),
        "wanted": [wanted(each, names) for each in found.wanted],
        "teams": None
        if teams is None
        else {
            "criteria": criteria(teams.criteria),
            "rows": [
                {"rank": row.rank, "team": row.player, "values": shown, "games": row.games}
                for row, shown in zip(teams.rows, _columns(teams.criteria, teams.rows), strict=True)
            ],
            "wanted": [wanted(each, {row.player: row.player for row in teams.rows}) for each in teams.wanted],
        },
        "team_faults": [each.sentence(language()) for each in faults],
    }


def sanctions_of(seen: View) -> list[Sanction]:
    """The penalties that are seen.  What is not published yet stays so: a game that was lost by one shows with its
    round.
    """
    return [each for each in seen.facts.sanctions if seen.shown != "published" or each.round <= seen.after]


def criteria(listed: Sequence[Criterion[Any] | Thrown]) -> list[dict[str, str]]:
    """The criteria by their names."""
    return [{"by": each.by, "title": title(each, language())} for each in listed]


def wanted(question: Wanted, names: Mapping[str, str]) -> dict[str, Any]:
    """A question that waits for a decision."""
    return {
        "about": question.about,
        "by": question.by,
        "players": [{"player": each, "name": names[each]} for each in question.players],
        "places": question.places,
        "sentence": asked(question, language(), names),
    }


def asked_of(facts: Facts, question: Wanted) -> dict[str, Any]:
    """A question about players, or about teams, which are their own names."""
    return wanted(question, {each: each for each in question.players} | names_of(facts))


def separated(seen: View, player: str, other: str | None) -> list[dict[str, Any]]:
    """What separates a player from another, or from the next ones ahead and behind; nothing where they are equal.

    Raises KeyError for somebody who is not in the standings.
    """
    found = standings_of(seen)
    if other is None:
        listed = neighbours(found, player)
    else:
        one = why(found, player, other)
        listed = (one,) if one else ()
    names = names_of(seen.facts)
    return [
        {
            "ahead": each.ahead,
            "behind": each.behind,
            "criterion": each.criterion + 1,
            "title": title(found.criteria[each.criterion], language()),
            "value_ahead": figures(each.value_ahead, each.value_behind)[0],
            "value_behind": figures(each.value_ahead, each.value_behind)[1],
            "sentence": _sentence(found, each, names),
        }
        for each in listed
    ]


def games(facts: Facts, shown: str, *, up_to: int, player: str | None = None) -> Iterator[dict[str, Any]]:
    """The games that are shown, up to a round, with the points of each player and how they come about."""
    names = names_of(facts)
    for game in scored(facts, shown):
        at = [each.player for each in game.result.players]
        if game.result.round <= up_to and (player is None or player in at):
            yield {
                "round": game.result.round,
                "table": game.result.table,
                "counts": game.counts,
                "players": _players(game, names),
            }


def _players(game: Scored, names: Mapping[str, str]) -> list[dict[str, Any]]:
    place = places(game.result)
    rows = [
        {
            "player": each.player,
            "name": names[each.player],
            "start_order": each.start_order,
            "assets": each.assets,
            "fell": each.fell,
            "place": place.get(each.player, game.result.size),
            "monopoly_win": each.player == game.result.monopoly_winner,
            "points": figure(game.scores[each.player].points) if game.scores else None,
            "steps": list(told(game.scores[each.player], language())) if game.scores else [],
        }
        for each in game.result.players
    ]
    return sorted(rows, key=lambda row: (row["place"], row["start_order"]))


def qualification(facts: Facts, found: Qualification, after: int) -> dict[str, Any]:
    """Who is in, by which step and why, and what has to be decided first."""
    names = names_of(facts)
    numbers = {each.id: each.number for each in facts.entrants}
    rule = facts.regulation.qualification
    assert rule is not None
    return {
        "after": after,
        "places": rule.places,
        "missing": found.missing,
        "qualified": [
            {
                "player": each.player,
                "number": numbers[each.player],
                "name": names[each.player],
                "seed": seed,
                "step": each.step,
                "moved_up_for": each.moved_up_for,
                "sentence": why_in(found, each, language(), names),
            }
            for seed, each in enumerate(found.qualified, 1)
        ],
        "withdrawn": [
            {"player": each.player, "name": names[each.player], "after": each.after} for each in found.withdrawn
        ],
        "steps": [
            {
                "step": each.step,
                "after": rule.steps[each.step - 1].after,
                "candidates": list(each.candidates),
                "places": each.places,
                "taken": list(each.taken),
                "decided_by": each.decided_by,
            }
            for each in found.steps
        ],
        "wanted": wanted(found.wanted, names) if found.wanted else None,
        "sits_out": list(found.sits_out),
    }


def exported(seen: View) -> Table:
    """The standings as a table to export."""
    found = standings_of(seen)
    named = [title(each, language()) for each in found.criteria]
    sanctions = sanctions_of(seen)
    marks = {each.player: " / ".join(sanction_lines(sanctions, each.player, language())) for each in sanctions}
    return as_table(found, named, seen.facts.entrants, marks, language())


def _sentence(found: Standings, each: Parted, names: Mapping[str, str]) -> str:
    return parted(each, found.criteria[each.criterion], language(), names)


def _columns(listed: Sequence[Criterion[Any] | Thrown], rows: Sequence[Row]) -> list[list[str]]:
    """The values of all rows as figures: in each column with as many decimals as tell them apart."""
    columns = [figures(*(row.values[number] for row in rows)) for number in range(len(listed))]
    return [list(shown) for shown in zip(*columns, strict=True)] if rows else []
