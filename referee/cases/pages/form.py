"""The form of a ruling, what was chosen in it, and what the buttons of a case do."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select
from werkzeug.datastructures import MultiDict

from referee.cases import appeals, deciding, opening
from referee.cases.deciding import EffectTrial
from referee.cases.precedents import commands as precedents
from referee.cases.queries import CASES
from referee.cases.remedies import case_penalty
from referee.cases.ruling_effect import ALSO
from referee.cases.state import (
    APPEAL_WITHDRAWN,
    APPEALED,
    CHANGED,
    DECIDED,
    MARKED,
    NOTED,
    OUTCOMES,
    UPHELD,
    WITHDRAWN,
    CaseState,
)
from referee.cases.wording import translations
from referee.clocks.locking import moves_of
from referee.clocks.timeline import MINUTE, clock_at
from referee.core.command import caller
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.pages.forms import asked
from referee.core.service import service
from referee.events.queries import seats_by_table
from referee.log.table_game import TableGame, TableGames
from referee.log.text import line_refusals
from referee.models import Call, Entry, Player
from referee.penalties.queries import rule_for
from referee.penalties.views import CategoryRule, PenaltyStepRule, rule_view
from referee.rules.event_clauses import canonical_id
from referee.rules.positions.declared import DeclaredForm, declared_form
from referee.rules.positions.fields import PositionFields, fields, has_fields
from referee.rules.positions.packed import read_change, shown_values
from rulesets.irregularities import Irregularity
from tournaments.typed import whole

MOST_REFUSALS = 6
"""How many refused entries a ruling can choose from: the latest ones."""
TEXTS = ("facts", "question", "decision", "reasons", "standing")


@dataclass(frozen=True, slots=True)
class RefusedEntry:
    """A refused entry of a table's log, and why it was refused."""

    seq: int
    reason: str


def refusals_of(game: TableGame, chosen: int | None, language: str) -> list[RefusedEntry]:
    """The latest refused entries of a table in words, the latest first, then the chosen one if it is not among them."""
    entry = col(Entry.accepted).is_(False) & (col(Entry.table_id) == game.table_id)
    query = select(col(Entry.seq)).where(entry, col(Entry.seq) <= game.seq).order_by(col(Entry.seq).desc())
    with service().database.read() as session:
        last = list(session.exec(query.limit(MOST_REFUSALS)))
        also = session.exec(select(col(Entry.seq)).where(entry, col(Entry.seq) == chosen)).first() if chosen else None
    lines = (
        service().part(TableGames).lines(game.table_id, seq - 1, seq)[0]
        for seq in dict.fromkeys((*last, *filter(None, [also])))
    )
    return [
        RefusedEntry(line.seq, " ".join(each["message"] for each in line_refusals(game, line, language)[:1]))
        for line in lines
    ]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the form of a ruling offers to choose from.  ``minutes``: those that the clock has lost; ``limited``:
    whether the round has a time limit; ``players``, ``seats``: each with a name; ``open``: whether the position can be
    changed; ``fields``, ``declared``: the form of the position: the classic board's, or what the game declares;
    ``values``: what it shows of the current position; ``clauses``: what ids of clauses look like.
    """

    refusals: Sequence[RefusedEntry]
    minutes: int
    limited: bool
    players: Sequence[tuple[str, str]]
    categories: Sequence[CategoryRule]
    steps: Sequence[PenaltyStepRule]
    seats: Sequence[tuple[str, str]]
    open: bool
    fields: PositionFields | None
    declared: DeclaredForm | None
    values: Mapping[str, str]
    clauses: str

    def offence(self, kind: Irregularity) -> str:
        """The usual category for an irregularity, of those that the regulation has; empty for none."""
        known = {each.key for each in self.categories}
        return next((each for each in kind.offences if each in known), "")


def choices(session: Session, found: CaseState, game: TableGame, now: int) -> Choices:
    """What the form offers for a ruling of a case: refused reports, minutes, players and penalties."""
    rule = rule_view(rule_for(session, found.case.event_id), language())
    classic = has_fields(game.game)
    ids = [seat.player_id for seat in seats_by_table(session, [found.table.id])[found.table.id]]
    players = {each.id: each.shown for each in session.exec(select(Player).where(col(Player.id).in_(ids)))}
    return Choices(
        refusals=refusals_of(game, found.case.refused, language()),
        minutes=minutes_lost(session, found, now),
        limited=found.round.minutes is not None,
        players=[(each, players[each]) for each in ids],
        categories=rule.categories,
        steps=rule.steps,
        seats=[(seat, game.game.state.table.names.get(seat, seat)) for seat in found.seats],
        open=found.table.state == "open",
        fields=fields(game.game, language()) if classic else None,
        declared=None if classic else declared_form(game.game, language()),
        values=shown_values(game.game, language()),
        clauses=", ".join([*game.game.ruleset.catalogue.clauses][:2]),
    )


def minutes_lost(session: Session, found: CaseState, now: int) -> int:
    """How many minutes the table's clock has run since the call, or since the case was opened; rounded up."""
    call = session.get(Call, found.case.call_id) if found.case.call_id else None
    moves = moves_of(session, found.round.id, [found.table.id])
    of_table = moves.of_table[found.table.id]
    began = call.called_at if call else found.case.opened_at
    before, after = (clock_at(at, moves.of_round, of_table, found.round.minutes).elapsed for at in (began, now))
    return -(-(after - before) // MINUTE)


def decision_given(session: Session, found: CaseState, form: MultiDict[str, str]) -> dict[str, Any]:
    """A decision as typed, in the form of `referee.cases.ruling.GivenRuling`.

    Raises the problems ``invalid`` and ``faulty`` for a position that cannot be read.
    """
    typed = {name: form.get(name, "").strip() for name in TEXTS}
    seen = form.get("seen", "") if form.get("effect") == "stand" else ""  # `set` allows for later entries itself
    return {
        **{name: text for name, text in typed.items() if text},
        "translations": translations(typed, language()),
        "clauses": clauses_given(form),
        "effect": effect_given(session, found, form),
        "agreed": form.getlist("agreed") if form.get("settlement") else [],
        **({"at": seen} if seen else {}),
    }


def clauses_given(form: MultiDict[str, str]) -> list[str]:
    """The clauses that were picked, then those that were typed."""
    typed = (canonical_id(each) for each in re.split(r"[,、，;\s]+", form.get("clauses", "")) if each)
    return list(dict.fromkeys((*form.getlist("clause"), *typed)))


def effect_given(session: Session, found: CaseState, form: Mapping[str, str]) -> dict[str, Any]:
    """The chosen effect with its further effects.  Raises the problems ``invalid`` and ``faulty``."""
    kind = form.get("effect", "none")
    also = [_effect_given(session, found, form, each) for each in ALSO if form.get(f"also_{each}") and each != kind]
    return {**_effect_given(session, found, form, kind), **({"also": also} if also else {})}


def _effect_given(session: Session, found: CaseState, form: Mapping[str, str], kind: str) -> dict[str, Any]:
    match kind:
        case "stand":
            seq = form.get("seq", "")
            return {"kind": kind, **({"seq": seq} if seq else {})}
        case "set":
            return {"kind": kind, "set": set_given(found, form)}
        case "extension":
            return {"kind": kind, "minutes": form.get("minutes", "")}
        case "penalty":
            return {"kind": kind, "penalty": penalty_given(session, found, form)}
        case _:
            return {"kind": kind}


def set_given(found: CaseState, form: Mapping[str, str]) -> Any:
    """The parts of the position that were changed in the form, which began with the position at the entry ``base``.

    Whatever the table has logged since then is kept, unless the form changes it.
    """
    base = whole(form.get("base", ""))
    game = service().part(TableGames).at(found.table.id, found.table.seq if base is None else base).game
    return read_change(form, game, language())


def penalty_given(session: Session, found: CaseState, form: Mapping[str, str]) -> dict[str, Any]:
    """The chosen penalty; if no step was chosen, with the one suggested for the player."""
    chosen = (form.get(f"penalty_{name}", "") for name in ("player", "category", "step"))
    words = {"facts": form.get("facts", "").strip(), "reason": form.get("reasons", "").strip()}
    return {**case_penalty(session, found, *chosen), **words}


Form = MultiDict[str, str]
NAME_SEPARATOR = re.compile(r"[,、，;\n]")


def try_effect(case_id: str, form: Form) -> EffectTrial:
    """Find out what the chosen effect would do."""
    with service().database.read() as session:
        effect = effect_given(session, CASES.state(session, case_id), form)
    for each in (effect, *effect.get("also", ())):
        if each["kind"] == "penalty":  # the facts may be filled in last
            each["penalty"]["facts"] = each["penalty"]["facts"] or "–"
    given = asked(deciding.TryEffect, {}, effect=effect, clauses=clauses_given(form))
    return deciding.try_effect(caller(), case_id, given, language())


def decide(case_id: str, form: Form) -> None:
    """Make the ruling typed in the form."""
    given = asked(deciding.DecideCase, {}, client_id=form.get("client_id", ""), **typed_decision(case_id, form))
    deciding.decide_case(caller(), case_id, given, language())


def uphold(case_id: str, form: Form) -> None:
    """Uphold the appealed ruling."""
    settle(case_id, form, {"outcome": "upheld"})


def change(case_id: str, form: Form) -> None:
    """Overrule the appealed ruling with the one typed in the form."""
    settle(case_id, form, {"outcome": "changed", "decision": typed_decision(case_id, form)})


def settle(case_id: str, form: Form, outcome: Mapping[str, Any]) -> None:
    """Decide the pending appeals."""
    typed = {"client_id": form.get("client_id", ""), "reasons": form.get("outcome_reasons", "").strip()}
    given = asked(appeals.SettleAppeals, {}, **typed, **outcome, panel=typed_panel(form))
    appeals.settle_appeals(caller(), case_id, given, language())


def typed_panel(form: Form) -> list[dict[str, str]]:
    """The votes of a panel, as typed: first the members who uphold the ruling, then those who change it."""
    return [
        {"name": name.strip(), "vote": vote}
        for vote in OUTCOMES
        for name in NAME_SEPARATOR.split(form.get(f"panel_{vote}", ""))
        if name.strip()
    ]


def typed_decision(case_id: str, form: Form) -> dict[str, Any]:
    """The typed decision, in the form of `referee.cases.ruling.GivenRuling`."""
    with service().database.read() as session:
        return decision_given(session, CASES.state(session, case_id), form)


def appeal(case_id: str, form: Form) -> None:
    """Appeal on behalf of a player."""
    given = {name: form.get(name, "").strip() for name in ("client_id", "player", "text")}
    appeals.make_appeal(caller(), case_id, asked(appeals.MakeAppeal, given))


def withdraw_appeal(case_id: str, form: Form) -> None:
    appeals.withdraw_appeal(caller(), case_id, asked(appeals.WithdrawAppeal, form))


def note(case_id: str, form: Form) -> None:
    typed = {name: form.get(name, "").strip() for name in ("note", "kind", "speaker") if name in form}
    opening.note_case(caller(), case_id, asked(opening.NoteCase, typed))


def withdraw(case_id: str, form: Form) -> None:
    opening.withdraw_case(caller(), case_id, asked(ReasonIn, {}, reason=form.get("reason", "").strip()))


def mark(case_id: str, form: Form) -> None:
    """Set what the case is worth as a precedent."""
    precedents.mark_case(caller(), case_id, asked(precedents.MarkStanding, form))


BUTTONS: Mapping[str, tuple[str, Callable[[str, Form], None]]] = {
    "decide": (DECIDED, decide),
    "uphold": (UPHELD, uphold),
    "change": (CHANGED, change),
    "appeal": (APPEALED, appeal),
    "withdraw_appeal": (APPEAL_WITHDRAWN, withdraw_appeal),
    "note": (NOTED, note),
    "withdraw": (WITHDRAWN, withdraw),
    "mark": (MARKED, mark),
}
"""The step that each button takes, and its function, which raises the problems of its command, and ``invalid``."""
TRY = "try"
"""The button that keeps nothing; who may decide may press it."""
