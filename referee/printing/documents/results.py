"""The results of a round."""

from __future__ import annotations

from referee.core.language import word
from referee.printing.drafts import of_results
from referee.printing.job import Job
from referee.printing.request import Asked
from referee.results.contest import Scored, scored
from tournaments.paper.documents.round_results import ResultLine, RoundResults, TableResults, round_results
from tournaments.points.telling import figure
from tournaments.result import GameResult, PlayerResult, places


def of_round(asked: Asked) -> Job:
    """The confirmed results of a round."""
    number = asked.round if asked.round is not None else last_played(asked)
    tables = tuple(
        TableResults(game.result.table, lines(asked, game))
        for game in scored(asked.facts, "confirmed")
        if game.result.round == number
    )
    draft = of_results(asked.facts, number, number)
    return Job(round_results, RoundResults(number, tables), 1 + len(tables) // 7, draft)


def last_played(asked: Asked) -> int:
    """The last round with a confirmed result; 1 before the first."""
    return max((game.result.round for game in scored(asked.facts, "confirmed")), default=1)


def lines(asked: Asked, game: Scored) -> tuple[ResultLine, ...]:
    """The players of a game, best first."""
    place = places(game.result)
    found = [
        ResultLine(
            person=asked.person(each.player),
            order=each.start_order,
            place=place.get(each.player, game.result.size),
            points=figure(game.scores[each.player].points) if game.scores else "",
            assets=assets(each),
            note=note(game.result, each),
            won=place.get(each.player) == 1,
        )
        for each in game.result.players
    ]
    return tuple(sorted(found, key=lambda line: (line.place, line.order)))


def assets(each: PlayerResult) -> int | None:
    """What a player had; None where only points or a place were written down."""
    counted = each.assets or each.fell is not None or (each.points is None and each.place is None)
    return each.assets if counted else None


def note(result: GameResult, each: PlayerResult) -> str:
    """How it ended for a player."""
    if each.lost:
        return word("papers_lost")
    if each.player == result.monopoly_winner:
        return word("result_monopoly_win")
    return word("papers_fell", number=each.fell) if each.fell is not None else ""
