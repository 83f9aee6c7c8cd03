"""The day in the event report: how much was played, who ran it, who won each table, and the final order."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.pages.format import round_name
from referee.printing.documents.cards import staff
from referee.printing.documents.ranks import final_lines
from referee.printing.request import DocumentRequest
from referee.results.contest import Scored, scored
from tournaments.paper.documents.event_report import ReportLine
from tournaments.paper.words import words
from tournaments.points.score import figure
from tournaments.result import places


def figures(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield how many people, rounds and games there were, how the games ended, and with which assets."""
    players = [each for each in request.players.values() if each.dropped_after != 0]  # who did not come took no part
    counts = {"players": len(players), "left": sum(each.dropped_after is not None for each in players)}
    yield ReportLine("", request.text("papers_report_people", **counts))
    games = confirmed_games(request)
    tables = {number: sum(each.result.round == number for each in games) for number in rounds(games)}
    for number, count in tables.items():
        name = round_name(number, request.rounds.get(number), request.language)
        yield ReportLine("", request.text("papers_report_round", round=name, games=count))
    if not games:
        return
    won = sum(each.result.monopoly_winner is not None for each in games)
    fell = sum(each.fell is not None for game in games for each in game.result.players)
    yield ReportLine("", request.text("papers_report_endings", games=len(games), monopolies=won, bankrupt=fell))
    owned = [each.assets for game in games for each in game.result.players if each.assets]
    if owned:
        most, middle = max(owned), sorted(owned)[len(owned) // 2]
        yield ReportLine("", request.text("papers_report_assets", most=f"{most:,}", middle=f"{middle:,}"))


def confirmed_games(request: DocumentRequest) -> list[Scored]:
    """The games with a confirmed result, round by round; none while there is no regulation."""
    if request.regulation is None:
        return []
    return sorted(scored(request.facts, "confirmed"), key=lambda each: (each.result.round, each.result.table))


def rounds(games: list[Scored]) -> list[int]:
    """The numbers of the rounds in which games were played."""
    return sorted({each.result.round for each in games})


def people(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the staff."""
    for each in staff(request):
        yield ReportLine("", each.person.name, each.role)


def winners(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield every table with its players in order of their places."""
    for game in confirmed_games(request):
        place = places(game.result)
        order = sorted(
            game.result.players, key=lambda each: (place.get(each.player, game.result.size), each.start_order)
        )
        names = (
            f"{place.get(each.player, game.result.size)}. {request.players[each.player].shown}"
            + (f" ({figure(game.scores[each.player].points)})" if game.scores else "")
            for each in order
        )
        key = request.text("papers_at_table", round=game.result.round, table=game.result.table)
        yield ReportLine(key, " – ".join(names))


def ranking(request: DocumentRequest) -> Iterator[ReportLine]:
    """Yield the final order, once it is known."""
    if request.regulation is None:
        return
    labels = words(request.language)
    for line in final_lines(request):
        club = f" ({line.person.club})" if line.person.club else ""
        parts = (f"{line.person.name}{club}", line.note)
        yield ReportLine(
            labels["placed"].format(rank=line.rank), " – ".join(filter(None, parts)), strong=line.rank == 1
        )
