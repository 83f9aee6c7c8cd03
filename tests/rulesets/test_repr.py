"""What a debugger or a prompt shows of the library's objects is one short line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rulesets
from rulesets.kernel import conformance
from rulesets.kernel.record import judged
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED

MOST = 200
"""Characters."""


def objects(name: str) -> Iterator[Any]:
    """What a program gets from the library for a ruleset, and the cards of its edition."""
    ruleset = rulesets.load(name)
    played = conformance.play(ruleset, 1, 60)
    yield from (ruleset, ruleset.catalogue, ruleset.figures, played.game, *played.answers)
    yield from (*ruleset.catalogue.clauses.values(), *ruleset.rules.values(), *ruleset.options)
    for answer in played.answers[::12]:
        yield from (answer.game.state, answer.game.past, ruleset.explanation(answer.game).explained)
    table = played.game.state.table
    yield from (table, table.edition, ruleset.explanation(played.game, {"type": "roll", "player": "A", "dice": [1, 2]}))
    yield rulesets.replay(played.header, played.reports, stop=False)
    yield rulesets.replay({"record": "monopoly/1"}, [])
    yield from (rulesets.open_header(played.header), rulesets.open_header({**played.header, "seats": ["A", "A"]}))
    yield from judged(
        rulesets.load(name).start(table.seats), [*played.reports, as_report({"type": "roll", "note": "x" * 2000})]
    )
    yield from table.edition.deeds
    for cards in getattr(table.edition, "decks", {"": table.edition.cards}).values():
        yield from cards


@pytest.mark.parametrize("name", SHIPPED)
def test_every_object_is_shown_in_one_short_line(name: str) -> None:
    for each in objects(name):
        shown = repr(each)
        assert len(shown) <= MOST and "\n" not in shown, f"{type(each).__name__}: {len(shown)} characters: {shown[:80]}"
