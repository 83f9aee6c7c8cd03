"""Splits a typed line into words, quoted texts, JSON, time and note; full-width characters count as normal ones."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple
from unicodedata import normalize

from rulesets.kernel.record import Unreadable, read_line
from rulesets.kernel.refusal import refuse
from rulesets.kernel.report import shown

SPACES = " \t\r\n\u3000"
SEPARATORS = " \t\r\n,:、"
JOINS = "=+"
"""Spaces around these characters do not separate words."""
CLOSERS = {'"': '"', "“": "”", "「": "」"}
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
MOST_DIGITS = 18
"""The longest number that JSON may hold too (`rulesets.kernel.record`)."""


class Token(NamedTuple):
    """A piece of a line.  ``kind``: word, text, json or arrow (``>``); ``text``: a word in lower case and normal width;
    ``value``: the word as typed, or the text or JSON value that it stands for; ``column``: where it begins, from 1.
    """

    kind: str
    text: str
    value: Any
    column: int


class Line(NamedTuple):
    """A scanned line; ``at``: its time in seconds, or None; ``end``: the column after its last token."""

    tokens: list[Token]
    at: int | float | None
    note: str
    end: int


def broken(column: int) -> Unreadable:
    """The fault of a quoted text or JSON that is not closed or not well-formed."""
    return Unreadable(refuse("notation_text_broken", column=column))


def scan(text: str) -> Line:
    """Split a line into its pieces.  Raises `Unreadable` for quotes and braces that are not closed."""
    typed = list(text)
    letters = [normalize("NFKC", letter) for letter in typed]
    tokens: list[Token] = []
    seconds: int | float | None = None
    note = ""
    place = end = 0
    while place < len(letters):
        letter = letters[place]
        begin = place
        if letter in SEPARATORS:
            place += 1
            continue
        if letter == ";":
            note = text[place + 1 :].strip(SPACES)
            break
        if letter == ">":
            place += 1
            tokens.append(Token("arrow", ">", ">", begin + 1))
        elif letter in CLOSERS:
            place = _closing(letters, begin)
            inner = "".join(typed[begin + 1 : place - 1])
            tokens.append(Token("text", "", _decoded(f'"{inner}"', begin) if letter == '"' else inner, begin + 1))
        elif letter == "{":
            place = _brace(typed, begin)
            tokens.append(Token("json", "", _decoded("".join(typed[begin:place]), begin), begin + 1))
        else:
            place, word = _word(letters, begin)
            if word[0] == "@" and seconds is None and NUMBER.fullmatch(word[1:]):
                if len(word) > 1 + MOST_DIGITS:
                    raise Unreadable(refuse("number_too_large", value=shown(word[1:]), column=begin + 1))
                seconds = float(word[1:]) if "." in word else int(word[1:])
            else:
                written = "".join(typed[begin:place]).strip(SPACES)
                tokens.append(Token("word", normalize("NFC", word).lower(), written, begin + 1))
        end = place
    return Line(tokens, seconds, note, end + 1)


def _word(letters: list[str], place: int) -> tuple[int, str]:
    """Return the end of a word, and the word: it goes up to a separator that is not joined over (`JOINS`)."""
    word = ""
    while place < len(letters):
        letter = letters[place]
        if letter in (">", ";", "{"):
            break
        if letter in SEPARATORS:
            ahead = place
            while ahead < len(letters) and letters[ahead] == " ":
                ahead += 1
            joined = ahead > place and ahead < len(letters) and (letters[ahead] in JOINS or word[-1] in JOINS)
            if not joined:
                break
            place = ahead
            continue
        word += letter
        place += 1
    return place, word


def _closing(letters: list[str], begin: int) -> int:
    """The position after the quote that closes the one at ``begin``."""
    closer = CLOSERS[letters[begin]]
    place = begin + 1
    while place < len(letters):
        if letters[place] == closer:
            return place + 1
        place += 2 if letters[place] == "\\" and closer == '"' else 1
    raise broken(begin + 1)


def _brace(typed: list[str], begin: int) -> int:
    """The position after the brace that closes the one at ``begin``; full-width braces do not count in JSON."""
    depth, place, quoted = 0, begin, False
    while place < len(typed):
        letter = typed[place]
        if quoted:
            place += letter == "\\"
            quoted = letter != '"'
        elif letter == '"':
            quoted = True
        elif letter in "{}":
            depth += 1 if letter == "{" else -1
            if depth == 0:
                return place + 1
        place += 1
    raise broken(begin + 1)


def _decoded(source: str, begin: int) -> Any:
    try:
        return read_line(source)
    except Unreadable:
        raise broken(begin + 1) from None


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
