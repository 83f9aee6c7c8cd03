"""What is wrong with a database, as data, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from rulesets.languages.texts import texts


class Finding(NamedTuple):
    """Something that is not as it was written.

    ``about``: the table or the event that it is in, empty for the database as a whole; ``seq``: the entry, 0 for none;
    ``what``: a name in ``referee/texts/findings.LANG.toml``, whose sentence the ``facts`` fill.
    """

    about: str
    seq: int
    what: str
    facts: Mapping[str, Any] = {}

    def sentence(self, language: str) -> str:
        """The finding as a sentence in a language: what was found - what holds."""
        return sentences(language)[self.what].format(seq=self.seq, **self.facts)


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The sentences of all findings in a language."""
    return texts(files("referee") / "texts", "findings", language)
