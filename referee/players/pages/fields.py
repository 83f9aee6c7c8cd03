"""The fields of a player in a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import request

from referee.core.language import text
from referee.events.points_text import flag_title
from referee.events.regulation import PlayerRules
from tournaments.export.table import player_column
from tournaments.players.entrant import FIELDS, FLAGS, Entrant
from tournaments.players.fields import MOST_TEXT, as_text

PERSON = ("name", "reading")
"""The first fields of a form."""
FORM = {key: FIELDS[key] for key in (*PERSON, *(key for key in FIELDS if key not in PERSON)) if not FIELDS[key].fixed}
"""The fields of a form, in its order."""
LABELS = {"walk_in": "player_walk_in", "note": "player_note"}
"""The text keys of fields whose title in a form differs from the list's."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field and its value.  ``key``: its name in `Entrant`; ``most``: its longest length."""

    key: str
    title: str
    value: str
    number: bool
    required: bool
    most: int


@dataclass(frozen=True, slots=True)
class Checkbox:
    """A checkbox.  ``name`` and ``value``: what is submitted if it is ``on``."""

    name: str
    value: str
    title: str
    on: bool


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A form and its values.  ``lines``: single-line fields; ``texts``: multi-line ones."""

    lines: Sequence[FormField]
    choices: Sequence[Checkbox]
    texts: Sequence[FormField]


def form_of(given: Mapping[str, str], known: PlayerRules, language: str) -> PlayerForm:
    """The form filled in with these values."""
    chosen = [each.strip() for each in given.get("flags", "").split(";") if each.strip()]
    flags = [
        Checkbox("flags", flag, flag_title(flag, language), flag in chosen)
        for flag in dict.fromkeys((*FLAGS, *known.flags, *chosen))
    ]
    yes = [Checkbox(key, "1", label(key, language), given.get(key) == "1") for key in _keys("yes")]
    return PlayerForm(
        [_field(key, given, language) for key in _keys("line", "whole")],
        [*flags, *yes],
        [_field(key, given, language) for key in _keys("lines")],
    )


def label(key: str, language: str) -> str:
    return text(language, LABELS[key]) if key in LABELS else player_column(key, language).title


def values_of(entrant: Entrant) -> dict[str, str]:
    return {key: as_text(getattr(entrant, key)) for key in FORM}


def given_fields() -> dict[str, str]:
    given = {key: request.form.get(key, "") for key in _keys("line", "whole", "lines")}
    flags = "; ".join(request.form.getlist("flags"))
    return {**given, "flags": flags, **{key: request.form.get(key, "0") for key in _keys("yes")}}


def _keys(*values: str) -> list[str]:
    return [key for key, kind in FORM.items() if kind.value in values]


def _field(key: str, given: Mapping[str, str], language: str) -> FormField:
    kind = FORM[key]
    number = kind.value == "whole"
    return FormField(
        key, label(key, language), given.get(key, ""), number, kind.required, MOST_TEXT if number else kind.most
    )
