"""The page on which an edition is filled in: checked by the game's own loader, saved as a file, kept for events."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import require_principal
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.http.responses import attachment
from referee.core.language import language, word
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.game_header import board_title
from referee.rules.filling.form import placed, sections
from referee.rules.filling.tables import Tables, leaves
from referee.rules.points import loadable_rulesets
from rulesets.kernel.edition_faults import EditionError, EditionFault
from rulesets.kernel.telling.filling import Filling, filling_of
from tournaments import toml_text
from tournaments.fault import Faulty
from tournaments.typed import Misread

blueprint = Blueprint("editions_page", __name__)
SHORT = re.compile("[a-z0-9-]{1,40}")
"""A short name that a file can have too."""


class Start(NamedTuple):
    """What a form can begin with.  ``ruleset``: the game; ``kept``: whether it is an edition that is kept here."""

    ruleset: str
    filling: Filling
    title: str
    tables: Callable[[], Mapping[str, Any]]
    kept: bool = False


def starts() -> Mapping[str, Start]:
    """What a form can begin with, by name: the form with blanks, the editions of the game, and those kept here."""
    from referee.rules.filling.kept import kept_editions

    found: dict[str, Start] = {}
    for ruleset in loadable_rulesets():
        filling = filling_of(ruleset.mechanics)
        if filling is not None:
            name, blank = filling.blank
            found[name] = Start(ruleset.name, filling, word("edition_blank"), blank)
            for name, tables in filling.shipped.items():
                found[name] = Start(ruleset.name, filling, ruleset.board(name, language()), tables)
            for kept in kept_editions(service().database, ruleset.name):
                tables = partial(toml_text.parse, kept.text, float)
                title = f"{board_title(ruleset, kept.name, language())} ({kept.name})"
                found.setdefault(kept.name, Start(ruleset.name, filling, title, tables, kept=True))
    return found


def chosen() -> tuple[str, Start]:
    """The start that the request names, or the first one.  Raises the problem ``not_found``."""
    known = starts()
    name = request.values.get("from", "") or next(iter(known))
    if name not in known:
        raise Problem("not_found", path=name[:40])
    return name, known[name]


@blueprint.get("/editions/new")
def show_new() -> AnyResponse:
    """The form.  Query parameter ``from``: the edition or the form with blanks that it begins with."""
    require_principal()
    _, start = chosen()
    return make_response(page(Tables(start.filling).shaped(start.tables())))


@blueprint.post("/editions/new")
@takes_up_to(LARGEST)
def post_new() -> AnyResponse:
    """Handle the form's buttons: ``check``: read it and show what is wrong; ``save``: as a file, filled in or not;
    ``keep``: for events of this service; ``open``: show the form with a file that was pasted.
    """
    from referee.rules.filling.kept import keep_edition

    service().limits.trial(require_principal().credential_id)
    start = chosen()[1]
    tables = Tables(start.filling)
    do = request.form.get("do")
    if do == "open":
        return opened(tables)
    given = base()
    misread = dict(tables.misplaced(given, request.form))
    typed = (
        request.form
        if not misread
        else {name: text for name, text in request.form.items() if not tables.counts(given, name)}
    )  # rows stay where they are until all of them can be moved
    data = tables.filled(given, typed)
    plain = tables.plain(data)
    if do == "save" and not misread:
        return saved(plain)
    misread |= dict(tables.misread(data))
    try:
        if misread or do != "keep":
            tables.filling.check(plain)
        else:
            return redirect(f"/editions/new?from={keep_edition(caller(), start.ruleset, plain)}", 303)
    except EditionError as error:
        return make_response(page(data, misread=misread, faults=error.faults), 422)
    return make_response(page(data, misread=misread, good=not misread), 422 if misread else 200)


def opened(tables: Tables) -> AnyResponse:
    """The form with a file that was pasted, or with what is wrong with the file."""
    try:
        return make_response(page(tables.shaped(toml_text.parse(request.form.get("file", ""), float))))
    except Faulty as error:
        said = " ".join(each.sentence(language()) for each in error.faults)
        problem = {"title": word("edition_file"), "detail": said}
        return make_response(page(tables.shaped(chosen()[1].tables()), problem=problem), 422)


def saved(plain: Mapping[str, Any]) -> AnyResponse:
    """The form as a file."""
    import tomlkit

    name = str(plain.get("name"))
    file = f"{name if SHORT.fullmatch(name) else 'edition'}.toml"
    headers = {"Content-Disposition": attachment("", file), "Cache-Control": "private, no-store"}
    return Response(tomlkit.dumps(plain), headers=headers, content_type="application/toml")


def base() -> Mapping[str, Any]:
    """The tables that the form was made of; where they are not of our making, those that it begins with."""
    try:
        given = json.loads(request.form.get("base", ""))
    except (ValueError, RecursionError):
        given = None
    start = chosen()[1]
    return given if isinstance(given, dict) else Tables(start.filling).shaped(start.tables())


def base_of(data: Mapping[str, Any]) -> str:
    """The tables as the form carries them along: as they came, as long as it has the same fields."""
    if "base" in request.form:
        came = [path for path, _ in leaves(base())]
        if came == [path for path, _ in leaves(data)]:
            return request.form["base"]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def page(
    data: Mapping[str, Any],
    *,
    misread: Mapping[str, Misread] | None = None,
    faults: tuple[EditionFault, ...] = (),
    problem: Mapping[str, str] | None = None,
    good: bool = False,
) -> str:
    """The page with the form.  Of a blank field only the field itself tells: a form that is begun has hundreds."""
    name, start = chosen()
    misread = misread or {}
    tables = Tables(start.filling)
    form = sections(tables, data, language())
    found = placed(misread, faults, form, tables, data, language())
    beside: dict[str, list[str]] = {}
    for each in found:
        beside.setdefault(each.place, []).append(each.message)
    wrong = {each.place for each in found if not each.blank}
    blanks = Counter(each.place for each in found if each.blank)
    who = require_principal()
    return render_template(
        "rules/edition_new.html",
        starts=[(key, each.title) for key, each in starts().items()],
        began=name,
        kept=start.kept,
        keeps=who.administrator and who.kind != "device",
        form=form,
        base=base_of(data),
        typed={name: request.form[name] for name in misread if name in request.form},
        found=[each for each in found if not each.blank],
        left=blanks.total(),
        blanks_in=lambda part: sum(blanks[each.name] for inner in part.all() for each in (inner, *inner.inputs())),
        faults=beside,
        told={
            part.name
            for section in form
            for part in section.all()
            if wrong & {name for inner in part.all() for name in (inner.name, *(each.name for each in inner.inputs()))}
        },
        problem=problem,
        good=good,
        file=request.form.get("file", ""),
    )
