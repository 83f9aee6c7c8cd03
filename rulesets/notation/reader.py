"""Reads the words of a line one by one, resolves the names they stand for, and reports their faults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulesets.kernel.record import Unreadable
from rulesets.kernel.refusal import refuse
from rulesets.kernel.telling.money import Money
from rulesets.notation import names
from rulesets.notation.scanning import Line, Token

SPACE = re.compile(r"#?([0-9]{1,3})")
"""A deed named by the number of its space."""
AMBIGUOUS = "notation_name_ambiguous"
LONGEST = 40
"""The most characters of a word that a fault shows."""


class Reader:
    """The tokens of a line, consumed one by one."""

    __slots__ = ("codes", "end", "example", "inside", "money", "place", "player", "stops", "tokens")

    def __init__(self, line: Line, codes: Mapping[str, Any], player: str | None) -> None:
        self.tokens = list(line.tokens)
        self.end = line.end
        self.codes = codes
        self.player = player
        self.money = Money.of(codes["money"])
        self.place = 0
        self.example = codes["forms"][0]["example"]
        self.stops: set[str] = set()
        self.inside = False

    def peek(self) -> Token | None:
        """The next token, or None at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self) -> Token:
        """Consume the next token, which must exist."""
        self.place += 1
        return self.tokens[self.place - 1]

    def more(self) -> bool:
        """Whether the current argument goes on: the line does not end, and no mark of a later argument follows."""
        token = self.peek()
        return token is not None and token.text not in self.stops

    def word(self) -> Token:
        """Consume the next token, which must be a word of the current argument."""
        token = self.peek()
        if token is None or token.text in self.stops:
            raise self.missing()
        if token.kind != "word":
            raise self.fault("notation_word_extra", token)
        return self.take()

    def halve(self) -> None:
        """Split the next token in two where it is of the form ``A=34``."""
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
        """Whether a word names a seat of this game."""
        return bool(names.find(self.codes, ("seats",), word))

    def named(self, token: Token, *kinds: str, word: str | None = None) -> str:
        """The key that a token stands for, or ``word``, a part of it."""
        word = token.text if word is None else word
        found = names.find(self.codes, kinds, word)
        if not found:
            raise self.fault("notation_name_unknown", token, known=names.known(self.codes, kinds, word))
        if len(found) > 1:
            raise self.fault(AMBIGUOUS, token, known=names.codes_of(self.codes, kinds, found))
        return found[0]

    def deed(self, token: Token, word: str | None = None) -> str:
        """The deed that a token stands for, or ``word``, a part of it: a name, or the number of a space."""
        spaces = self.codes["spaces"]
        number = SPACE.fullmatch(token.text if word is None else word)
        if number and int(number[1]) < len(spaces) and (key := spaces[int(number[1])]):
            return str(key)
        return self.named(token, "deeds", word=word)

    def amount(self, token: Token, word: str | None = None) -> int | None:
        """The amount of money that a token is, or ``word``, a part of it; None if it is none.

        A whole number alone is in units whatever else it could mean: lines that are kept go on meaning the same.
        """
        return next(iter(self.money.readings(token.text if word is None else word)), None)

    # -- faults

    def fault(self, code: str, token: Token, **facts: object) -> Unreadable:
        return Unreadable(refuse(code, word=shown(token), column=token.column, **facts, example=self.example))

    def missing(self) -> Unreadable:
        """Return the fault of a line, or a part of it, that ends too early."""
        token = self.peek()
        column = token.column if token else self.end
        return Unreadable(refuse("notation_word_missing", column=column, example=self.example))


def shown(token: Token) -> str:
    """A token as it was typed, shortened where it is long and without the quotes of a text; JSON as ``{…}``."""
    text = token.value if isinstance(token.value, str) else "{…}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
