"""Turns a typed line into a report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulesets.kernel.record import Unreadable, read_line
from rulesets.kernel.refusal import refuse
from rulesets.notation import kinds
from rulesets.notation.kinds import Arg
from rulesets.notation.reader import AMBIGUOUS, Reader, shown
from rulesets.notation.scanning import SPACES, scan

GLUED = re.compile("([^0-9]+)([0-9].*)")
"""A verb directly followed by its argument: ``b120``, ``undo7``."""


def is_json(text: str) -> bool:
    """Whether a line is JSON: it begins like an object, a list or a string."""
    return text.lstrip(SPACES)[:1] in ("{", "[", '"')


def meant(due: Iterable[Mapping[str, Any]]) -> str | None:
    """Return the player meant by a line that names none: the player of the first thing due, or None."""
    first = next(iter(due), None)
    player = first.get("player") if first else None
    return player if isinstance(player, str) else None


def parse(text: str, codes: Mapping[str, Any], player: str | None = None) -> Any:
    """Return the report that a line stands for, given the `codes` of its game; a line of JSON yields its value.

    ``player``: the seat to assume where the line names none.  Raises `Unreadable` (RECORD/FORM) for a line that is not
    valid notation; its facts give the character (``column``, from 1) and what was typed there (``word``).
    """
    if is_json(text):
        try:
            return read_line(text)
        except Unreadable:
            raise Unreadable(refuse("notation_text_broken", column=1)) from None
    line = scan(text)
    report = _report(Reader(line, codes, player))
    if line.at is not None:
        report["at"] = line.at
    if line.note:
        report["note"] = line.note
    return report


def _report(reader: Reader) -> dict[str, Any]:
    """Return the report that the rest of the line stands for."""
    first = reader.place
    callers = _callers(reader)
    form = _form(reader)
    reader.example = form["example"]
    report: dict[str, Any] = {"type": form["type"]}
    if callers and (form["by"] == "" or (form["by"] == "player" and len(callers) > 1)):
        raise reader.fault("notation_player_unwanted", reader.tokens[first])
    if form["by"] and not callers:
        if reader.player is None:
            column = reader.tokens[first].column
            raise Unreadable(refuse("notation_player_missing", column=column, example=reader.example))
        callers = [reader.player]
    if form["by"]:
        report |= {"players": callers} if len(callers) > 1 else {"player": callers[0]}
    tried = _args(reader, form["args"], report)
    if token := reader.peek():
        raise tried or reader.fault("notation_word_extra", token)
    return report


def _callers(reader: Reader) -> list[str]:
    """The seats before the verb: none, one, or several joined by ``=``."""
    token = reader.peek()
    if token is None or token.kind != "word":
        return []
    parts = token.text.split("=")
    if not reader.is_seat(parts[0]):
        return []
    reader.take()
    return [reader.named(token, "seats", word=part) for part in parts]


def _form(reader: Reader) -> Mapping[str, Any]:
    """Return the form of the verb and consume the verb; a throw has none."""
    token = reader.peek()
    forms = reader.codes["forms"]
    verbs = {verb: form for form in forms for verb in form["verbs"]}
    if token is None:
        raise Unreadable(refuse("notation_verb_missing", column=reader.end, verbs=_shown(forms)))
    if form := verbs.get(token.text):
        reader.take()
        return dict(form)
    glued = GLUED.fullmatch(token.text)
    if glued and (form := verbs.get(glued[1])):
        reader.tokens[reader.place] = token._replace(text=glued[2], value=glued[2], column=token.column + len(glued[1]))
        return dict(form)
    bare = next((form for form in forms if form.get("bare")), None)
    if bare and "0" <= token.text[:1] <= "9":
        return dict(bare)
    facts = {"word": shown(token), "column": token.column, "verbs": _shown(forms)}
    raise Unreadable(refuse("notation_verb_unknown", **facts))


def _args(reader: Reader, args: list[Mapping[str, Any]], report: dict[str, Any]) -> Unreadable | None:
    """Read the arguments into the report; return the fault of an optional one that was merely ambiguous, if any."""
    tried = None
    for number, arg in enumerate(args):
        reader.stops = {later["mark"] for later in args[number + 1 :] if "mark" in later}
        token = reader.peek()
        mark = arg.get("mark")
        if mark and (token is None or token.text != mark):
            if arg.get("optional"):
                continue
            raise reader.missing()
        if mark:
            reader.take()
        elif arg.get("optional") and not reader.more():
            continue
        begin = reader.place
        try:
            value = READ[arg["kind"]](reader, arg)
        except Unreadable as unreadable:
            if mark or not arg.get("optional"):
                raise
            reader.place = begin
            tried = unreadable if unreadable.refusal.code == AMBIGUOUS else tried
            continue
        report |= value if "fields" in arg else {arg["field"]: value}
    return tried


def _inner(reader: Reader, _arg: Arg) -> Any:
    """Read a nested report up to the end of the line, or its JSON; nesting goes one level deep."""
    token = reader.peek()
    if token and token.kind == "json":
        return reader.take().value
    if token and reader.inside:
        raise reader.fault("notation_word_extra", token)
    reader.inside = True
    return _report(reader)


READ: Mapping[str, Callable[[Reader, Arg], Any]] = {**kinds.READ, "report": _inner}
"""How each kind of argument is read."""


def _shown(forms: Iterable[Mapping[str, Any]]) -> list[str]:
    return [form["verbs"][0] for form in forms if not form.get("absent")]
