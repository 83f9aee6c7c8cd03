"""One-tap remedies: the usual corrections of a position, turned into the effect of an ordinary ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from sqlmodel import Session

from referee.cases.deciding import EffectTrial
from referee.cases.queries import CASES, cases_at
from referee.cases.state import CaseState
from referee.cases.undoing import may_undo, undo_parts
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.schemas import Line, Lines
from referee.core.http.validate import OneOf
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.standing import standing_after
from referee.log.table_game import TableGame, TableGames
from referee.penalties.queries import category_of, penalties_of, rule_for, suggestion
from referee.rules.positions.fields import difference, has_fields
from referee.tables.schemas import MOST_ENTRIES
from rulesets import Answer, Game, Refusal
from rulesets.irregularities import REMEDIES
from rulesets.kernel.record import Unreadable, read_line
from rulesets.trying import parse_report
from tournaments.typed import Whole, whole

BOARD_REMEDIES = ("deed", "token", "withdraw")
"""Remedies that are about deeds and spaces of the classic board."""
BANK = "bank"
"""Stands for the bank where a remedy names a seat."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """Set the position back to what it was after an entry of the log; 0: at the start."""

    entry: int


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Put a report into the log after an entry, or ``instead`` of it.  ``line``: in the notation or as JSON."""

    entry: int
    line: str
    instead: bool


@dataclass(frozen=True, slots=True)
class MoveMoney:
    """Move dollars from one seat, or `BANK`, to another."""

    seat: str
    to: str
    amount: int


@dataclass(frozen=True, slots=True)
class AssignDeed:
    """Give a deed to a seat, with the buildings and the mortgage on it, or return it to the `BANK`."""

    deed: str
    to: str
    level: int
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class MoveToken:
    """Move a token to a space.  ``failed``: the failed throws of a player who is in jail there."""

    seat: str
    space: str
    failed: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves the game."""

    seat: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the ruling of another case, named by its id."""

    case: str


@dataclass(frozen=True, slots=True)
class MoreTime:
    """Give the table more minutes."""

    minutes: int


@dataclass(frozen=True, slots=True)
class Fine:
    """Give a player a penalty of a category; without a step, the one that is suggested for them."""

    player: str
    category: str
    step: str


OnPosition = GoBack | Rewrite | MoveMoney | AssignDeed | MoveToken | Leave | Undo
"""What changes the position."""
Remedy = OnPosition | MoreTime | Fine
"""A remedy to apply."""


@dataclass(frozen=True, slots=True)
class TryRemedy:
    """A remedy given by ``kind``, with the fields that belong to it; fields left out count as empty."""

    kind: Annotated[str, OneOf(REMEDIES), FieldExample("money")]
    entry: Annotated[
        int, Whole(0, MOST_ENTRIES), "`back`, `insert` (0: before all), `replace`: the number of the log entry."
    ] = 0
    line: Annotated[str, Lines(2000), "`insert`, `replace`: a report in the short notation or as JSON."] = ""
    seat: Annotated[
        str, Line(40, 0), "`money`: payer's seat or `bank`; `token`, `withdraw`: the seat; `fine`: the player's id."
    ] = ""
    to: Annotated[str, Line(40, 0), "`money`, `deed`: the seat that receives it, or `bank`."] = ""
    amount: Annotated[int, Whole(0, 10**9), "`money`: the amount in dollars; `minutes`: the number of minutes."] = 0
    deed: Annotated[str, Line(60, 0), FieldExample("boardwalk")] = ""
    level: Annotated[int, Whole(0, 5), "`deed`: the buildings on it."] = 0
    mortgaged: bool = False
    space: Annotated[
        str, Line(60, 0), "`token`: the space to move it to; `jail:1`: in jail after that many failed throws."
    ] = ""
    case: Annotated[str, Line(18, 0), "`undo`: the id of the case whose ruling to undo."] = ""
    category: Annotated[str, Line(40, 0), "`fine`: the key of a category of the regulation."] = ""
    step: Annotated[str, Line(40, 0), "`fine`: the key of a step; left out: the one suggested for the player."] = ""


def remedy_of(kind: str, given: Mapping[str, Any]) -> Remedy:
    """The remedy of a kind (`rulesets.irregularities.REMEDIES`) that the fields of a form or of the API
    describe; what is left out is empty.
    """
    entry, line, seat, to = given.get("entry", 0), given.get("line", ""), given.get("seat", ""), given.get("to", "")
    amount = given.get("amount", 0)
    match kind:
        case "back":
            return GoBack(entry)
        case "insert" | "replace":
            return Rewrite(entry, line, kind == "replace")
        case "money":
            return MoveMoney(seat, to, amount)
        case "deed":
            return AssignDeed(given.get("deed", ""), to, given.get("level", 0), given.get("mortgaged", False))
        case "token":
            space, _, failed = given.get("space", "").partition(":")
            return MoveToken(seat, space, whole(failed) or 0)
        case "withdraw":
            return Leave(seat)
        case "undo":
            return Undo(given.get("case", ""))
        case "minutes":
            return MoreTime(amount)
        case "fine":
            return Fine(seat, given.get("category", ""), given.get("step", ""))
    raise Problem("not_found", path=kind)


@dataclass(frozen=True, slots=True)
class RemedyResult:
    """How a remedy changes the position.  ``parts``: the ``set`` of a ruling; ``dropped``: entries that can no longer
    be replayed.
    """

    parts: Mapping[str, Any]
    dropped: Sequence[int] = ()


def remedies_for(game: TableGame) -> list[str]:
    """The kinds of remedy for a table's game; those about deeds and spaces only if its positions have a form."""
    return [each for each in REMEDIES if has_fields(game.game) or each not in BOARD_REMEDIES]


def apply_remedy(remedy: OnPosition, game: TableGame, undoable: Sequence[CaseState], language: str) -> RemedyResult:
    """Work out how a remedy changes the position at a table.

    ``undoable``: the cases whose rulings can be undone; ``language``: of refusals.  Raises the problems ``invalid`` if
    a field is wrong or nothing would change, ``refused`` if the law refuses the report at its place, and `LogDiffers`.
    """
    match remedy:
        case GoBack(entry):
            earlier = service().part(TableGames).at(game.table_id, _valid_entry(entry, 0, game.seq - 1))
            found = RemedyResult(_position_change(game.game, earlier.game))
        case Rewrite():
            found = _replay_with(remedy, game, language)
        case MoveMoney():
            found = RemedyResult(_move_money(remedy, game.game))
        case AssignDeed():
            found = RemedyResult(_assign_deed(remedy, game.game))
        case MoveToken():
            found = RemedyResult(_place_token(remedy, game.game))
        case Leave(seat):
            found = RemedyResult(_resign(seat, game.game, language))
        case Undo(case):
            ruled = next((each for each in undoable if each.case.id == case), None)
            found = RemedyResult(undo_parts(ruled, game) if ruled else {})
    if not found.parts:
        raise invalid(FieldFault("", "changes_nothing", {}))
    return found


def _valid_entry(entry: int, least: int, most: int) -> int:
    if not least <= entry <= most:
        raise invalid(FieldFault("entry", "from_to", {"least": least, "most": most}))
    return entry


def _position_change(now: Game, then: Game) -> dict[str, Any]:
    """The ``set`` that turns one position into the other; phase, turn and what is due are always part of it.  Empty if
    the positions are equal.
    """
    before, after = (each.ruleset.position(each) for each in (now, then))
    parts = difference(before, after)
    return {**parts, "phase": after["phase"], "turn": after["turn"], "due": after["due"]} if parts else {}


def _replay_with(remedy: Rewrite, game: TableGame, language: str) -> RemedyResult:
    """Put a report into the log and replay the rest until an entry is refused."""
    games = service().part(TableGames)
    entry = _valid_entry(remedy.entry, 1 if remedy.instead else 0, game.seq)
    other = games.at(game.table_id, entry - 1 if remedy.instead else entry, whole=True).game
    other = _judge_or_raise(other, _read_report(other, remedy.line, language), language)
    dropped: list[int] = []
    for move in standing_after(games.lines(game.table_id, 0, game.seq), entry):
        answer = other.ruleset.judge(other, move.report)
        if dropped or not answer.accepted:
            dropped.append(move.seq)
        else:
            other = answer.game
    return RemedyResult(_position_change(game.game, other), dropped)


def _read_report(game: Game, line: str, language: str) -> Any:
    if line.startswith("{"):
        try:
            return read_line(line)
        except Unreadable as error:
            raise invalid(FieldFault("line", "not_object", {})) from error
    report = parse_report(game, line)
    if isinstance(report, Refusal):
        raise _refusal_problem(game.ruleset.refuse_unread(game, report), language)
    return report


def _judge_or_raise(game: Game, report: Any, language: str) -> Game:
    answer = game.ruleset.judge(game, report)
    if not answer.accepted:
        raise _refusal_problem(answer, language)
    return answer.game


def _refusal_problem(answer: Answer, language: str) -> Problem:
    refusals = answer.to_json(language)["refusals"]
    return Problem("refused", more={"refusals": refusals}, messages=[each["message"] for each in refusals])


def _valid_seat(game: Game, given: str, name: str) -> str:
    if given not in game.state.table.seats:
        raise invalid(FieldFault(name, "seat_unknown", {"given": given, "seats": ", ".join(game.state.table.seats)}))
    return given


def _move_money(remedy: MoveMoney, game: Game) -> dict[str, Any]:
    """The ``set`` that moves money between two players, or between a player and the bank."""
    cash = {seat: player["cash"] for seat, player in game.ruleset.position(game)["players"].items()}
    rows = {}
    for name, given, sign in (("seat", remedy.seat, -1), ("to", remedy.to, 1)):
        if given != BANK:
            rows[_valid_seat(game, given, name)] = {"cash": cash[_valid_seat(game, given, name)] + sign * remedy.amount}
    return {"players": rows} if remedy.amount > 0 and remedy.seat != remedy.to else {}


def _assign_deed(remedy: AssignDeed, game: Game) -> dict[str, Any]:
    """The ``set`` that gives a deed, with what stands on it, to a player, or returns it to the bank."""
    if remedy.to == BANK:
        return {"deeds": {remedy.deed: None}}
    row = {"owner": _valid_seat(game, remedy.to, "to"), "level": remedy.level, "mortgaged": remedy.mortgaged}
    had = game.ruleset.position(game)["deeds"].get(remedy.deed, {})
    return {"deeds": {remedy.deed: row}} if remedy.deed and any(had.get(each) != row[each] for each in row) else {}


def _place_token(remedy: MoveToken, game: Game) -> dict[str, Any]:
    """The ``set`` that moves a token to a space, or into jail with a number of failed throws."""
    row = {"space": remedy.space, "jail": remedy.failed}
    return {"players": {_valid_seat(game, remedy.seat, "seat"): row}} if remedy.space else {}


def _resign(seat: str, game: Game, language: str) -> dict[str, Any]:
    """The ``set`` that makes a player resign: bankrupt to the bank, with what follows from it due."""
    gone = {"type": "declare_bankruptcy", "player": _valid_seat(game, seat, "seat")}
    ruling = {"type": "ruling", "by": "-", "reason": "-", "apply": gone}
    return _position_change(game, _judge_or_raise(game, ruling, language))


@dataclass(frozen=True, slots=True)
class ProposedEffect:
    """What a remedy would do.  ``effect``: of the ruling, in the form of `referee.cases.ruling_effect.RulingEffect`;
    ``dropped``: entries that can no longer be replayed.
    """

    effect: Mapping[str, Any]
    dropped: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class RemedyTrial:
    """What a remedy would do; nothing was changed."""

    effect: Annotated[
        Mapping[str, Any], "The effect to send as `effect` of the decision of the case, or of its appeals."
    ]
    dropped: Annotated[Sequence[int], "The entries of the log that would no longer be possible."]
    trial: EffectTrial


def propose_effect(case_id: str, remedy: Remedy, game: TableGame, facts: str, language: str) -> ProposedEffect:
    """The effect that a remedy proposes.  ``facts``: of a penalty; ``language``: of refusals.  Raises what
    `apply_remedy` does.
    """
    with service().database.read() as session:
        found = CASES.state(session, case_id)
        match remedy:
            case MoreTime(minutes):
                return ProposedEffect({"kind": "extension", "minutes": minutes})
            case Fine(player, category, step):
                fine = case_penalty(session, found, player, category, step)
                return ProposedEffect({"kind": "penalty", "penalty": {**fine, "facts": facts or "–"}})
        done = apply_remedy(remedy, game, undoable_cases(session, found), language)
    return ProposedEffect({"kind": "set", "set": dict(done.parts)}, done.dropped)


def undoable_cases(session: Session, found: CaseState) -> list[CaseState]:
    """The cases at the table of a case whose rulings have changed the position."""
    return [each for each in cases_at(session, found.table.id) if may_undo(each)]


def case_penalty(session: Session, found: CaseState, player: str, category: str, step: str) -> dict[str, Any]:
    """A penalty in a case, without its texts; if no step is chosen, with the one suggested for the player."""
    case = found.case
    if not step and player and category:
        rule = rule_for(session, case.event_id)
        given = penalties_of(session, case.event_id, player)
        step = suggestion(rule, category_of(rule, category), given)[0].step.key
    about = {"entry": case.refused, "call_id": case.call_id}
    return {
        "player": player,
        "category": category,
        "step": step,
        "table_id": case.table_id,
        **{name: value for name, value in about.items() if value is not None},
    }
