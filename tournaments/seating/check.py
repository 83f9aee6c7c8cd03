"""Verifies a published schedule from its file alone: everything that can be recomputed is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.fault import Fault, Faulty
from tournaments.seating.bound import bound
from tournaments.seating.file import SCHEDULE, Filed
from tournaments.seating.schedule import Round
from tournaments.seating.score import score
from tournaments.seating.swap import replay
from tournaments.seating.violations import structural_faults


def check(filed: Filed) -> tuple[Fault, ...]:
    """Every difference between the claims of a file and what follows from its request, seed and moves.

    Tables that were not drawn (`Filed.kind`) follow from results, choice or earlier seats, which are not in the file;
    for these only the rest is checked.
    """
    return tuple(_differences(filed))


def _differences(filed: Filed) -> Iterator[Fault]:
    if filed.fingerprint != filed.computed_fingerprint:
        facts = {"claimed": filed.fingerprint, "computed": filed.computed_fingerprint}
        yield Fault("fingerprint", "seating_fingerprint", facts)
    yield from structural_faults(filed.schedule)
    yield from _figures("score", filed.score, score(filed.schedule))
    yield from _figures("bound", filed.bound, bound(filed.schedule))
    if filed.kind != SCHEDULE:
        return
    try:
        again = replay(filed.schedule.request, filed.schedule.moves)
    except Faulty as error:
        yield from (Fault("moves", fault.code, fault.facts) for fault in error.faults)
        return
    for number, (published, drawn) in enumerate(zip(filed.schedule.rounds, again.rounds, strict=True), 1):
        yield from _tables(number, published, drawn)


def _figures(name: str, claimed: Mapping[str, object], computed: Mapping[str, int]) -> Iterator[Fault]:
    for aim in sorted(claimed.keys() | computed.keys()):
        if claimed.get(aim) != computed.get(aim) or isinstance(claimed.get(aim), bool):
            facts = {"claimed": claimed.get(aim, "-"), "computed": computed.get(aim, "-")}
            yield Fault(f"{name}.{aim}", "seating_figure", facts)


def _tables(number: int, published: Round, drawn: Round) -> Iterator[Fault]:
    for table in range(max(len(published), len(drawn))):
        there, follows = (tables[table] if table < len(tables) else () for tables in (published, drawn))
        if there != follows:
            facts = {"published": ", ".join(there) or "-", "drawn": ", ".join(follows) or "-"}
            yield Fault(f"rounds[{number}].tables[{table + 1}]", "seating_tables_differ", facts)
