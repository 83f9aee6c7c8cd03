"""What programs may say of a player and are told of one, made of the fields of `tournaments.players.entrant`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, get_type_hints

from marshmallow import Schema
from marshmallow.fields import Field

from referee.core.http import fields
from referee.core.http.declared import shown_field
from referee.core.http.schemas import Line, Lines, NoticeOut, Strict, WholeField
from tournaments.fault import Fault
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.fields import FieldKind


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player.  ``checked_in_at``: None if not checked in; ``archived_at``: when they were taken off the lists, None
    if they are on them.
    """

    entrant: Entrant
    event_id: str
    code: Annotated[str, "The code at the end of the address in the player's QR code."]
    created_at: int
    checked_in_at: int | None
    archived_at: int | None


@dataclass(frozen=True, slots=True)
class SavedPlayer:
    """A player who was registered or changed, with warnings."""

    player: PlayerView
    warnings: Sequence[Annotated[Fault, NoticeOut]]


@dataclass(frozen=True, slots=True)
class CheckedInPlayer:
    """A player who is checked in."""

    player: PlayerView
    already: Annotated[bool, "Whether the player was already checked in."]


def changed_fields(*, new: bool) -> dict[str, Field[Any]]:
    """The fields that programs may set.  ``new``: of somebody new, of whom none that is required may be missing."""
    return {key: _changed_field(kind, new and kind.required) for key, kind in FIELDS.items() if not kind.fixed}


def _changed_field(kind: FieldKind, required: bool) -> Field[Any]:
    about = {"description": kind.description, "example": kind.example}
    options: dict[str, Any] = {
        "required": required,
        "data_key": kind.column,
        "metadata": {name: text for name, text in about.items() if text},
    }
    match kind.value:
        case "line":
            return Line(kind.most, 1 if kind.required else 0, **options)
        case "lines":
            return Lines(kind.most, **options)
        case "whole":
            return WholeField(kind.least, kind.most, allow_none=kind.nullable, **options)
        case "yes":
            return fields.Boolean(truthy={True}, falsy={False}, **options)
        case "flags":
            return fields.List(Line(), validate=fields.Length(max=kind.most), **options)


def shown_fields(view: type[Any]) -> dict[str, Field[Any]]:
    """The fields of a view of a player, in a row: also those of the entrant and of the player in it."""
    found: dict[str, Field[Any]] = {}
    for key, hint in get_type_hints(view, include_extras=True).items():
        if hint in (Entrant, PlayerView):
            for inner, field in (_entrant_fields() if hint is Entrant else shown_fields(hint)).items():
                field.attribute = f"{key}.{field.attribute or inner}"
                found[inner] = field
        else:
            found[key] = shown_field(f"{view.__name__}.{key}", hint)
    return found


def _entrant_fields() -> dict[str, Field[Any]]:
    hints = get_type_hints(Entrant)
    found = {key: shown_field(f"Entrant.{key}", hints[key]) for key in FIELDS}
    for key, kind in FIELDS.items():
        found[key].data_key = kind.column
        if kind.fixed and kind.description:  # what can be changed is described there
            found[key].metadata = {"description": kind.description}
    found["stands_for"] = shown_field("Entrant.stands_for", hints["stands_for"])
    found["stands_for"].metadata = {"description": "Of a stand-in: the id of the player whose seat they keep."}
    return found


PlayerIn = Strict.from_dict(changed_fields(new=True), name="PlayerIn")
PlayerChange = Strict.from_dict(changed_fields(new=False), name="PlayerChange")
PlayerOut = Schema.from_dict(shown_fields(PlayerView), name="PlayerOut")
PlayerKept = Schema.from_dict(shown_fields(SavedPlayer), name="PlayerKept")

NewPlayer: TypeAlias = Annotated[Mapping[str, object], PlayerIn]
ChangedFields: TypeAlias = Annotated[Mapping[str, object], PlayerChange]
"""Fields that are left out stay unchanged; null or an empty text clears a field."""
ShownPlayer: TypeAlias = Annotated[PlayerView, PlayerOut]
KeptPlayer: TypeAlias = Annotated[SavedPlayer, PlayerKept]
PlayerHere: TypeAlias = Annotated[CheckedInPlayer, Schema.from_dict(shown_fields(CheckedInPlayer), name="CheckedIn")]
