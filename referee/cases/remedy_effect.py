"""What each remedy does to the position at a table: worked out, never applied here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.cases.replay import Replayed, replay
from referee.cases.state import CaseState
from referee.cases.undoing import STAYING, undo_parts
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.standing import Standing, standing_after
from referee.log.table_game import TableGame, TableGames
from referee.rules.positions.fields import difference, has_fields
from rulesets import Answer, Game, Refusal, Report, as_report, moves
from rulesets.kernel.record import Unreadable, read_line
from rulesets.trying import parse_report

BANK = "bank"
"""Stands for the bank where a remedy names a seat."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """Set the position back to what it was after an entry of the log; 0: at the start."""

    entry: int


Answers = Mapping[int, Sequence[str]]
"""What was answered about entries that could not follow: lines that go in before them, an empty one leaves one out."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Put reports into the log after an entry, or ``instead`` of it: of none, the entry is taken out.  ``lines``: in
    the notation or as JSON; ``answers``: about later entries.
    """

    entry: int
    lines: Sequence[str]
    instead: bool
    answers: Answers


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
    """Move a token to a space.  ``failed``: the failed throws of a player who is in jail there; None: not in jail."""

    seat: str
    space: str
    failed: int | None


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
class Settlement:
    """How a player who leaves settles up by the law: what is ``paid`` to whom first, in dollars, and who gets the rest:
    the `BANK`, which auctions the deeds if ``auctioned``, or the creditor whom all that there is cannot pay.
    """

    paid: Mapping[str, int]
    heir: str
    auctioned: bool


@dataclass(frozen=True, slots=True)
class RemedyResult:
    """How a remedy changes the position.  ``parts``: the ``set`` of a ruling; ``entries``: what becomes of later
    entries; ``settlement``: of a player who leaves.
    """

    parts: Mapping[str, Any]
    entries: Sequence[Replayed] = ()
    settlement: Settlement | None = None


def lines_of(typed: str) -> list[str]:
    """The reports of a line: JSON or a text in quotation marks is one; elsewhere ``;`` stands between them."""
    whole = typed.startswith("{") or '"' in typed
    return [typed] if whole else [each.strip() for each in re.split("[;；\\n]", typed) if each.strip()]


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
            lines = service().part(TableGames).lines(game.table_id, 0, game.seq)
            found = RemedyResult(place_token(remedy, game.game, standing_after(lines, 0)))
        case Leave(seat):
            found = _leave(_valid_seat(game.game, seat, "seat"), game.game, language)
        case Undo(case):
            ruled = next((each for each in undoable if each.case.id == case), None)
            found = RemedyResult(undo_parts(ruled, game) if ruled else {})
    if not found.parts and not any(each.fate == "open" for each in found.entries):
        raise invalid(FieldFault("", "changes_nothing", {}))
    return found


def _valid_entry(entry: int, least: int, most: int) -> int:
    if not least <= entry <= most:
        raise invalid(FieldFault("entry", "from_to", {"least": least, "most": most}))
    return entry


def _position_change(now: Game, then: Game) -> dict[str, Any]:
    """The ``set`` that turns one position into the other; phase, turn and what is due are part of it wherever a game's
    positions have them.  Empty if the positions are equal.
    """
    before, after = (each.ruleset.position(each) for each in (now, then))
    parts = difference(before, after)
    return parts | {name: after[name] for name in STAYING if name in after} if parts else {}


def _replay_with(remedy: Rewrite, game: TableGame, language: str) -> RemedyResult:
    """Change a place in the log and replay the rest.  While an entry is asked about, nothing is changed."""
    games = service().part(TableGames)
    entry = _valid_entry(remedy.entry, 1 if remedy.instead else 0, game.seq)
    then = games.at(game.table_id, entry, whole=True).game
    now = games.at(game.table_id, entry - 1, whole=True).game if remedy.instead else then
    standing = standing_after(games.lines(game.table_id, 0, game.seq), entry)

    def read(at: Game, line: str) -> Report:
        report = _read_report(at, line, language)
        _judge_or_raise(at, report, language)
        return as_report(report)

    done = replay(then, now, remedy.lines, standing, remedy.answers, read)
    return RemedyResult({} if done.open else _position_change(game.game, done.game), done.entries)


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


def _judge_or_raise(game: Game, report: Any, language: str) -> Answer:
    answer = game.ruleset.judge(game, report)
    if not answer.accepted:
        raise _refusal_problem(answer, language)
    return answer


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
    """The ``set`` that gives a deed to a player, or returns it to the bank: with so many buildings, or where a game has
    other pieces, with what stands on it.
    """
    if remedy.to == BANK:
        return {"deeds": {remedy.deed: None}}
    had = game.ruleset.position(game)["deeds"].get(remedy.deed, {})
    built = {"level": remedy.level, "mortgaged": remedy.mortgaged} if has_fields(game) else had
    row = {**built, "owner": _valid_seat(game, remedy.to, "to")}
    return {"deeds": {remedy.deed: row}} if remedy.deed and any(had.get(each) != row[each] for each in row) else {}


def place_token(remedy: MoveToken, game: Game, log: Sequence[Standing]) -> dict[str, Any]:
    """The ``set`` that moves a token to a space, or into jail with a number of failed throws.

    Whoever threw last, or whose turn it is, has come there by a throw: what is due for the space that the token leaves
    goes, and what the other one asks for is due.  ``log``: what stands of the table's.
    """
    seat = _valid_seat(game, remedy.seat, "seat")
    row = {"space": remedy.space, "jail": remedy.failed}
    if not remedy.space or row.items() <= game.ruleset.position(game)["players"][seat].items():
        return {}
    parts = {"players": {seat: row}}
    placed = game.ruleset.judge(game, as_report({"type": "ruling", "by": "-", "reason": "-", "set": parts}))
    arrived = getattr(game.ruleset.mechanics, "arrived", None)
    if arrived is None or not placed.accepted:  # why not, the law says when the ruling is tried
        return parts
    throw = next((each.report for each in reversed(log) if each.report["type"] == "roll"), None)
    dice = sum(throw["dice"]) if throw and throw["player"] == seat else None
    there = arrived(placed.game.state, game.state.table.seat_number[seat], dice)
    return parts if there == placed.game.state else _position_change(game, placed.game._replace(state=there))


def _leave(seat: str, game: Game, language: str) -> RemedyResult:
    """The ``set`` that takes a player out of the game.

    Debts are paid first, from buildings and mortgages too; the rest goes to the bank.  Whom everything together cannot
    pay gets it, as in a bankruptcy.
    """
    answers: list[Answer] = []
    other = game
    while debts := [each for each in other.ruleset.position(other)["due"] if _owes(each, seat)]:
        raised = _raised_for(debts[0], other)
        if not raised:
            break
        answers += raised
        other = raised[-1].game
    gone = {"type": "declare_bankruptcy", "player": seat}
    answers.append(_judge_or_raise(other, {"type": "ruling", "by": "-", "reason": "-", "apply": gone}, language))
    other = answers[-1].game
    events = [each for answer in answers for each in answer.events if each.get("player") == seat]
    paid: Counter[str] = Counter()
    for each in events:
        if each["kind"] == "paid":
            paid[each["to"]] += each["amount"]
    heir = next(each["to"] for each in events if each["kind"] == "bankrupt")
    auctioned = any(each["kind"] == "auction" for each in other.ruleset.position(other)["due"])
    return RemedyResult(_position_change(game, other), settlement=Settlement(paid, heir, auctioned))


def _owes(due: Mapping[str, Any], seat: str) -> bool:
    return (due["kind"], due.get("player")) == ("debt", seat)


def _raised_for(debt: Mapping[str, Any], game: Game) -> list[Answer]:
    """What pays a debt: sales and mortgages as far as needed, and the payment; empty if they do not suffice."""
    about = {"deed": debt["deed"]} if debt.get("deed") else {}
    payment = as_report({"type": "pay", "player": debt["player"], "to": debt["to"], **about})
    done: list[Answer] = []
    while True:
        paid = game.ruleset.judge(game, payment)
        if paid.accepted:
            return [*done, paid]
        raising = (each for each in moves(game) if each["type"] in ("sell", "mortgage"))
        step = next((each for each in raising if each.get("player") == debt["player"]), None)
        if step is None:
            return []
        done.append(game.ruleset.judge(game, step))
        game = done[-1].game
