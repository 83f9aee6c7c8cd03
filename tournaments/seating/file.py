"""The file of a schedule: JSON with everything needed to draw the schedule again, and to verify it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tournaments import json_text
from tournaments.fault import Fault, Faulty
from tournaments.seating.bound import bound
from tournaments.seating.entrants import AIMS, MOST_ROUNDS, STARTS, VERSION, Request, request
from tournaments.seating.reading import entrant_content, read_entrant
from tournaments.seating.schedule import Move, Reseat, Round, Schedule, SeatKept, SeatMerge, SeatSwap
from tournaments.seating.score import score
from tournaments.seating.shapes import FITS, LARGEST, SMALLEST
from tournaments.seating.swap import replay
from tournaments.seating.violations import SIZE, structural_faults
from tournaments.section import Section

SCHEDULE = "schedule"
PREPARED = "prepared"
"""The kind of tables that somebody brought in ready, of one round or of several."""
FOLLOWING = ("self_chosen", "rotation", "rotation_by_place", "ranked", "qualifiers", PREPARED)
"""What tables may follow from, instead of a draw; the file does not contain it."""

LEFT = ("rotation", "rotation_by_place", "qualifiers")
"""Those of them whose tables may be smaller or larger than the regulation's, after people have left or come."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A schedule from a file, and the file's claims about it.

    ``kind``: `SCHEDULE` if the tables were drawn, else what they follow from.
    """

    kind: str
    schedule: Schedule
    score: Mapping[str, object]
    bound: Mapping[str, object]
    fingerprint: str
    computed_fingerprint: str


def content(schedule: Schedule) -> dict[str, object]:
    """A schedule as plain data for JSON."""
    request = schedule.request
    filed: dict[str, object] = {
        "version": request.version,
        "seed": request.seed,
        "input": {
            "rounds": request.rounds,
            "sizes": list(request.sizes),
            **({"fit": request.fit} if request.version > 1 else {}),
            "start": request.start,
            "aims": list(request.aims),
            "apart": [list(pair) for pair in request.apart],
            "players": [entrant_content(entrant) for entrant in request.entrants],
            **({"before": _tables_content(request.before)} if request.before else {}),
        },
        "rounds": _tables_content(schedule.rounds),
        "moves": [_move_content(move) for move in schedule.moves],
        "score": score(schedule),
        "bound": bound(schedule),
    }
    return {**filed, "fingerprint": fingerprint(filed)}


def _tables_content(rounds: Sequence[Sequence[Sequence[str]]]) -> list[list[list[str]]]:
    return [[list(table) for table in tables] for tables in rounds]


def dump(schedule: Schedule, kind: str = SCHEDULE) -> str:
    """The text of a schedule's file, one line per key; the same schedule always gives the same bytes.

    ``kind``: what the tables follow from, if they were not drawn; such a file is a single line.
    """
    if kind != SCHEDULE:
        whole = {"kind": kind, **content(schedule)}
        return json.dumps({**whole, "fingerprint": fingerprint(whole)}, ensure_ascii=False) + "\n"
    rows = [f"{_compact(key)}: {_compact(value)}" for key, value in content(schedule).items()]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def fingerprint(filed: Mapping[str, object]) -> str:
    """The fingerprint of a file's content, excluding the fingerprint itself."""
    kept = {key: value for key, value in filed.items() if key != "fingerprint"}
    return "sha256:" + sha256(_compact(kept).encode("utf-8", "surrogatepass")).hexdigest()


def parse(text: str) -> Filed:
    """Read the schedule and its claims from a file's text.  Raises `Faulty` with everything that is unreadable."""
    filed = json_text.parse(text)
    if not isinstance(filed, dict):
        raise Faulty([Fault("", "wanted_section", {"given": type(filed).__name__})])
    section = Section(filed)
    version = section.whole("version", 1, VERSION)
    kind = section.one_of("kind", FOLLOWING) if section.has("kind") else SCHEDULE
    request = _request(section.section("input"), section.text("seed"), version)
    rounds = _rounds(section, "rounds")
    moves = tuple(_move(each) for each in section.sections("moves"))
    claims = [section.section(key).content for key in ("score", "bound")]
    claimed = section.text("fingerprint")
    section.done()
    if section.faults or request is None:
        raise Faulty(section.faults)
    if len(rounds) != request.rounds:
        raise Faulty([Fault("rounds", "seating_round_count", {"given": len(rounds), "wanted": request.rounds})])
    if kind not in (SCHEDULE, PREPARED) and len(rounds) > 1:
        raise Faulty([Fault("kind", "seating_kind_rounds", {"kind": kind, "given": len(rounds)})])
    return Filed(kind, Schedule(request, rounds, moves), claims[0], claims[1], claimed, fingerprint(filed))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _request(section: Section, seed: str, version: int) -> Request | None:
    entrants = [read_entrant(each) for each in section.sections("players")]
    rounds = section.whole("rounds", 1, MOST_ROUNDS)
    sizes = section.wholes("sizes", SMALLEST, LARGEST)
    aims = section.texts("aims", AIMS)
    start = section.one_of("start", STARTS, STARTS[0])
    apart = pairs(section, "apart")
    fit = "preferred"  # as in version 1
    before: tuple[Round, ...] = ()
    if version > 1:
        fit = section.one_of("fit", FITS)
        before = _rounds(section, "before", empty=True) if section.has("before") else ()
    section.done()
    if section.faults:
        return None
    try:
        return request(entrants, rounds, sizes, seed, apart, aims, start, fit=fit, before=before, version=version)
    except Faulty as error:
        section.faults.extend(error.faults)
        return None


def pairs(section: Section, key: str) -> list[tuple[str, str]]:
    value = section.raw(key)
    if value is None:
        return []
    if isinstance(value, list) and all(_is_text_list(each) and len(each) == 2 for each in value):
        return [(one, other) for one, other in value]
    section.fault(key, "seating_pairs", given=value)
    return []


def _rounds(section: Section, key: str, *, empty: bool = False) -> tuple[Round, ...]:
    """The tables of rounds.  ``empty``: whether there may be rounds without tables."""
    value = section.raw(key)
    if isinstance(value, list) and all(
        isinstance(tables, list) and (tables or empty) and all(_is_text_list(table) and table for table in tables)
        for tables in value
    ):
        return tuple(tuple(tuple(table) for table in tables) for tables in value)
    section.fault(key, "seating_rounds")
    return ()


def _is_text_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _move_content(move: Move) -> dict[str, object]:
    written: dict[str, object] = {"reason": move.reason}
    if move.author is not None:
        written["author"] = move.author
    if isinstance(move, SeatSwap):
        return {"kind": "swap", "round": move.round, "players": [move.one, move.other], **written}
    if isinstance(move, SeatMerge):
        return {"kind": "merge", "players": [move.gone, move.kept], **written}
    if isinstance(move, SeatKept):
        return {"kind": "taken", "from_round": move.from_round, "players": [move.gone, move.came], **written}
    changed = [entrant_content(entrant) for entrant in move.changed]
    return {"kind": "reseat", "from_round": move.from_round, "changed": changed, **written}


def _move(section: Section) -> Move:
    kind = section.one_of("kind", ("swap", "reseat", "merge", "taken"))
    reason = section.text("reason")
    author = section.text("author") if section.has("author") else None
    move: Move
    if kind == "reseat":
        changed = tuple(read_entrant(each) for each in section.sections("changed"))
        move = Reseat(section.whole("from_round", 1, MOST_ROUNDS), changed, reason, author)
    else:
        players = section.texts("players")
        if len(players) != 2:
            section.fault("players", "seating_pairs", given=list(players))
            players = ("", "")
        if kind == "merge":
            move = SeatMerge(*players, reason, author)
        elif kind == "taken":
            move = SeatKept(section.whole("from_round", 1, MOST_ROUNDS), *players, reason, author)
        else:
            move = SeatSwap(section.whole("round", 1, MOST_ROUNDS), *players, reason, author)
    section.done()
    return move


def check(filed: Filed) -> tuple[Fault, ...]:
    """Every difference between the claims of a file and what follows from its request, seed and moves.

    Tables that were not drawn (`Filed.kind`) follow from results, choice, earlier seats or a list that was brought in,
    which are not in the file; for these only the rest is checked.
    """
    return tuple(_differences(filed))


def _differences(filed: Filed) -> Iterator[Fault]:
    if filed.fingerprint != filed.computed_fingerprint:
        facts = {"claimed": filed.fingerprint, "computed": filed.computed_fingerprint}
        yield Fault("fingerprint", "seating_fingerprint", facts)
    # Tables that follow from earlier seats or results are as large as whoever is left makes them.
    yield from (each for each in structural_faults(filed.schedule) if filed.kind not in LEFT or each.code != SIZE)
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
