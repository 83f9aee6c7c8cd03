"""API: explanations of the position at a table, and of positions given by hand."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import require_principal
from referee.core.access.limits import EXPLANATION
from referee.core.access.principal import Principal
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames, is_forgotten
from referee.rules.explain.position import reach_position
from referee.rules.schemas import (
    ExplanationIn,
    ExplanationOut,
    MeansPage,
    MeansQuery,
    PositionExplanationOut,
    TableExplanationIn,
)
from referee.tables.commands import signed
from referee.tables.queries import game_for
from rulesets import Game
from rulesets.trying import Tried, explanation_of, parse_report

blueprint = StrictBlueprint("explanations", __name__, url_prefix="/api/v1", description="Explanations of positions")


def game_at(table_id: str, at: int | None) -> TableGame:
    """The game of a table after an entry, or after the last one.  Raises the problem ``base_ahead``."""
    games = service().part(TableGames)
    found = games.current(table_id) if at is None else games.at(table_id, at)
    if at is not None and at > found.seq:
        raise Problem("base_ahead", more={"seq": found.seq}, seq=found.seq)
    return found


def report_to_try(who: Principal, game: Game, body: dict[str, Any]) -> Tried:
    """The report in a request body, given as an object or typed; a ruling is signed by ``who``."""
    tried = parse_report(game, body["typed"]) if "typed" in body else body.get("report")
    return signed(tried, who) if isinstance(tried, dict) else tried


@endpoint(
    blueprint,
    "POST",
    "/tables/<table_id>/explanations",
    body=TableExplanationIn,
    gives=ExplanationOut,
    fails=(409, 429),
)
def explain_table(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Explain the position at a table.

    What may be reported, why another report may not, what debtors can raise, what the end signal leaves to be done,
    and how scarce houses and hotels are.  Nothing is logged.
    """
    _, who = game_for("table.try", table_id)
    service().limits.trial(who.credential_id, EXPLANATION)
    found = game_at(table_id, body.get("at"))
    tried = report_to_try(who, found.game, body)
    if is_forgotten(found.game, tried):
        found = service().part(TableGames).at(table_id, found.seq, whole=True)
    return answer(explanation_of(found.game, tried).to_json(language()))


@endpoint(blueprint, "GET", "/tables/<table_id>/means", query=MeansQuery, gives=MeansPage, fails=(409, 429))
def list_means(query: dict[str, Any], table_id: str) -> Response:
    """List what each player at a table could raise now without others, and from what.

    For all players, whether or not they have debts.
    """
    _, who = game_for("table.try", table_id)
    service().limits.trial(who.credential_id, EXPLANATION)
    found = explanation_of(game_at(table_id, query["at"]).game, None).to_json(language())
    return answer({"seq": found["seq"], "rows": found["means"]})


@endpoint(blueprint, "POST", "/explanations", body=ExplanationIn, gives=PositionExplanationOut, fails=(429,))
def explain_position(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Explain a position that is given in the request, without a table."""
    who = require_principal()
    service().limits.trial(who.credential_id, EXPLANATION)
    game, stopped = reach_position(body)
    found = explanation_of(game, report_to_try(who, game, body)).to_json(language())
    return answer({**found, "stopped": stopped.to_json(language()) if stopped else None})
