"""What follows from the rest: scores, standings, qualification, prizes, publications, rounds, names, the chain."""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from referee.archives.derived import derived_rows
from referee.archives.facts import Archived, began, facts_in, regulation_at, versions_at
from referee.archives.naming import in_every_language, row_kind, told, versions
from referee.core.database.changes import canonical, first_hash, next_hash
from referee.core.problems import Problem
from referee.events.regulation import parse_regulation
from rulesets.titles import titles
from tournaments.archive import records
from tournaments.archive.difference import Discrepancy
from tournaments.archive.files import BY_NAME, LOGS
from tournaments.archive.lines import sheet_row
from tournaments.archive.unpack import OpenedArchive
from tournaments.fault import Faulty

MOST = 50
"""The most differences named per file."""


def derived_differences(archive: OpenedArchive, archived: Archived) -> Iterator[Discrepancy]:
    """Yield where scores, standings, qualification or prizes are not what follows."""
    try:
        wanted = derived_rows(archived)
    except (Faulty, Problem) as error:
        if any(archive.rows.get(name) for name, kind in BY_NAME.items() if kind.derived):
            yield Discrepancy("standings.csv", 0, "underivable", {"why": told(error)})
        return
    for name, lines in wanted.items():
        found = archive.rows.get(name, [])
        differ = []
        for place in range(max(len(lines), len(found))):
            here = found[place] if place < len(found) else None
            line = lines[place] if place < len(lines) else None
            if here is None or here.value != line:
                facts = {"kept": _text(here.value if here else None), "computed": _text(line)}
                differ.append(Discrepancy(name, here.number if here else place + 2, "derived_differs", facts))
        yield from differ[:MOST]
        if len(differ) > MOST:
            yield Discrepancy(name, 0, "lines_changed", {"count": len(differ)})


def _text(line: Any) -> str:
    """A line as its file has it; a dash for none."""
    return "–" if line is None else sheet_row(line).rstrip()


def publication_differences(archive: OpenedArchive, archived: Archived) -> Iterator[Discrepancy]:
    """Yield publications that did not show the results that stood then, and rounds that say otherwise."""
    latest: dict[int, int | None] = {}
    for each in sorted(archive.numbered(records.FiledPublication), key=lambda each: each.value.at):
        line: records.FiledPublication = each.value
        if line.round is None:
            continue
        latest[line.round] = line.at if line.kind == "results" else None
        if line.kind == "results":
            stood = versions_at(archived.results, line.round, line.at)
            if stood != dict(line.versions):
                facts = {
                    "kept": in_every_language(partial(versions, line.versions)),
                    "computed": in_every_language(partial(versions, stood)),
                }
                yield Discrepancy("publications.jsonl", each.number, "publication_differs", facts)
    clock = archive.all(records.FiledClock)
    for each in archive.numbered(records.FiledRound):
        found: records.FiledRound = each.value
        if found.results_published_at != latest.get(found.number):
            yield Discrepancy("rounds.jsonl", each.number, "round_publication", {"round": found.number})
        if found.regulation != regulation_at(archived.regulations, began(clock, found.number)):
            yield Discrepancy("rounds.jsonl", each.number, "round_regulation", {"round": found.number})


def regulation_differences(archive: OpenedArchive) -> Iterator[Discrepancy]:
    """Yield regulations that cannot be read, or whose fingerprint is another's."""
    for each in archive.numbered(records.FiledRegulation):
        line: records.FiledRegulation = each.value
        try:
            regulation = parse_regulation(line.text)
        except Faulty as error:
            yield Discrepancy("regulations.jsonl", each.number, "regulation_unreadable", {"why": told(error)})
            continue
        if line.fingerprint != regulation.fingerprint or line.name != regulation.name:
            yield Discrepancy("regulations.jsonl", each.number, "regulation_fingerprint", {"version": line.number})


def name_differences(archive: OpenedArchive, archived: Archived) -> Iterator[Discrepancy]:
    """Yield seats whose player is another's or unknown, and ids that nobody has."""
    known = {each.id: each for each in archived.players}
    seen: set[str | int] = set()
    for each in archive.numbered(records.FiledPlayer):
        who: records.FiledPlayer = each.value
        if {who.id, who.number} & seen:
            yield Discrepancy("players.csv", each.number, "player_twice", {"player": f"{who.number} {who.name}"})
        seen |= {who.id, who.number}
    for each in archive.numbered(records.FiledSeat):
        seat: records.FiledSeat = each.value
        sits = known.get(seat.player)
        if sits is None or (sits.number, sits.name) != (seat.number, seat.name):
            yield Discrepancy("seats.csv", each.number, "player_unknown", {"player": f"{seat.number} {seat.name}"})
    named: list[tuple[str, int, list[str]]] = [
        *(
            ("decisions.jsonl", each.number, [*each.value.order, *each.value.among])
            for each in archive.numbered(records.FiledDecision)
        ),
        *(
            ("adjustments.jsonl", each.number, [each.value.player])
            for each in archive.numbered(records.FiledAdjustment)
        ),
        *(("penalties.jsonl", each.number, [each.value.player]) for each in archive.numbered(records.FiledPenalty)),
        *(("prizes.jsonl", each.number, list(each.value.entrants)) for each in archive.numbered(records.FiledPrize)),
    ]
    teams = {each.team for each in archived.players if each.team}
    for file, number, ids in named:
        for player in dict.fromkeys(ids):
            if player not in known and player not in teams:
                yield Discrepancy(file, number, "player_unknown", {"player": player})


def prize_differences(archive: OpenedArchive) -> Iterator[Discrepancy]:
    """Yield drawn prizes whose seed is not the one that was sealed."""
    for each in archive.numbered(records.FiledPrize):
        line: records.FiledPrize = each.value
        if line.drawn_at is not None and hashlib.sha256(line.seed.encode()).hexdigest() != line.sealed:
            yield Discrepancy("prizes.jsonl", each.number, "prize_seal", {"name": line.name})


def picture_differences(archive: OpenedArchive) -> Iterator[Discrepancy]:
    """Yield pictures that are not those whose hash stands beside them."""
    for each in archive.numbered(records.FiledPicture):
        line: records.FiledPicture = each.value
        try:
            same = hashlib.sha256(b64decode(line.data, validate=True)).hexdigest() == line.sha256
        except ValueError:
            same = False
        if not same:
            yield Discrepancy("pictures.jsonl", each.number, "picture_differs", {"name": line.name or line.kind})


def venue_differences(archive: OpenedArchive, archived: Archived) -> Iterator[Discrepancy]:
    """Yield venues from which others came than the regulation gives places to."""
    for each in archive.numbered_in("venues.jsonl"):
        row = each.value.row
        rule = facts_in(archived, row["taken_at"]).regulation.venues
        came = json.loads(row["players"])
        ranks = [one["rank"] for one in came]
        places = rule.places_for(row["field"]) if rule is not None and rule.by_order else len(came)
        if rule is None or ranks != sorted(ranks) or any(not 1 <= rank <= row["field"] for rank in ranks):
            yield Discrepancy("venues.jsonl", each.number, "venue_ranks", {"name": row["name"]})
        elif len(came) > places and rule.tied != "all":
            facts = {"name": row["name"], "came": len(came), "room": places}
            yield Discrepancy("venues.jsonl", each.number, "venue_places", facts)


def copy_differences(archive: OpenedArchive) -> Iterator[Discrepancy]:
    """Yield lines that repeat what another file says, and say something else."""
    headers = [json.loads(archive.texts[LOGS + name].partition("\n")[0]) for name in archive.logs()]
    judged = {(each.get("ruleset"), each.get("version", ""), each.get("fingerprint", "")) for each in headers}
    for each in archive.numbered(records.FiledRuleset):
        line: records.FiledRuleset = each.value
        if (line.name, line.version, line.fingerprint) not in judged and archive.logs():
            yield Discrepancy("rulesets.jsonl", each.number, "ruleset_unused", {"name": _title(line.name)})
    if archive.public:
        return
    audited = [(each.at, each.author, each.action, dict(each.details)) for each in archive.all(records.FiledAudit)]
    for each in archive.numbered(records.FiledAttendance):
        come: records.FiledAttendance = each.value
        if (come.at, come.author, come.action, dict(come.details)) not in audited:
            yield Discrepancy("attendance.jsonl", each.number, "attendance_unaudited")


def chain_differences(archive: OpenedArchive, archived: Archived) -> Iterator[Discrepancy]:
    """Yield changes that do not follow one another, and lines that are not as the last change left them."""
    if archive.public:
        return
    seq, head = 0, first_hash(archived.event.id)
    last: dict[tuple[str, str], tuple[int, Any]] = {}
    for each in archive.numbered(records.FiledChange):
        line: records.FiledChange = each.value
        content = canonical(dict(line.row))
        if line.seq != seq + 1:
            yield Discrepancy("changes.jsonl", each.number, "log_number", {"given": line.seq, "wanted": seq + 1})
        elif line.hash != next_hash(head, line.seq, line.at, line.kind, line.row_id, content):
            yield Discrepancy(
                "changes.jsonl", each.number, "change_hash", {"seq": line.seq, "kind": _row_kind(line.kind)}
            )
        seq, head = line.seq, line.hash
        last[line.kind, line.row_id] = each.number, line.row
    if (archived.event.changes, archived.event.head) != (seq, head):
        yield Discrepancy("event.jsonl", 1, "chain_end", {"kept": archived.event.changes, "last": seq})
    yield from _unchained(archive, last)


IN_FILES = {
    ("table_result", "table_id"): "table",
    ("decision", "players"): "order",
    ("adjustment", "player_id"): "player",
    ("penalty", "player_id"): "player",
}
"""The fields of the archive's files for columns that are called otherwise."""


def _row_kind(kind: str) -> Mapping[str, str]:
    return in_every_language(partial(row_kind, kind))


def _title(ruleset: str) -> Mapping[str, str] | str:
    """The title of a ruleset; its name, if it is none of ours."""
    try:
        return titles(ruleset)
    except KeyError:
        return f"“{ruleset}”"


def _unchained(archive: OpenedArchive, last: dict[tuple[str, str], tuple[int, Any]]) -> Iterator[Discrepancy]:
    """Yield lines that differ from their row in the chain."""
    places = {(each.round, each.number): each.id for each in archive.all(records.FiledTable)}
    for file, kind, number, row in _chained(archive, places):
        key = (kind, str(row["id"]))
        if key not in last:
            yield Discrepancy(file, number, "unchained", {"kind": _row_kind(kind)})
            continue
        _, kept = last[key]
        if differ := [name for name, value in row.items() if name in kept and kept[name] != value]:
            facts = {"kind": _row_kind(kind), "columns": ", ".join(IN_FILES.get((kind, name), name) for name in differ)}
            yield Discrepancy(file, number, "chain_differs", facts)


def _chained(
    archive: OpenedArchive, places: dict[tuple[int, int], str]
) -> Iterator[tuple[str, str, int, dict[str, Any]]]:
    """Yield the chained lines: their file, the table and columns of their row, as far as the archive has them."""
    for each in archive.numbered(records.FiledResult):
        result: records.FiledResult = each.value
        row = _columns(result, "id version source notes entered_by entered_at confirmed_by confirmed_at confirmed_how")
        row |= {"table_id": places.get((result.round, result.table)), "entered": canonical(dict(result.entered))}
        row |= {"players": canonical_list(result.players)}
        yield "results.jsonl", "table_result", each.number, row
    for each in archive.numbered(records.FiledDecision):
        decision: records.FiledDecision = each.value
        row = _columns(decision, "id about by author made_at withdrawn_at") | {
            "players": json.dumps(list(decision.order))
        }
        yield "decisions.jsonl", "decision", each.number, row
    for each in archive.numbered(records.FiledAdjustment):
        adjustment: records.FiledAdjustment = each.value
        row = _columns(adjustment, "id round points reason author made_at withdrawn_at") | {
            "player_id": adjustment.player
        }
        yield "adjustments.jsonl", "adjustment", each.number, row
    for each in archive.numbered(records.FiledPenalty):
        penalty: records.FiledPenalty = each.value
        row = _columns(penalty, "id round entry category step facts reason given_at") | {"player_id": penalty.player}
        yield "penalties.jsonl", "penalty", each.number, row
    for each in archive.numbered_in("cases.jsonl"):
        yield "cases.jsonl", each.value.kind, each.number, dict(each.value.row)


def _columns(line: Any, names: str) -> dict[str, Any]:
    return {name: getattr(line, name) for name in names.split()}


def canonical_list(rows: Any) -> str:
    """A list of rows as results keep it."""
    return json.dumps([dict(row) for row in rows])
