"""The page of the rota: one's own duties, everybody's, and the form to set them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from flask import Blueprint, request

from referee.calls.commands import HIGHEST
from referee.core.access.guard import allowed
from referee.core.access.roles import may
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.rota.commands import SetRota, set_rota
from referee.rota.queries import Rota, RotaPerson, RotaRound, RotaRow, duty_words, said
from tournaments.lists.cells import Fields
from tournaments.regulation.round import MOST_ROUNDS
from tournaments.rota import DUTIES, Duties, Duty, ranges_text, unattended
from tournaments.typed import Whole

blueprint = Blueprint("rota", __name__)


@dataclass(frozen=True, slots=True)
class RotaCell:
    """What somebody does in a round, as typed.  ``name``: of the field."""

    name: str
    round: RotaRound
    text: str


@dataclass(frozen=True, slots=True)
class PersonDuties:
    """Somebody's duties, round by round."""

    person: RotaPerson
    role: str
    cells: Sequence[RotaCell]


@blueprint.get("/events/<event_id>/rota")
def show_rota(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Render the page: with what was typed after a failed submission, or with a proposal (``propose``)."""
    who = allowed("assignment.read", event_id)
    event = event_for("assignment.read", event_id)
    changes = may(who.roles_in(event_id), "assignment.change")
    with service().database.read() as session:
        rota = Rota(session, event_id)
        rows = rota.proposed() if changes and "propose" in request.args else rota.rows
        rounds = rota.view(language()).rounds
        lines = [_line(each, rounds, rows, request.form) for each in rota.people]
    facts: dict[str, Any] = {
        "rounds": rounds,
        "lines": lines,
        "own": next((each for each in lines if each.person.account_id == who.account_id), None),
        "nobody": [(each, ranges_text(_unattended(each, rows))) for each in rounds if _unattended(each, rows)],
        "duties": [word(f"rota_{each}") for each in DUTIES],
        "set": bool(rota.rows),
        "proposed": rows is not rota.rows,
        "changes": changes,
        "problem": problem,
    }
    return framed("rota/rota.html", event, **facts)


def _unattended(round_: RotaRound, rows: Sequence[RotaRow]) -> tuple[tuple[int, int], ...]:
    tasks = [Duty(each.first, each.last, each.duty) for each in rows if each.round == round_.number]
    return unattended(tasks, round_.tables)


def _line(
    person: RotaPerson, rounds: Sequence[RotaRound], rows: Sequence[RotaRow], typed: Mapping[str, str]
) -> PersonDuties:
    cells = []
    for each in rounds:
        name = f"of_{each.number}_{person.account_id}"
        own = [row for row in rows if row.round == each.number and row.account_id == person.account_id]
        tasks = [Duty(row.first, row.last, row.duty) for row in own]
        cells.append(RotaCell(name, each, typed.get(name, said(tasks, language()))))
    return PersonDuties(person, word(f"role_{person.role}") if person.role else word("rota_left"), cells)


@blueprint.post("/events/<event_id>/rota")
@form_view(show_rota)
def post_rota(event_id: str) -> str:
    allowed("assignment.change", event_id)
    typed, kind, rows = Fields(request.form), Duties(HIGHEST, duty_words()), []
    for key in (each for each in request.form if each.startswith("of_")):
        number, _, account_id = key[3:].partition("_")
        of = {"account_id": account_id, "round": typed.value(number, Whole(1, MOST_ROUNDS), key)}
        rows += [of | asdict(task) for task in typed.read(key, kind, key) or ()]
    typed.check()
    set_rota(caller(), event_id, asked(SetRota, {}, rows=rows))
    return f"/events/{event_id}/rota"
