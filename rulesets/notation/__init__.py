"""The short notation: reports as they are typed, one per line (``A 34``, ``B b120``, ``A deal B bal 100 > med``).

    known = notation.codes(game)
    report = notation.parse("A 34", known)     # {"type": "roll", "player": "A", "dice": [3, 4]}
    notation.write(report, known)              # "A 34"

The grammar is data (``grammar.toml``); `codes` combines it with the names of a game into one JSON object, from which
other implementations can read and write the notation too.  ``docs/notation.md`` describes it for people.
"""

from rulesets.notation.codes import codes
from rulesets.notation.reading import meant, parse
from rulesets.notation.words import words
from rulesets.notation.writing import write

__all__ = ["codes", "meant", "parse", "words", "write"]
