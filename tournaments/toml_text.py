"""Reads TOML from users in bounded memory and time.

The standard library's parser keeps every prefix of a dotted key: 90 kB of ``a.a.a…`` take 8 GB.  A text is therefore
tokenised and counted first, and anything beyond the size of a real file is refused without parsing it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from tournaments.fault import Fault, Faulty

LONGEST_TEXT = 100_000
"""Characters of a text."""
LONGEST_WORD = 200
"""Characters of a number or of an unquoted key."""
MOST_PARTS = 8
"""Parts of a dotted key."""
DEEPEST = 12
"""Nesting depth of brackets and braces."""
MOST_VALUES = 6_000
"""Keys, values, lists and tables; the largest file that comes with the project has a third of it."""

_PLACE = re.compile(r"(?P<said>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)
"""A message of the parser."""
_WORD = re.compile(
    r"""
      (?P<blank>[ \t]++|\#[^\n]*+)
    | (?P<text>\"{3}(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}
             | '{3}(?:[^']|'{1,2}(?!'))*+'{3,5}
             | "(?:[^"\\\n]|\\[^\n])*+"
             | '[^'\n]*+')
    | (?P<word>[\w+:-]++)
    | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def parse(text: str, number: Callable[[str], Any]) -> Mapping[str, object]:
    """Parse a TOML text.  ``number``: converts a decimal fraction.

    Raises `Faulty`, with one fault, if it is not TOML or exceeds the limits.
    """
    if len(text) > LONGEST_TEXT:
        raise Faulty([Fault("", "text_too_long", {"length": len(text), "most": LONGEST_TEXT})])
    _check(text)
    try:
        return tomllib.loads(text, parse_float=number)
    except (ArithmeticError, RecursionError):
        raise Faulty([Fault("", "toml_number")]) from None
    except ValueError as error:
        raise Faulty([_not_toml(text, str(error))]) from None


def _not_toml(text: str, said: str) -> Fault:
    """Where the parser stopped, and its own words, which are English and are quoted."""
    found = _PLACE.fullmatch(said)
    if found is None:  # it gave no place: what converts numbers has refused one
        return Fault("", "toml_number")
    line, column = (int(found[name] or 0) for name in ("line", "column"))
    end = text.split("\n")
    return Fault(
        "", "not_toml", {"line": line or len(end), "column": column or len(end[-1]) + 1, "said": found["said"]}
    )


def _check(text: str) -> None:
    """Refuse a text that would take too many resources to parse.

    Valid TOML is tokenised just as the parser does it; after the first syntax error the parser reads nothing more.
    """
    line, depth, parts, values = 1, 0, 0, 0
    joined = False  # whether the previous token was a dot
    for found in _WORD.finditer(text):
        kind, word = found.lastgroup, found[0]
        if kind == "blank":
            continue
        if kind == "mark":
            if word in "\"'":  # an unterminated string: the parser stops there
                return
            if word == ".":
                joined = True
                continue
            opens = word in "[{"
            depth += opens - (word in "]}")
            values += opens
            parts, joined = 0, False
        else:
            parts = parts + 1 if joined else 1
            joined = False
            values += 1
        for exceeded, code, most in (
            (kind == "word" and len(word) > LONGEST_WORD, "toml_word_long", LONGEST_WORD),
            (parts > MOST_PARTS, "toml_key_deep", MOST_PARTS),
            (depth > DEEPEST, "toml_deep", DEEPEST),
            (values > MOST_VALUES, "toml_many", MOST_VALUES),
        ):
            if exceeded:
                raise Faulty([Fault("", code, {"line": line, "most": most})])
        line += word.count("\n")
