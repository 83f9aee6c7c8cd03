"""From a typed line to a report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.kernel.record import Unreadable, read_line
from rulesets.kernel.refusal import refuse
from rulesets.notation import names
from rulesets.notation.kinds import READ, SPACE
from rulesets.notation.scanning import SPACES, Line, Token, scan

GLUED = re.compile("([^0-9]+)([0-9].*)")
"""A verb with what follows it: ``b120``, ``undo7``."""
AMBIGUOUS = "notation_name_ambiguous"
LONGEST = 40
"""Characters of a word that a fault shows."""


def is_json(text: str) -> bool:
    """Whether a line is JSON: it begins as an object, a list or a text does."""
    return text.lstrip(SPACES)[:1] in ("{", "[", '"')


def meant(due: Iterable[Mapping[str, Any]]) -> str | None:
    """Who is meant where a line names no player: the one whom the first due thing names, or None."""
    first = next(iter(due), None)
    player = first.get("player") if first else None
    return player if isinstance(player, str) else None


def parse(text: str, codes: Mapping[str, Any], player: str | None = None) -> Any:
    """The report that a line stands for, with the `codes` of its game; a line of JSON is its value.

    ``player``: the seat that is meant where the line names none.  Raises `Unreadable` (RECORD/FORM) for a line that is
    no notation; its facts say at which character (``column``, from 1), and what was typed there (``word``).
    """
    if is_json(text):
        try:
            return read_line(text)
        except Unreadable:
            raise Unreadable(refuse("notation_text_broken", column=1)) from None
    line = scan(text)
    report = Reader(line, codes, player).report()
    if line.at is not None:
        report["at"] = line.at
    if line.note:
        report["note"] = line.note
    return report


class Reader:
    """The tokens of a line, taken one after the other."""

    __slots__ = ("_end", "codes", "example", "inside", "place", "player", "stops", "tokens")

    def __init__(self, line: Line, codes: Mapping[str, Any], player: str | None) -> None:
        self.tokens = list(line.tokens)
        self._end = line.end
        self.codes = codes
        self.player = player
        self.place = 0
        self.example = codes["forms"][0]["example"]
        self.stops: set[str] = set()
        self.inside = False

    def peek(self) -> Token | None:
        """The next token, or None at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self) -> Token:
        """The next token, which must be there."""
        self.place += 1
        return self.tokens[self.place - 1]

    def more(self) -> bool:
        """Whether the present argument goes on: neither the end nor the mark of a later one."""
        token = self.peek()
        return token is not None and token.text not in self.stops

    def word(self) -> Token:
        """The next token, which must be a word of the present argument."""
        token = self.peek()
        if token is None or token.text in self.stops:
            raise self.missing()
        if token.kind != "word":
            raise self.fault("notation_word_extra", token)
        return self.take()

    def halve(self) -> None:
        """Make two tokens of a next one like ``A=34``."""
        token = self.peek()
        if token and "=" in token.text:
            left, _, right = token.text.partition("=")
            column = token.column + len(left) + 1
            self.tokens[self.place : self.place + 1] = [
                token._replace(text=left),
                token._replace(text=right, column=column),
            ]

    # -- names

    def is_seat(self, word: str) -> bool:
        """Whether a word is a seat of this game."""
        return bool(names.find(self.codes, ("seats",), word))

    def named(self, token: Token, *kinds: str, word: str | None = None) -> str:
        """The key that a token, or the part ``word`` of it, stands for."""
        word = token.text if word is None else word
        found = names.find(self.codes, kinds, word)
        if not found:
            raise self.fault("notation_name_unknown", token, known=names.known(self.codes, kinds, word))
        if len(found) > 1:
            raise self.fault(AMBIGUOUS, token, known=names.codes_of(self.codes, kinds, found))
        return found[0]

    def deed(self, token: Token, word: str | None = None) -> str:
        """The deed that a token, or the part ``word`` of it, stands for: a name, or the number of a space."""
        spaces = self.codes["spaces"]
        number = SPACE.fullmatch(token.text if word is None else word)
        if number and int(number[1]) < len(spaces) and (key := spaces[int(number[1])]):
            return str(key)
        return self.named(token, "deeds", word=word)

    # -- faults

    def fault(self, code: str, token: Token, **facts: object) -> Unreadable:
        """The fault of a token."""
        return Unreadable(refuse(code, word=shown(token), column=token.column, **facts, example=self.example))

    def missing(self) -> Unreadable:
        """The fault of a line, or a part of it, that breaks off."""
        token = self.peek()
        column = token.column if token else self._end
        return Unreadable(refuse("notation_word_missing", column=column, example=self.example))

    # -- reports

    def report(self) -> dict[str, Any]:
        """The report that the rest of the line stands for."""
        first = self.place
        callers = self._callers()
        form = self._form()
        self.example = form["example"]
        report: dict[str, Any] = {"type": form["type"]}
        if callers and (form["by"] == "" or (form["by"] == "player" and len(callers) > 1)):
            raise self.fault("notation_player_unwanted", self.tokens[first])
        if form["by"] and not callers:
            if self.player is None:
                column = self.tokens[first].column
                raise Unreadable(refuse("notation_player_missing", column=column, example=self.example))
            callers = [self.player]
        if form["by"]:
            report |= {"players": callers} if len(callers) > 1 else {"player": callers[0]}
        tried = self._args(form["args"], report)
        if token := self.peek():
            raise tried or self.fault("notation_word_extra", token)
        return report

    def _callers(self) -> list[str]:
        """The seats before the verb: none, one, or several joined by ``=``."""
        token = self.peek()
        if token is None or token.kind != "word":
            return []
        parts = token.text.split("=")
        if not self.is_seat(parts[0]):
            return []
        self.take()
        return [self.named(token, "seats", word=part) for part in parts]

    def _form(self) -> Mapping[str, Any]:
        """The form of the verb, which is taken; a throw has none."""
        token = self.peek()
        forms = self.codes["forms"]
        verbs = {verb: form for form in forms for verb in form["verbs"]}
        if token is None:
            raise Unreadable(refuse("notation_verb_missing", column=self._end, verbs=_shown(forms)))
        if form := verbs.get(token.text):
            self.take()
            return dict(form)
        glued = GLUED.fullmatch(token.text)
        if glued and (form := verbs.get(glued[1])):
            self.tokens[self.place] = token._replace(text=glued[2], value=glued[2], column=token.column + len(glued[1]))
            return dict(form)
        bare = next((form for form in forms if form.get("bare")), None)
        if bare and "0" <= token.text[:1] <= "9":
            return dict(bare)
        facts = {"word": shown(token), "column": token.column, "verbs": _shown(forms)}
        raise Unreadable(refuse("notation_verb_unknown", **facts))

    def _args(self, args: list[Mapping[str, Any]], report: dict[str, Any]) -> Unreadable | None:
        """Read the arguments into the report; the fault of an optional one that was nearly there."""
        tried = None
        for number, arg in enumerate(args):
            self.stops = {later["mark"] for later in args[number + 1 :] if "mark" in later}
            token = self.peek()
            mark = arg.get("mark")
            if mark and (token is None or token.text != mark):
                if arg.get("optional"):
                    continue
                raise self.missing()
            if mark:
                self.take()
            elif arg.get("optional") and not self.more():
                continue
            begin = self.place
            try:
                value = READ[arg["kind"]](self, arg)
            except Unreadable as unreadable:
                if mark or not arg.get("optional"):
                    raise
                self.place = begin
                tried = unreadable if unreadable.refusal.code == AMBIGUOUS else tried
                continue
            report |= value if "fields" in arg else {arg["field"]: value}
        return tried


def shown(token: Token) -> str:
    """A token as it was typed, cut off where it is long and without the quotes of a text; JSON by its braces."""
    text = token.value if isinstance(token.value, str) else "{…}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _shown(forms: Iterable[Mapping[str, Any]]) -> list[str]:
    return [form["verbs"][0] for form in forms]
