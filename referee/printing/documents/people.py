"""The check-in list, and the results that each player takes home."""

from __future__ import annotations

from collections.abc import Iterator

from referee.printing.documents.ranks import points_of, printed_values
from referee.printing.documents.results import assets
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest, person
from referee.results.contest import scored
from referee.results.views import ended
from referee.standings.columns import deciding
from referee.standings.queries import IncludedResults, view
from referee.standings.views import standings_view
from rulesets import Money
from tournaments.paper.documents.check_in import CheckIn, check_in
from tournaments.paper.documents.own_results import OwnGame, OwnResult, own_results
from tournaments.paper.page.rows import even
from tournaments.result import GameResult, places


def check_in_list(request: DocumentRequest) -> PaperJob:
    """The check-in list: everybody who has not left, reserves included; those who are checked in are ticked."""
    coming = [each for each in request.players.values() if each.dropped_after is None]
    notes = tuple(
        (each.number, request.text("papers_reserve", number=each.reserve))
        for each in coming
        if each.reserve is not None
    )
    here = frozenset(each.number for each in coming if each.checked_in_at is not None)
    return PaperJob(check_in, CheckIn(tuple(map(person, coming)), here, notes), 1 + len(coming) // 24)


def own_result_slips(request: DocumentRequest) -> PaperJob:
    """A slip for each player with their games and their rank after the requested round, sorted by reading."""
    seen = view(request.facts, staff=True, after=request.options.round)
    found = standings_view(seen, request.language)
    games = _games(request, seen, everything=found.final)
    ahead = deciding(seen, found, request.language)
    printed = [printed_values(request, found.criteria, row.values) for row in found.rows]
    columns = [even(each) for each in zip(*printed, strict=True)]
    slips = [
        OwnResult(
            request.person(row.player),
            tuple(games.get(row.player, ())),
            row.rank,
            (
                *((title, places[row.player]) for title, places in ahead.items() if places.get(row.player)),
                *(
                    (each.title, column[at])
                    for each, column in zip(found.criteria, columns, strict=True)
                    if column[at] != "–"
                ),
            ),
            0 if found.final else seen.after,
        )
        for at, row in enumerate(found.rows)
    ]
    own = tuple(
        sorted(
            (each for each in slips if request.includes(each.person)),
            key=lambda each: request.in_list(each.person),
        )
    )
    draft = request.results_draft_note(last=None if found.final else seen.after)
    return PaperJob(own_results, own, 1 + len(own) // 4, draft)


def _games(request: DocumentRequest, seen: IncludedResults, *, everything: bool) -> dict[str, list[OwnGame]]:
    """The games of each player, up to the round that the standings count or with ``everything``, so the final too."""
    games: dict[str, list[OwnGame]] = {}
    shown: dict[int, dict[str, str]] = {}
    for game in sorted(scored(request.facts, seen.shown), key=lambda each: each.result.round):
        number = game.result.round
        if number > seen.after and not everything:
            continue
        points = shown.setdefault(number, points_of(seen, number))
        for player, line in _lines(request, game.result, points, request.facts.regulation.game.money):
            games.setdefault(player, []).append(line)
    return games


def _lines(
    request: DocumentRequest, result: GameResult, points: dict[str, str], money: Money
) -> Iterator[tuple[str, OwnGame]]:
    place = places(result)
    for each in result.players:
        owned = assets(each)
        out = ended(result, each, request.language) if each.fell is not None else ""
        shown = out or ("" if owned is None else money.shown(owned))
        rank = place.get(each.player, result.size)
        yield (
            each.player,
            OwnGame(
                request.layout.short_round(result.round, request.language, result.table),
                result.table,
                rank,
                points.get(each.player, "–"),
                shown,
            ),
        )
