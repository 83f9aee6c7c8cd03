"""One-tap remedies: the usual corrections of a position, turned into the effect of an ordinary ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from sqlmodel import Session

from referee.cases.deciding import EffectTrial
from referee.cases.queries import CASES, cases_at
from referee.cases.remedy_effect import (
    AssignDeed,
    Fine,
    GoBack,
    Leave,
    MoreTime,
    MoveMoney,
    MoveToken,
    Remedy,
    Rewrite,
    Settlement,
    Undo,
    apply_remedy,
    lines_of,
)
from referee.cases.replay import FATES, Replayed
from referee.cases.state import CaseState
from referee.cases.undoing import may_undo
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Length, OneOf
from referee.core.http.schemas import Line, Lines, RefusalSchema
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame
from referee.penalties.queries import category_of, penalties_of, rule_for, suggestion
from referee.tables.schemas import MOST_ENTRIES
from rulesets.irregularities import REMEDIES
from tournaments.typed import Whole, whole


@dataclass(frozen=True, slots=True)
class EntryAnswer:
    """What was answered about an entry that cannot follow yet."""

    entry: Annotated[int, Whole(1, MOST_ENTRIES), "The number of the entry."]
    line: Annotated[
        str, Lines(2000), "A report that goes in before it, in the short notation or as JSON; empty: leave it out."
    ] = ""


@dataclass(frozen=True, slots=True)
class TryRemedy:
    """A remedy given by ``kind``, with the fields that belong to it; fields left out count as empty."""

    kind: Annotated[str, OneOf(REMEDIES), FieldExample("money")]
    entry: Annotated[
        int,
        Whole(0, MOST_ENTRIES),
        "`back`, `insert` (0: before all), `replace`, `remove`: the number of the log entry.",
    ] = 0
    line: Annotated[
        str,
        Lines(2000),
        "`insert`, `replace`: a report in the short notation or as JSON, or several in the notation, with `;` between.",
    ] = ""
    answers: Annotated[
        Sequence[EntryAnswer],
        Length(max=200),
        "`insert`, `replace`, `remove`: what was answered about later entries that could not follow, in order.",
    ] = ()
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
        case "insert" | "replace" | "remove":
            lines = [] if kind == "remove" else lines_of(line)
            return Rewrite(entry, lines, kind != "insert", _answers_by_entry(given.get("answers", ())))
        case "money":
            return MoveMoney(seat, to, amount)
        case "deed":
            return AssignDeed(given.get("deed", ""), to, given.get("level", 0), given.get("mortgaged", False))
        case "token":
            space, _, failed = given.get("space", "").partition(":")
            return MoveToken(seat, space, whole(failed))
        case "withdraw":
            return Leave(seat)
        case "undo":
            return Undo(given.get("case", ""))
        case "minutes":
            return MoreTime(amount)
        case "fine":
            return Fine(seat, given.get("category", ""), given.get("step", ""))
    raise Problem("not_found", path=kind)


def _answers_by_entry(answers: Sequence[Mapping[str, Any]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for each in answers:
        found.setdefault(each["entry"], []).append(each["line"].strip())
    return found


@dataclass(frozen=True, slots=True)
class ProposedEffect:
    """What a remedy would do.  ``effect``: of the ruling, in the form of `referee.cases.ruling_effect.RulingEffect`,
    None while an entry is asked about; ``entries``: what becomes of later ones; ``settlement``: of a player who leaves.
    """

    effect: Mapping[str, Any] | None
    entries: Sequence[Replayed] = ()
    settlement: Settlement | None = None


@dataclass(frozen=True, slots=True)
class ReplayedView:
    """What becomes of an entry of the log after a change of its past."""

    seq: Annotated[int | None, "Its number; null: not in the log."]
    fate: Annotated[
        str,
        OneOf(FATES),
        "`stands`; `given`: an answer; `anew`: a payment that is due instead; `left_out`: as was answered; `obsolete`: "
        "nothing asks for it; `open`: it cannot follow, answer it; `waits` for the answer.",
    ]
    report: Mapping[str, Any]
    told: Annotated[Sequence[str], "What happens by it, in sentences."]
    refusals: Annotated[
        Sequence[Annotated[Mapping[str, Any], RefusalSchema]], "`open`: why it cannot follow, with the rule."
    ]


def replayed_view(each: Replayed, language: str) -> ReplayedView:
    """What becomes of an entry, in a language."""
    answer = each.answer
    told = each.game.ruleset.narrate(each.game, answer.events, language) if answer else []
    refusals = answer.to_json(language).get("refusals", []) if answer else []
    return ReplayedView(each.seq, each.fate, dict(each.report), told, refusals)


@dataclass(frozen=True, slots=True)
class RemedyTrial:
    """What a remedy would do; nothing was changed."""

    effect: Annotated[
        Mapping[str, Any] | None,
        "The effect to send as `effect` of the decision of the case, or of its appeals; null while an entry is asked "
        "about.",
    ]
    dropped: Annotated[Sequence[int], "The entries of the log that nothing would ask for any more, or left out."]
    entries: Annotated[
        Sequence[ReplayedView], "`insert`, `replace`, `remove`: what becomes of the later entries, in order."
    ]
    trial: EffectTrial | None


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
    asking = any(each.fate == "open" for each in done.entries)
    return ProposedEffect(None if asking else {"kind": "set", "set": dict(done.parts)}, done.entries, done.settlement)


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
