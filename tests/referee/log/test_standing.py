"""What a report takes back or brings back, compared with the most straightforward reading of random logs."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.core.chain import ChainLine
from referee.log.standing import affected_entries, standing_after, standing_history

Row = tuple[int, bool]
"""An entry: how far back it reaches (0: it takes nothing back), and whether it is accepted."""
LOGS = st.lists(st.tuples(st.sampled_from((0, 0, 0, 1, 1, 2, 3, 5, 8)), st.booleans() | st.just(True)), max_size=30)


def report(seq: int, reach: int) -> dict[str, Any]:
    """The report of entry ``seq``."""
    return {"type": "retract", "seq": max(1, seq - reach)} if reach and seq > 1 else {"type": "move"}


def lines(rows: list[Row]) -> list[ChainLine]:
    """The rows as a log."""
    return [
        ChainLine(seq, f"name-{seq}", 0, "A", None, None, accepted, json.dumps(report(seq, reach)), "{}", None, "")
        for seq, (reach, accepted) in enumerate(rows, 1)
    ]


def standing(log: list[ChainLine]) -> set[int]:
    """What stands at the end of a log; after a retraction, that and whatever stood before the retracted entry."""
    if not log:
        return set()
    *before, last = log
    if not last.accepted:
        return standing(before)
    logged = json.loads(last.report)
    return (standing(log[: logged["seq"] - 1]) if logged["type"] == "retract" else standing(before)) | {last.seq}


@given(LOGS, st.integers(0, 9))
def test_touched_is_whatever_stands_on_one_side_of_a_report_only(rows: list[Row], reach: int) -> None:
    log = lines(rows)
    following = report(len(log) + 1, reach)
    after = standing([*log, lines([*rows, (reach, True)])[-1]]) - {len(log) + 1}
    assert affected_entries(standing_history(log), following) == sorted(standing(log) ^ after, reverse=True)


@given(LOGS)
def test_whoever_takes_a_retraction_back_touches_all_that_it_touched_and_itself(rows: list[Row]) -> None:
    log = lines([*rows, (3, True)])
    retraction = len(log)
    before = affected_entries(standing_history(log[:-1]), json.loads(log[-1].report))
    back = affected_entries(standing_history(log), {"type": "retract", "seq": retraction})
    assert sorted(back) == sorted({*before, retraction})


@given(LOGS, st.integers(1, 30))
def test_standing_after_an_entry_are_the_later_moves_that_stand(rows: list[Row], seq: int) -> None:
    log = lines(rows)
    moves = [each for each in sorted(standing(log)) if json.loads(log[each - 1].report)["type"] == "move"]
    assert [each.seq for each in standing_after(log, seq)] == [each for each in moves if each > seq]


def test_what_takes_nothing_back_touches_nothing() -> None:
    known = standing_history(lines([(0, True)] * 3))
    others: list[Any] = [{"type": "roll"}, {"type": "retract"}, {"type": ["retract"], "seq": 1}, 7]
    for each in [*others, *({"type": "retract", "seq": seq} for seq in (True, 0, -1, 4, "1", 1.0, None))]:
        assert affected_entries(known, each) == []
