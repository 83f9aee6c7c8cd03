"""The dossier of a case: everything known about it, for the parties or for the arbiters, to be signed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.cases.dealings import deals_by_pair
from referee.cases.queries import CASES
from referee.cases.state import NOTED, OPENED, RESTRICTED, STATED, VOTED, CaseState
from referee.cases.views import CaseView, case_view
from referee.core.chain import ChainLine
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.log.text import narrate
from referee.models import Case
from referee.models.cases import case_name
from referee.printing.catalogue import AFTER, OF_TABLE, Paper
from referee.printing.documents.game_record import record_lines
from referee.printing.documents.game_report import board_of
from referee.printing.documents.report_cases import case_lines, report_lines
from referee.printing.job import PaperJob
from referee.printing.request import DocumentRequest
from rulesets.kernel.telling.pieces import words_of
from tournaments.paper.documents.case_dossier import CaseDossier, case_dossier
from tournaments.paper.documents.event_report import ReportLine, ReportPart
from tournaments.paper.documents.game.board import PrintedBoard
from tournaments.paper.words import words

EXCERPT = 30
"""How many entries of the log up to the case are printed."""
NOTES = (OPENED, NOTED, RESTRICTED)
"""The kinds of steps whose notes are in the arbiters' copy only."""


def dossier_of(case: Case, *, bench: bool) -> Paper:
    """The dossier of a case as a printable document.  ``bench``: the arbiters' copy, with every note."""
    name = "-".join(("dossier", case_name(case.number), *(("bench",) if bench else ())))
    return Paper(name, "case_dossier", AFTER, OF_TABLE, partial(make_dossier, case.id, bench=bench))


def make_dossier(case_id: str, request: DocumentRequest, *, bench: bool) -> PaperJob:
    """The dossier of a case.  Raises `LogDiffers` if the current rules judge its log differently."""
    found = CASES.state(request.session, case_id)
    view = case_view(request.session, found, request.now, request.language, bench=bench)
    games = service().part(TableGames)
    game = games.current(found.table.id)
    lines = games.lines(found.table.id, 0, game.seq)
    opened = games.at(found.table.id, found.case.seq)
    excerpt = [each for each in lines if found.case.seq - EXCERPT < each.seq <= found.case.seq]
    labels, names = words(request.language), {each.player: each.name for each in view.players}
    parts = [
        ReportPart(labels["dossier_about"], tuple(about(request, view, names))),
        ReportPart(labels["dossier_statements"], tuple(steps(request, view, (STATED,)))),
        *([ReportPart(labels["dossier_notes"], tuple(steps(request, view, NOTES)))] if bench else []),
        ReportPart(labels["dossier_log"], tuple(log_end(opened, excerpt, request.language))),
        ReportPart(labels["dossier_before"], tuple(standing(opened, names, request.language))),
        ReportPart(labels["dossier_after"], tuple(standing(game, names, request.language))),
        ReportPart(labels["dossier_deals"], tuple(deals(game, lines, names, request.language))),
        ReportPart(labels["dossier_clauses"], tuple(clauses(view, game, request.language))),
        ReportPart(labels["dossier_decisions"], tuple(decisions(request, view))),
    ]
    copy = labels["dossier_bench"] if bench else labels["dossier_parties"]
    title = f"{labels['case_dossier']} {view.name} – {copy}"
    ruled = games.at(found.table.id, found.last.entry) if found.last and found.last.entry else None
    boards = drawn(opened, ruled, request)
    facts = CaseDossier(title, tuple(parts), tuple(signers(found, view, labels)), boards)
    return PaperJob(case_dossier, facts, 3 + sum(len(part.lines) for part in parts) // 30, names=request.names)


def drawn(opened: TableGame, ruled: TableGame | None, request: DocumentRequest) -> tuple[tuple[str, PrintedBoard], ...]:
    """The board when the case was opened and, if the decision in force has changed it, after that."""
    labels, language = words(request.language), request.language

    def board(position: TableGame) -> PrintedBoard:
        game = position.game
        return board_of(game.ruleset.mechanics.printed(game.state.table, language), game.ruleset.position(game))

    before = labels["dossier_before"], board(opened)
    if ruled is None or board(ruled) == before[1]:
        return (before,)
    return before, (labels["dossier_ruled"].format(entry=ruled.seq), board(ruled))


def clock(request: DocumentRequest, at: int) -> str:
    """The time of day at a moment, as HH:MM."""
    return f"{request.local_time(at):%H:%M}"


def about(request: DocumentRequest, view: CaseView, names: Mapping[str, str]) -> Iterator[ReportLine]:
    """Yield when and at which table the case was opened, and the players."""
    place = request.place(view.round, view.table)
    yield ReportLine("", f"{request.short_moment(view.opened_at)} {place}")
    for seat, name in names.items():
        yield ReportLine(seat, name)


def steps(request: DocumentRequest, view: CaseView, kinds: tuple[str, ...]) -> Iterator[ReportLine]:
    """Yield what was said or noted in steps of some kinds, and by whom."""
    for each in view.steps:
        if each.kind in kinds and each.note:
            taken = words(request.language)["dossier_taken"].format(name=each.author)
            who = f"{each.speaker} ({taken})" if each.speaker else each.author
            yield ReportLine(clock(request, each.at), f"{who}: {each.note}", strong=each.kind == RESTRICTED)


def log_end(game: TableGame, lines: Sequence[ChainLine], language: str) -> Iterator[ReportLine]:
    """Yield the last entries of the log before the case was opened."""
    for each in record_lines(game, lines, language, {}):
        yield ReportLine(each.key, each.text, strong=each.kind == "ruling")


def standing(game: TableGame, names: Mapping[str, str], language: str) -> Iterator[ReportLine]:
    """Yield what each player has in a position of the game, and what is due."""
    stands, table = game.game.ruleset.position(game.game), game.game.state.table
    texts = words(language)

    def label(kind: str, value: object) -> str:
        return game.game.ruleset.mechanics.label(table, kind, value, language) or str(value)

    def deed(key: str, row: Mapping[str, Any]) -> str:
        mortgaged = [texts["dossier_mortgaged"]] if row.get("mortgaged") else []
        on_it = ", ".join([*words_of(game.game, row, language), *mortgaged])
        return f"{label('deed', key)} ({on_it})" if on_it else label("deed", key)

    for seat, row in stands["players"].items():
        held = [deed(key, each) for key, each in stands["deeds"].items() if each["owner"] == seat]
        cards = [label("thing", card) for card in row.get("cards", ())]
        where = [texts["dossier_space"].format(space=label("space", row["space"]))] if "space" in row else []
        parts = (label("money", row["cash"]), *where, *cards, *held)
        yield ReportLine(seat, f"{names[seat]}: {' · '.join(parts)}")
    for each in game.game.ruleset.due(game.game):
        yield ReportLine("", " ".join(narrate(game, [each], language)))


def deals(game: TableGame, lines: Sequence[ChainLine], names: Mapping[str, str], language: str) -> Iterator[ReportLine]:
    """Yield the deals of each pair of players, with what went each way at list price."""
    for pair in deals_by_pair(game, lines, names, language):
        yield ReportLine("", pair.sums, strong=True)
        yield from (ReportLine(str(seq), deal) for seq, deal in pair.deals)


def clauses(view: CaseView, game: TableGame, language: str) -> Iterator[ReportLine]:
    """Yield the clauses that the decisions rest on, in full."""
    texts = game.game.ruleset.catalogue.texts(language)
    named = {clause.id: clause for each in view.steps if each.decision for clause in each.decision.clauses}
    for each in named.values():
        text = f": {texts[each.id].text}" if each.id in texts else ""
        yield ReportLine("", f"{each.id} {each.title}{text}")


def decisions(request: DocumentRequest, view: CaseView) -> Iterator[ReportLine]:
    """Yield the ruling, the appeals with their outcome, and a panel's votes."""
    yield from report_lines("", list(case_lines(view, request.language)))
    for each in view.steps:
        if each.kind == VOTED:
            vote = request.text(f"rulings_{each.note}")
            yield ReportLine(clock(request, each.at), f"{each.speaker}: {vote}")


def signers(found: CaseState, view: CaseView, labels: Mapping[str, str]) -> Iterator[str]:
    """Yield who signs: the players, others who spoke, the arbiter, and whoever settled the appeals."""
    for each in view.players:
        yield f"{each.name} ({labels['player']} {each.player})"
    known = {each.name for each in view.players}
    for name in dict.fromkeys(each.speaker for each in view.steps if each.speaker):
        if name not in known:
            yield name
    for author in dict.fromkeys(step.author for step in (found.first, found.settled) if step):
        yield f"{author} ({labels['dossier_judge']})"
