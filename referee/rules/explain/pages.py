"""Pages that explain a position to an arbiter: what may be reported and why nothing else, who owes what, what follows.

The URL contains everything, so that the page can be reloaded and shared; nothing is logged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, render_template, request

from referee.core.access.limits import EXPLANATION
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.chain import ChainLine
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames, is_forgotten
from referee.models import GameTable
from referee.rules.explain import chosen
from referee.rules.positions.packed import header_from, pack
from referee.tables.commands import signed
from referee.tables.pages import position
from referee.tables.queries import game_for
from rulesets import Refusal, notation
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report
from rulesets.trying import Tried, explanation_of, parse_report

Link = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Reportable:
    """Something that may be reported.  ``address``: of the page that tries it, empty if there is none."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PlayerEntries:
    """What may be reported of a player.  ``name``: empty for entries without a player; ``open``: whether the entries
    are expanded: those of the players whom the game waits for, or all if it waits for nobody in particular.
    """

    name: str
    open: bool
    entries: Sequence[Reportable]


def entries_by_player(game: Game, explanation: Mapping[str, Any], link: Link) -> list[PlayerEntries]:
    """What may be reported, by player.

    ``explanation``: as `Explanation.to_json` gives it; ``link(**more)``: the address of its page with more query
    parameters.
    """
    names = game.state.table.names
    codes = notation.codes(game)
    known = chosen.offered_types(game)
    order = ["", *game.state.table.seats]
    due = {entry.get("player") for entry in explanation["due"]}
    rows = sorted(explanation["may"], key=lambda entry: order.index(entry.get("player", "")))
    return [
        PlayerEntries(
            names.get(seat, seat),
            seat in due or due == {None},
            [Reportable(entry["text"], _address(game, entry, codes, known, link)) for entry in group],
        )
        for seat, group in groupby(rows, key=lambda entry: entry.get("player", ""))
    ]


def _address(game: Game, entry: dict[str, Any], codes: Any, known: Any, link: Link) -> str:
    """The address that tries an entry if it is a complete report, else that of the form for what is missing."""
    rule = game.ruleset.rules.get(entry["type"])
    if rule is None:
        return ""
    names = {"type", *(field.name for field in rule.form.fields)}
    report = {name: value for name, value in entry.items() if name in names}
    if game.ruleset.obstacle(game, as_report(report)) is None:
        return link(report=notation.write(report, codes))
    return link(kind=entry["type"], who=entry.get("player", "")) + "#choose" if entry["type"] in known else ""


blueprint = Blueprint("explain_page", __name__)


class Subject(NamedTuple):
    """What is explained: a game, with the path of its page and the query parameters that identify it (``kept``).

    ``report``: the one to try unless another was typed or built.
    """

    found: TableGame
    path: str
    kept: dict[str, str]
    report: dict[str, Any] | None = None

    def link(self, **more: str) -> str:
        """The address of the page with more query parameters."""
        return f"{self.path}?{urlencode({**self.kept, **more})}"


@blueprint.get("/tables/<table_id>/explain")
def show_table(table_id: str) -> str:
    """The position at a table, explained.

    Query parameters: ``at``: the entry after which, by default the last one; ``entry``: explain the position just
    before that entry, and try its report; ``report``: a report to try, in the notation or as JSON; ``kind``, ``who``:
    the type and player of a report to build.
    """
    known, who = game_for("table.try", table_id)
    games = service().part(TableGames)
    entry, at = request.args.get("entry", type=int), request.args.get("at", type=int)
    report = None
    lines: list[ChainLine] = []
    if entry is not None:
        lines = games.lines(table_id, entry - 1, entry) if entry > 0 else []
        if not lines:
            raise Problem("not_found", path=f"{table_id}/{entry}")
        at, report = entry - 1, json.loads(lines[0].report)
    last = games.current(table_id)
    found = last if at is None or not 0 <= at < last.seq else games.at(table_id, at)
    with service().database.read() as session:
        number = session.get_one(GameTable, table_id).number
    subject = Subject(found, f"/tables/{table_id}/explain", {} if found is last else {"at": str(found.seq)}, report)
    to_case = ""
    if may(who.roles_in(known.event_id, table_id), "case.open"):
        about = "" if entry is None or lines[0].accepted else f"&refused={entry}"
        to_case = f"/events/{known.event_id}/cases/new?table={table_id}{about}"
    return page(subject, who, table=table_id, number=number, last=last.seq, to_case=to_case)


def page(subject: Subject, who: Principal, **facts: Any) -> str:
    """Render the explanation.  ``facts``: more template variables.  Raises the problem ``too_many``."""
    service().limits.trial(who.credential_id, EXPLANATION)
    found = subject.found
    game = found.game
    report, line = report_to_try(game, subject.report)
    if isinstance(report, dict):
        report = signed(report, who)
        if found.table_id and is_forgotten(game, report):
            game = service().part(TableGames).at(found.table_id, found.seq, whole=True).game
    explanation = explanation_of(game, report)
    shown = explanation.to_json(language())
    answer = explanation.answer
    after = position_query(answer.game, found, facts.get("table")) if answer and answer.accepted else ""
    return render_template(
        "rules/explain.html",
        subject=subject,
        title=game.ruleset.titles[language()],
        rules=f"/rules/{game.ruleset.name}",
        board=position(found),
        seq=found.seq,
        line_typed=line,
        unread=isinstance(report, Refusal),
        names={seat: game.state.table.names.get(seat, seat) for seat in game.state.table.seats},
        money=lambda amount: game.ruleset.mechanics.label(game.state.table, "money", amount, language()),
        sells="sell" in game.ruleset.rules,
        after=after,
        here=position_query(game, found, facts.get("table")),
        explanation=shown,
        possible=entries_by_player(explanation.game, shown, subject.link),
        choosing=choosing_fields(game),
        **facts,
    )


def report_to_try(game: Game, otherwise: dict[str, Any] | None) -> tuple[Tried, str]:
    """The report to try, and the line that stands for it: the typed one, else the one built from fields, else
    ``otherwise``.
    """
    line = request.args.get("report", "").strip()[:10_000]
    if line:
        return parse_report(game, line), line
    made = request.args.get("made") and request.args.get("kind") in chosen.offered_types(game)
    report = chosen.report_from_form(game, request.args) if made else otherwise
    return report, "" if report is None else notation.write(report, notation.codes(game))


@dataclass(frozen=True, slots=True)
class Choosing:
    """The fields for building a report: first type and player, then its arguments.  Choices are pairs of value and
    label.  ``kind``: empty as long as none is chosen; ``given``: what was filled in.
    """

    types: Sequence[tuple[str, str]]
    kind: str
    who: str
    seats: Sequence[tuple[str, str]]
    fields: Sequence[chosen.ChosenField]
    given: Mapping[str, str]
    levels: Sequence[tuple[int, str | None]]


def choosing_fields(game: Game) -> Choosing:
    """The fields for building a report, filled in from the query parameters."""
    args, seats = request.args, game.state.table.seats
    kind = args.get("kind", "")
    who = args.get("who") or notation.meant(game.ruleset.due(game)) or seats[0]
    known = chosen.offered_types(game)
    label = game.ruleset.mechanics.label
    return Choosing(
        types=chosen.type_choices(game, language()),
        kind=kind if kind in known else "",
        who=who,
        seats=[(seat, game.state.table.names.get(seat, seat)) for seat in seats],
        fields=chosen.choices(game, kind, who, language()) if kind in known else [],
        given=args,
        levels=[(level, label(game.state.table, "level", level, language())) for level in range(6)],
    )


def position_query(game: Game, found: TableGame, table: str | None) -> str:
    """The query string of the page for a game's position on its own; empty if it is too large for an address."""
    with suppress(Problem):
        return f"?p={pack(header_from(game, found.header))}" + (f"&table={table}" if table else "")
    return ""
