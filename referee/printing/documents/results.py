"""The results of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from referee.results.contest import Scored, scored
from referee.results.views import ended
from tournaments.paper.documents.round_results import ResultLine, RoundResults, TableResults, round_results
from tournaments.paper.page.rows import even
from tournaments.result import PlayerResult, places
from tournaments.standings.sentence import rounded


def results_of_round(request: DocumentRequest) -> PaperJob:
    """The confirmed results of a round."""
    number = request.options.round if request.options.round is not None else last_played(request)
    games = [each for each in scored(request.facts, "confirmed") if each.result.round == number]
    points = shown_points(games)
    tables = tuple(TableResults(game.result.table, lines(request, game, points)) for game in games)
    draft = request.results_draft_note(number, number)
    return PaperJob(
        round_results, RoundResults(number, tables, request.facts.regulation.game.money), 1 + len(tables) // 7, draft
    )


def last_played(request: DocumentRequest) -> int:
    """The last round with a confirmed result; 1 before the first."""
    return max((game.result.round for game in scored(request.facts, "confirmed")), default=1)


def shown_points(games: Sequence[Scored]) -> dict[str, str]:
    """The points by player in games of one round, all with the same number of decimals, if any; a dash where the games
    count for nobody's sum, as those of a final.
    """
    points = {player: score.points for game in games if game.counts for player, score in game.scores.items()}
    shown = dict(zip(points, even([rounded(each) for each in points.values()]), strict=True))
    return {each.player: shown.get(each.player, "–") for game in games for each in game.result.players}


def lines(request: DocumentRequest, game: Scored, points: Mapping[str, str]) -> tuple[ResultLine, ...]:
    """The players of a game, best first."""
    place = places(game.result)
    found = [
        ResultLine(
            person=request.person(each.player),
            order=each.start_order,
            place=place.get(each.player, game.result.size),
            points=points.get(each.player, ""),
            assets=assets(each),
            note=ended(game.result, each, request.language),
            won=place.get(each.player) == 1,
        )
        for each in game.result.players
    ]
    return tuple(sorted(found, key=lambda line: (line.place, line.order)))


def assets(each: PlayerResult) -> int | None:
    """A player's assets; None if only points or a place were recorded."""
    known = each.assets or each.fell is not None or (each.points is None and each.place is None)
    return each.assets if known and each.counted else None
