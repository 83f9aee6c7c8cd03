"""The form for drawing a seating."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import request

from referee.core.pages.forms import asked
from referee.events.plan import Unit
from referee.models import Seating
from referee.seating.drawing import DrawSeating, constraints_of
from referee.seating.tables_of_round import SELF_CHOSEN
from tournaments.lists.cells import Fields
from tournaments.seating.reading import MOST_TABLES
from tournaments.typed import Whole

EMPTY_ROWS = 2
"""How many empty rows the form offers for more pairs and fixed tables."""


class DrawForm(NamedTuple):
    """The fields of the form.

    ``seating``: auto, checked_in or all.  ``apart``: pairs; ``fixed``: player, table, round (empty: all);
    ``chosen``: the table that each player chose.
    """

    seed: str
    seating: str
    apart: list[tuple[str, str]]
    fixed: list[tuple[str, str, str]]
    chosen: dict[str, str]

    def with_empty_rows(self) -> DrawForm:
        return self._replace(
            apart=[*self.apart, *[("", "")] * EMPTY_ROWS], fixed=[*self.fixed, *[("", "", "")] * EMPTY_ROWS]
        )


def draw_form(before: Seating | None, sitting: dict[str, int]) -> DrawForm:
    """The form as posted, or filled in from the last draw.  ``sitting``: the table of each player."""
    if request.method == "POST" and "seating" in request.form:
        return posted_form()
    apart, fixed = constraints_of(before) if before else ((), ())
    rows = [(each.player, str(each.table), str(number)) for each in fixed for number in each.rounds or ("",)]
    return DrawForm("", "auto", list(apart), rows, {player: str(table) for player, table in sitting.items()})


def posted_form() -> DrawForm:
    """The form as it was posted, without the rows left empty."""
    form = request.form
    pairs = zip(form.getlist("one_apart"), form.getlist("other_apart"), strict=False)
    rows = zip(form.getlist("fixed_player"), form.getlist("fixed_table"), form.getlist("fixed_round"), strict=False)
    prefix = "table_of_"
    return DrawForm(
        form.get("seed", "").strip(),
        form.get("seating", "auto"),
        [pair for pair in pairs if any(pair)],
        [row for row in rows if row[0] or row[1]],
        {name.removeprefix(prefix): value.strip() for name, value in form.items() if name.startswith(prefix)},
    )


def draw_command(form: DrawForm, unit: Unit) -> DrawSeating:
    """The draw that a form describes.  Raises the problem ``invalid``."""
    typed = Fields(request.form)
    fixed: dict[tuple[str, int | None], dict[str, Any]] = {}
    for player, typed_table, in_round in form.fixed:
        table = typed.value(typed_table, Whole(1, MOST_TABLES), "fixed_table")
        row = fixed.setdefault((player, table), {"player": player, "table": table, "rounds": []})
        row["rounds"] += [in_round] if in_round else []
    given: dict[str, Any] = {
        "first_round": unit.first,
        "apart": [list(pair) for pair in form.apart],
        "fixed": list(fixed.values()),
        **({"seed": form.seed} if form.seed else {}),
        **({"checked_in": form.seating == "checked_in"} if form.seating != "auto" else {}),
        **({"tables": _tables(form.chosen, typed)} if unit.kind == SELF_CHOSEN else {}),
    }
    typed.check()
    return asked(DrawSeating, {}, **given)


def _tables(chosen: dict[str, str], typed: Fields) -> list[list[str]]:
    """The players at each table that somebody chose, in the order of the tables' numbers."""
    at: dict[int, list[str]] = {}
    for player in chosen:
        if (number := typed.read(f"table_of_{player}", Whole(1, MOST_TABLES))) is not None:
            at.setdefault(number, []).append(player)
    return [at[table] for table in sorted(at)]
