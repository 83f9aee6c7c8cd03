"""Importing a list of players: first a preview with every fault, then the import."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language, text
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.events.points_text import flag_titles, join_list
from referee.players.importing import ImportPlayers, import_mended, status_counts
from referee.players.queries import club_lines
from tournaments.export.table import player_column
from tournaments.fault import Faulty
from tournaments.lists.cells import Mending, unguarded
from tournaments.lists.columns import Columns, column_name
from tournaments.lists.encoding import COUNTRIES, TITLES
from tournaments.lists.read import ImportedList, ListChoices
from tournaments.lists.record import MOST_COLUMNS, ListRecord
from tournaments.players.preview import EntrantChange, Preview
from tournaments.players.row import columns
from tournaments.typed import whole

UNUSED = "-"
"""The value of a column that is not read; that of one that nobody chose anything for is empty."""
MOST_SHOWN = 40
"""Letters of a row among which the header row is chosen."""
MOST_EXAMPLES = 2


@dataclass(frozen=True, slots=True)
class ReadingChoice:
    """A way to read a list.  ``value``: what is submitted for it; ``said``: an example, or nothing."""

    value: str
    title: str
    chosen: bool
    said: str = ""


@dataclass(frozen=True, slots=True)
class ReadColumn:
    """A column.  ``field``: the name of its choice in the form; ``examples``: its first values; ``key``: what it
    means, or `UNUSED`.
    """

    field: str
    title: str
    examples: str
    key: str


@dataclass(frozen=True, slots=True)
class ListReading:
    """How a list was read.  ``encodings``: empty where it is certain; ``sheets``: empty where there is only one."""

    encodings: Sequence[ReadingChoice]
    sheets: Sequence[ReadingChoice]
    headings: Sequence[ReadingChoice]
    columns: Sequence[ReadColumn]
    meanings: Sequence[tuple[str, str]]
    fingerprint: str


def reading_of(found: ImportedList, language: str, known: Columns) -> ListReading:
    """How a list was read, for a page.  ``known``: the columns that it may have."""
    comma = text(language, "comma")
    encodings = [
        ReadingChoice(each.encoding, TITLES[each.encoding], each.encoding == found.encoding, comma.join(each.sample))
        for each in found.encodings
    ]
    lines = [ReadingChoice("0", text(language, "players_import_no_heading"), not found.line)]
    for record in found.first:
        shown = comma.join(cell.strip() for cell in record.cells if cell.strip())
        cut = f"{shown[:MOST_SHOWN]}…" if len(shown) > MOST_SHOWN else shown
        title = text(language, "players_import_heading_line", line=record.line, cells=cut)
        lines.append(ReadingChoice(str(record.line), title, record.line == found.line))
    return ListReading(
        encodings if found.encoding in COUNTRIES else (),
        [ReadingChoice(each, each, each == found.sheet) for each in found.sheets] if len(found.sheets) > 1 else (),
        lines,
        [_column(found, place, language) for place in range(len(found.heading.titles))],
        [(key, titles[language]) for key, titles in known.titles.items()],
        found.heading.fingerprint,
    )


def _column(found: ImportedList, place: int, language: str) -> ReadColumn:
    cells = (each.cell(place).strip() for each in found.records)
    examples = [cell[:20] for cell, _ in zip((cell for cell in cells if cell), range(MOST_EXAMPLES), strict=False)]
    title = found.heading.titles[place]
    name = text(language, "players_import_column", column=column_name(place))
    comma = text(language, "comma")
    return ReadColumn(f"column_{place}", title or name, comma.join(examples), found.heading.keys[place] or UNUSED)


def given_choices(form: Mapping[str, str]) -> ListChoices:
    """What was chosen in a form about how to read a list."""
    keys = [form.get(f"column_{place}", "") for place in range(MOST_COLUMNS)]
    while keys and not keys[-1]:
        keys.pop()
    return ListChoices(
        form.get("encoding") or None,
        form.get("sheet") or None,
        whole(form.get("heading", "")),
        ["" if key == UNUSED else key for key in keys] if keys else None,
        form.get("fingerprint") or None,
    )


blueprint = Blueprint("players_import_page", __name__)

CELL = re.compile(r"cell_(\d{1,6})_(\d{1,3})", re.ASCII)
"""The name of the form field of a corrected cell: its line, and its number from 0."""

MOST_FAULTY = 10
"""Rows with faults that are shown at once; the others are folded away."""


@dataclass(frozen=True, slots=True)
class GivenList:
    """The submitted list, and the ``text`` that was pasted.

    ``day_list``: everybody in the list is checked in; ``mending``: the corrections made in the preview; ``choices``:
    how to read it; ``skip_faulty``: rows with faults are to be left out.
    """

    data: bytes = b""
    text: str = ""
    day_list: bool = False
    mending: Mending = field(default_factory=Mending)
    choices: ListChoices = field(default_factory=ListChoices)
    skip_faulty: bool = False


@dataclass(frozen=True, slots=True)
class ImportCell:
    """A cell of a column that is read.  ``field``: its name in the form, None if it cannot be corrected."""

    title: str
    text: str
    field: str | None


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A row of the list as the page shows it.  ``skipped``: it is left out."""

    line: int
    status: str
    cells: Sequence[ImportCell]
    skipped: bool = False
    number: int | None = None
    changes: Sequence[str] = ()
    faults: Sequence[str] = ()
    warnings: Sequence[str] = ()


def page(
    event_id: str, given: GivenList, preview: Preview | None = None, problem: dict[str, object] | None = None
) -> str:
    """Render the form.  ``preview``: that of the given list."""
    event = event_for("player.change", event_id)
    rows = rows_of(preview, given.mending, language()) if preview else []
    faulty = [row for row in rows if row.faults]
    return framed(
        "players/players_import.html",
        event,
        found=preview,
        counts=status_counts(preview) if preview else {},
        clubs=club_lines(row.entrant.club for row in preview.rows) if preview else [],
        columns=titles(preview, language()) if preview else [],
        reading=reading_of(preview.imported, language(), columns()) if preview else None,
        faulty=faulty[:MOST_FAULTY],
        more_faulty=faulty[MOST_FAULTY:],
        rows=[row for row in rows if not row.faults],
        listed=[each.sentence(language()) for each in preview.list_faults] if preview else [],
        data=base64.b64encode(given.data).decode(),
        text=given.text,
        day_list=given.day_list,
        problem=problem,
    )


def titles(preview: Preview, language: str) -> list[tuple[int, str]]:
    """The columns that are read: their numbers and titles."""
    return [
        (place, title or player_column(key, language).title)
        for place, (title, key) in enumerate(zip(preview.heading.titles, preview.heading.keys, strict=True))
        if key
    ]


def rows_of(preview: Preview, mending: Mending, language: str) -> list[EntrantRow]:
    """The rows of the list in its order, including those left out."""
    columns = titles(preview, language)
    mended = {line for line, _ in mending.cells}
    keys = dict(enumerate(preview.heading.keys))
    rows = [
        EntrantRow(
            row.line,
            row.status,
            [
                cell(row.line, place, title, row.values[keys[place] or ""], bool(row.faults) or row.line in mended)
                for place, title in columns
            ],
            False,
            row.entrant.number,
            [change_text(each, language) for each in row.changes],
            [each.sentence(language) for each in row.faults],
            [each.sentence(language) for each in row.warnings],
        )
        for row in preview.rows
    ]
    return sorted([*rows, *(skipped_row(each, columns, mended) for each in preview.skipped)], key=lambda row: row.line)


def skipped_row(record: ListRecord, columns: Sequence[tuple[int, str]], mended: set[int]) -> EntrantRow:
    """A row that is left out, with its cells as submitted."""
    texts = {place: unguarded(text) for place, text in enumerate(record.cells)}
    correctable = record.line in mended
    return EntrantRow(
        record.line,
        "",
        [cell(record.line, place, title, texts.get(place, ""), correctable) for place, title in columns],
        True,
    )


def cell(line: int, place: int, title: str, text: str, correctable: bool) -> ImportCell:
    """A cell, with a form field if it is ``correctable``."""
    return ImportCell(title, text, f"cell_{line}_{place}" if correctable else None)


def change_text(change: EntrantChange, language: str) -> str:
    """The text of a change: a field before and after."""
    title = player_column(change.field, language).title
    return f"{title}: {_plain(change.before, language)} → {_plain(change.after, language)}"


def _plain(value: object, language: str) -> str:
    if isinstance(value, tuple):
        return join_list(flag_titles(value, language), language) or "–"
    if isinstance(value, bool):
        return text(language, "reg_yes" if value else "reg_no")
    return "–" if value in (None, "") else str(value)


def uploaded() -> bytes:
    """The submitted list: a file, a pasted text, or what was previewed.  Raises the problem ``malformed``."""
    file = request.files.get("file")
    if file is not None and (data := bytes(file.read())):
        file.seek(0)  # a page that shows it again reads it from the start
        return data
    if pasted := request.form.get("text", ""):
        return pasted.encode("utf-8", "replace")
    try:
        return base64.b64decode(request.form.get("data", ""), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Problem("malformed") from error


@blueprint.get("/events/<event_id>/players/import")
def show_import(event_id: str) -> str:
    return page(event_id, GivenList())


def given_list() -> GivenList:
    """The submitted list, with its options and corrections.  Raises the problem ``malformed``."""
    cells = {(int(at[1]), int(at[2])): text for name, text in request.form.items() if (at := CELL.fullmatch(name))}
    skipped = frozenset(number for line in request.form.getlist("skip") if (number := whole(line)) is not None)
    return GivenList(
        uploaded(),
        request.form.get("text", ""),
        "day_list" in request.form,
        Mending(skipped, cells),
        given_choices(request.form),
        "skip_faulty" in request.form,
    )


def preview_of(event_id: str, given: GivenList) -> tuple[GivenList, Preview]:
    """Preview a list, without its faulty rows if they are to be left out.  Raises `Faulty`."""
    found = import_mended(caller(), event_id, ImportPlayers(given.data), given.mending, given.choices)
    if given.skip_faulty and (faulty := {row.line for row in found.rows if row.faults}):
        given = replace(given, mending=replace(given.mending, skipped=given.mending.skipped | faulty))
        found = import_mended(caller(), event_id, ImportPlayers(given.data), given.mending, given.choices)
    return given, found


def page_with_problem(event_id: str, problem: dict[str, object]) -> str:
    """Render the form after a problem, with a preview if the list can be read."""
    given, found = given_list(), None
    with suppress(Faulty):
        given, found = preview_of(event_id, given)
    return page(event_id, given, found, problem)


@blueprint.post("/events/<event_id>/players/import")
@takes_up_to(LARGEST)
@form_view(page_with_problem)
def post_import(event_id: str) -> AnyResponse | str:
    """Preview a list with the corrections of the form, or import one that was previewed (``apply``)."""
    event_for("player.change", event_id)
    given = given_list()
    if "apply" not in request.form:
        return make_response(page(event_id, *preview_of(event_id, given)))
    wanted = ImportPlayers(given.data, apply=True, day_list=given.day_list)
    import_mended(caller(), event_id, wanted, given.mending, given.choices)
    return f"/events/{event_id}/players"
