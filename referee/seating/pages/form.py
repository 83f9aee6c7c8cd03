"""The form that a draw is asked for by."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import request

from referee.core.pages.forms import read_form
from referee.models import Seating
from referee.seating.drawing import Wish, again
from referee.seating.participants import Fixed
from referee.seating.schemas import SeatingIn

SPARE = 2
"""Empty rows for further pairs and fixed tables."""


class DrawForm(NamedTuple):
    """What stands in the form.

    ``seating``: who is seated: auto, checked_in, all.  ``apart``: pairs; ``fixed``: player, table, round (empty: all);
    ``chosen``: the table that each player chose.
    """

    seed: str
    seating: str
    apart: list[tuple[str, str]]
    fixed: list[tuple[str, str, str]]
    chosen: dict[str, str]

    def with_spare(self) -> DrawForm:
        """The form with some empty rows."""
        return self._replace(apart=[*self.apart, *[("", "")] * SPARE], fixed=[*self.fixed, *[("", "", "")] * SPARE])


def draw_form(before: Seating | None, sitting: dict[str, int]) -> DrawForm:
    """The form before anybody writes into it: asking for what was asked for before.  ``sitting``: who sits where."""
    if request.method == "POST" and "seating" in request.form:
        return sent_form()
    apart, fixed = again(before) if before else ((), ())
    rows = [(each.player, str(each.table), str(number)) for each in fixed for number in each.rounds or ("",)]
    return DrawForm("", "auto", list(apart), rows, {player: str(table) for player, table in sitting.items()})


def sent_form() -> DrawForm:
    """The form as it was sent, without the rows left empty."""
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


def wish(form: DrawForm, first_round: int, *, chosen: bool) -> Wish:
    """What a form asks for; ``chosen``: the players chose their tables.  Raises the problem ``invalid``."""
    fixed: dict[tuple[str, str], dict[str, Any]] = {}
    for player, table, number in form.fixed:
        row = fixed.setdefault((player, table), {"player": player, "table": _whole(table), "rounds": []})
        row["rounds"] += [_whole(number)] if number else []
    given: dict[str, Any] = {
        "first_round": first_round,
        "apart": [list(pair) for pair in form.apart],
        "fixed": list(fixed.values()),
        **({"seed": form.seed} if form.seed else {}),
        **({"checked_in": form.seating == "checked_in"} if form.seating != "auto" else {}),
        **({"tables": _tables(form.chosen)} if chosen else {}),
    }
    body = read_form(SeatingIn, given)
    return Wish(
        first_round,
        body.get("seed"),
        [(one, other) for one, other in body["apart"]],
        [Fixed(each["player"], each["table"], tuple(each["rounds"])) for each in body["fixed"]],
        body.get("checked_in"),
        body.get("tables"),
    )


def _tables(chosen: dict[str, str]) -> list[list[str]]:
    """The players at each table that was chosen by anybody, by its number."""
    at: dict[int, list[str]] = {}
    for player, table in chosen.items():
        if table.isascii() and table.isdigit() and len(table) < 10:
            at.setdefault(int(table), []).append(player)
    return [at[table] for table in sorted(at)]


def _whole(text: str) -> int | str:
    """A number as it was written; what is none stays a text, for the schema to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
