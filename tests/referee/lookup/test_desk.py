"""How well the search answers questions of an arbiter that were written before they were ever asked of it.

Of the sixty of `measured/desk.toml`: before some everyday English words were added 0.70 came first and 0.88 among
three (MRR 0.81); after it the same. Of the half of `measured/table.toml` that is kept back 0.81 and 0.95 before, 0.82
and 0.95 after it; in English 0.74 and 0.75 first. What did not help on the open questions: suffixes such as -ment and
-ion, a greater weight of readings, examples or the words of the hall, and phrases of the clauses that share a
refusal.

Of the 81 of `measured/situations.toml`, asked once: 0.80 first, 0.94 among three (MRR 0.87); in English 0.78 and
0.96, in Japanese 0.81 and 0.96, in Chinese 0.81 and 0.89. Weak are Monopoly City (0.33 and 0.78), classic-ja and
wiki-2008-timed (0.67 and 0.89); "certain" was said 30 times and right 29. A `HALF` of 8 brings 0.05 more of the sixty
first and loses none in `measured/held`, but "certain" must be fitted anew with it; with an `ASKED` of 60 as well it
brings 0.12 and loses 0.04 there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.lookup import table

pytestmark = pytest.mark.slow

MEASURED = {table.DESK: (60, 0.7, 0.85), table.SITUATIONS: (81, 0.78, 0.92)}
"""By file: how many questions, and the least share first and among three."""


@pytest.mark.parametrize("file", MEASURED, ids=lambda file: file.stem)
def test_a_right_clause_comes_first_or_among_three_as_often_as_was_measured(file: Path) -> None:
    found = [table.told_of(each) for each in table.read(file)]
    count, first, three = MEASURED[file]
    assert len(found) == count
    (everything,) = table.by(found, lambda _: "all").values()
    assert (everything.first >= first, everything.three >= three) == (True, True), everything
