"""How well the search answers questions of an arbiter that were written before they were ever asked of it.

Of the sixty of `measured/desk.toml`: before some everyday English words were added 0.70 came first and 0.88 among
three (MRR 0.81); after it the same. Of the half of `measured/table.toml` that is kept back 0.81 and 0.95 before, 0.82
and 0.95 after it; in English 0.74 and 0.75 first. What did not help on the open questions: suffixes such as -ment and
-ion, a greater weight of readings, examples or the words of the hall, and phrases of the clauses that share a
refusal.

Of the 81 of `measured/situations.toml`, asked once: 0.80 first, 0.94 among three (MRR 0.87); in English 0.78 and
0.96, in Japanese 0.81 and 0.96, in Chinese 0.81 and 0.89. Weak are Monopoly City (0.33 and 0.78), classic-ja and
wiki-2008-timed (0.67 and 0.89); "certain" was said 30 times and right 29.

Of the 54 of `measured/hall.toml`, longer ones, asked once after the last phrases: 0.56 first, 0.81 among three (MRR
0.69); with the phrases before, 0.46 and 0.76. In English 0.44 and 0.72 (no gain), in Japanese 0.78 and 0.89, in
Chinese 0.44 and 0.83. Monopoly City came first in 0.50 instead of 0.17; weak are classic-ja (0.17), classic-us and
wiki-2008-short (0.33). "Certain" was said 6 times and right each time.

Since borrowed phrases count less (`index.BORROWED`), which nothing here was read for: of `hall.toml` 0.65 and 0.80, of
`situations.toml` 0.85 and 0.93. Of `fresh.toml`, written by somebody who knew neither the phrases nor any result, the
83 that were kept back: 0.83 first, 0.96 among three (MRR 0.89); in English 0.75 and 0.88, in Japanese 0.93 and 1.0, in
Chinese 0.81 and 1.0; weak are Monopoly City (0.67) and wiki-2008-timed (0.75). "Certain" was said of 120 of these,
of `hall.toml`, `situations.toml` and the half of `table.toml` that is kept back, 427 in all, and was right 116 times.

Of the 87 of `everyday.toml`, all kept back, when they were written: 0.74 first and 0.89 among three (MRR 0.82); in
English 0.59 and 0.76, in Japanese 0.79 and 0.97, in Chinese 0.83 and 0.93.

Since 4,000 phrases were written clause by clause, and a part of a sentence is no topic where the best match of the
whole matches it: `everyday.toml` 0.76 and 0.84 (in English 0.62 and 0.72), `hall.toml` 0.74 and 0.85, `situations.toml`
0.84 and 0.96, `fresh.toml` 0.82 and 0.96. Who wrote these phrases had written `everyday.toml`. Of all that were kept
back, 514, 0.81 came first and 0.93 among three, in Monopoly City 0.69 and 0.86, in English 0.75 and 0.89; "certain" was
said 166 times and right 158. They were measured twice: some English synonyms were taken out again in between, because
stop words cut them down to one word.

Since the likeness to whole phrases is gone and the weights are fitted to phrases that were left out: of all 548 that
are kept back 0.801 came first (0.803 with the likeness) and 0.943 among three (0.929); in Chinese 0.838 first (0.822),
in English 0.726 (0.753). "Certain" was said 233 times and right 225. They were asked once, when all was done. Tried
with the phrases left out, for a question in a hundred at most: terms weighed by their average over the clauses, 90 more
everyday English words. A ranker fitted to 23 features (phrase and title match, share covered, neighbouring words,
length) brings two in a hundred there and none of the open questions.

With twice as many phrases (a learning curve had promised it: a quarter of them 0.73, half 0.77, all 0.81 first) the 405
of the kept-back halves come first in 0.837 and among three in 0.958 (before 0.812 and 0.963): English 0.765 and 0.924
(0.742, 0.932), Japanese 0.874 and 0.978 (0.859, 0.985), Chinese 0.870 and 0.971 (0.833, 0.971).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.lookup import table

pytestmark = pytest.mark.slow

MEASURED = {
    table.DESK: (60, 0.72, 0.88),
    table.SITUATIONS: (81, 0.81, 0.94),
    table.HALL: (54, 0.7, 0.82),
    table.FRESH: (162, 0.8, 0.94),
    table.EVERYDAY: (87, 0.73, 0.8),
}
"""By file: how many questions, and the least share first and among three."""


@pytest.mark.parametrize("file", MEASURED, ids=lambda file: file.stem)
def test_a_right_clause_comes_first_or_among_three_as_often_as_was_measured(file: Path) -> None:
    found = [table.told_of(each) for each in table.read(file)]
    count, first, three = MEASURED[file]
    assert len(found) == count
    (everything,) = table.by(found, lambda _: "all").values()
    assert (everything.first >= first, everything.three >= three) == (True, True), everything
