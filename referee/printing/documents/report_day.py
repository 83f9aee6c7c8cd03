"""The day in the event report: how much was played, who ran it, what came out at each table, and the final order."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.access.roles import ROLES
from referee.printing.documents.cards import staff
from referee.printing.documents.certificates import event_date
from referee.printing.documents.ranks import final_board_of
from referee.printing.documents.results import shown_points
from referee.printing.request import DocumentRequest
from referee.results.contest import Scored, scored
from rulesets.languages import language as settings
from tournaments.paper.documents.event_report import TablePart
from tournaments.paper.documents.standings import order_note
from tournaments.paper.page.flow import FlowTable
from tournaments.paper.page.rows import PrintedColumn
from tournaments.paper.words import words
from tournaments.result import places


def figures(request: DocumentRequest) -> Iterator[tuple[str, str]]:
    """Yield when and where it was and by which regulation, how many people, rounds and games there were, how the games
    ended, and with which assets; each with its label.
    """
    event, name = request.event, request.text
    yield name("papers_report_date"), event_date(request)
    yield name("event_venue"), event.venue
    yield name("event_organizer"), event.organizer
    if request.regulation is not None:
        yield name("papers_report_regulation"), request.regulation.titles[request.language]
    players = [each for each in request.players.values() if each.dropped_after != 0]  # who did not come took no part
    counts = {"players": len(players), "left": sum(each.dropped_after is not None for each in players)}
    yield words(request.language)["slip_players"], name("papers_report_people", **counts)
    games = confirmed_games(request)
    if not games:
        return
    tables = {number: sum(each.result.round == number for each in games) for number in rounds(games)}
    yield (
        name("papers_report_rounds"),
        " / ".join(
            name("papers_report_round", round=request.layout.round(number, request.language), games=count)
            for number, count in tables.items()
        ),
    )
    won = sum(each.result.monopoly_winner is not None for each in games)
    fell = sum(each.fell is not None and not each.left for game in games for each in game.result.players)
    yield (
        name("papers_card_games"),
        name("papers_report_endings", games=len(games), monopolies=won, bankrupt=fell),
    )
    money = request.facts.regulation.game.money
    owned = [each.assets for game in games for each in game.result.players if each.assets]
    if owned:
        most, middle = max(owned), sorted(owned)[len(owned) // 2]
        assets = name("papers_report_assets", most=money.shown(most), middle=money.shown(middle))
        yield words(request.language)["assets"], assets


def confirmed_games(request: DocumentRequest) -> list[Scored]:
    """The games with a confirmed result, round by round; none while there is no regulation."""
    if request.regulation is None:
        return []
    return sorted(scored(request.facts, "confirmed"), key=lambda each: (each.result.round, each.result.table))


def rounds(games: list[Scored]) -> list[int]:
    """The numbers of the rounds in which games were played."""
    return sorted({each.result.round for each in games})


def people(request: DocumentRequest) -> TablePart:
    """The staff, a line for each role."""
    columns = (PrintedColumn(request.text("papers_report_role"), 46), PrintedColumn(request.text("papers_report_name")))
    roles: dict[str, list[str]] = {}
    for each in staff(request):
        roles.setdefault(each.role, []).append(each.person.name)
    titles = (request.text(f"role_{role}") for role in ROLES)
    listed = settings(request.language).joins.list
    rows = tuple((title, listed.join(roles[title])) for title in titles if title in roles)
    return TablePart(request.text("papers_report_staff"), (("", FlowTable(columns, rows)),))


def winners(request: DocumentRequest) -> TablePart:
    """Every table of every round, with its players and their points in order of their places."""
    games, label = confirmed_games(request), words(request.language)
    tables = []
    for number in rounds(games):
        own = [each for each in games if each.result.round == number]
        points = shown_points(own)
        most = max(each.result.size for each in own)
        wide = max(11.0, 2 + 1.5 * max(map(len, points.values()), default=0))
        columns = [PrintedColumn(label["table"], 11, "centre", "bold", 9)]
        for place in range(1, most + 1):
            columns += [
                PrintedColumn(label["placed_head"].format(rank=place), 0, size=9, name=True),
                PrintedColumn("", wide, "right", size=7.5),
                PrintedColumn("", 3),
            ]
        rows = []
        for game in own:
            place_of = places(game.result)
            order = sorted(
                game.result.players, key=lambda each: (place_of.get(each.player, game.result.size), each.start_order)
            )
            cells = [(request.players[each.player].shown, points.get(each.player, ""), "") for each in order]
            cells += [("", "", "")] * (most - len(cells))
            rows.append((str(game.result.table), *(text for cell in cells for text in cell)))
        titles = (
            request.layout.round(number, request.language),
            request.layout.class_finals(((number, each.result.table) for each in own), request.language),
        )
        tables.append(("\u3000".join(filter(None, titles)), FlowTable(tuple(columns), tuple(rows))))
    return TablePart(label["round_results"], tuple(tables))


def ranking(request: DocumentRequest) -> TablePart:
    """The final order, once it is known."""
    label = words(request.language)
    title = label["final_board"]
    if request.regulation is None:
        return TablePart(title, ())
    board = final_board_of(request)
    noted = any(each.note for each in board.lines)
    columns = (
        PrintedColumn(label["rank"], 20, weight="bold", size=9),
        PrintedColumn(label["player"], 0, size=9, name=True),
        PrintedColumn(label["club"], 42, size=9, name=True),
        *(PrintedColumn(each, 24, "figure", size=9) for each in board.columns),
        *([PrintedColumn(label["note"], 34, size=7.5)] if noted else []),
    )
    rows = tuple(
        (
            label["placed"].format(rank=each.rank),
            each.person.name,
            each.person.club,
            *each.values,
            *([each.note] if noted else []),
        )
        for each in board.lines
    )
    note = order_note(board.ways, (value for each in board.lines for value in each.values), request.language)
    return TablePart(title, (("", FlowTable(columns, rows)),), note)
