"""A seating as it is kept: the file of `tournaments.seating.file`, and how its tables came about."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from tournaments.seating.file import SCHEDULE, content, dump, fingerprint, parse
from tournaments.seating.schedule import Schedule


class Document(NamedTuple):
    """A seating.  ``kind``: ``schedule`` where the tables were drawn and can be drawn again, else what they follow
    from: self_chosen, rotation, rotation_by_place, ranked, qualifiers.  The rounds of the schedule count from its own
    first.
    """

    kind: str
    schedule: Schedule


def write(document: Document) -> str:
    """The text that is kept: of a drawn schedule, the file that `referee seating check` recomputes."""
    if document.kind == SCHEDULE:
        return dump(document.schedule)
    whole = {"kind": document.kind, **content(document.schedule)}
    return json.dumps({**whole, "fingerprint": fingerprint(whole)}, ensure_ascii=False) + "\n"


@lru_cache(10)
def read(text: str) -> Document:
    """A seating from the text that is kept."""
    filed = parse(text)
    return Document(filed.kind, filed.schedule)


@lru_cache(20)
def fingerprint_of(text: str) -> str:
    """The fingerprint of a kept seating."""
    return str(json.loads(text)["fingerprint"])
