"""How well the search answers sixty questions of an arbiter that were written before it was changed last.

Before some everyday English words were added 0.70 came first and 0.88 among three (MRR 0.81); after it the same.  Of
the half of `measured/table.toml` that is kept back 0.81 and 0.95 before, 0.82 and 0.95 after it; in English 0.74 and
0.75 first.  What did not help on the open questions: suffixes such as -ment and -ion, a greater weight of readings,
examples or the words of the hall, and phrases of the clauses that share a refusal.
"""

from __future__ import annotations

import pytest

from tests.referee.lookup import table

pytestmark = pytest.mark.slow

FIRST, THREE = 0.7, 0.85


def test_a_right_clause_comes_first_or_among_three_as_often_as_was_measured() -> None:
    found = [table.told_of(each) for each in table.read(table.DESK)]
    assert len(found) == 60
    (everything,) = table.by(found, lambda _: "all").values()
    assert (everything.first >= FIRST, everything.three >= THREE) == (True, True), everything
