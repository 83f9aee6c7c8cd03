"""The variant of an archive that may be published: what the public pages may show, and nothing that people wrote down
about people.

Names of officials become numbers, the same all through an archive; reasons, notes, signatures, ids of accounts and
devices, and what is not published are left out.  Players keep number, name, club, class and team.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.archives.facts import Archived, archived_of, facts_in, sanctions_in
from referee.events.regulation import parse_regulation
from referee.results.contest import shown_rounds
from referee.results.facts import Facts
from referee.seating.tables_of_round import AFTER_RESULTS, rounds_before
from tournaments.archive import records
from tournaments.archive.files import BY_NAME
from tournaments.archive.lines import ArchivedField, fields_of
from tournaments.archive.records import MOMENT, PRIVATE, STAFF
from tournaments.qualification.rule import Group
from tournaments.seating.file import fingerprint

AUDITED = ("seating.", "result.", "regulation.", "round.", "playoff.", "decision.", "prize.", "adjustment.")
"""The beginnings of those actions of the audit log that are public, without their details."""
ENTERED = ("seq", "head", "sheet", "points")
"""What is public of how a result was entered: comments and signatures are not."""
WITHHELD = {"type": "withheld"}
"""Stands in the public record for a report that was no report at all, and may hold anything; refused like it."""


class Officials:
    """Numbers in place of the names of officials."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def number(self, name: str) -> str:
        """The number of an official; the same for the same name."""
        return self._numbers.setdefault(name, f"staff {len(self._numbers) + 1}")


def public_rows(
    rows: Mapping[str, Sequence[Any]], archived: Archived, facts: Facts, officials: Officials
) -> dict[str, list[Any]]:
    """The lines of the public variant, by file name."""
    rounds = {each.number for each in archived.rounds if each.published_at is not None}
    results = shown_rounds(facts) & {each.number for each in archived.rounds if each.results_published_at is not None}
    known = _known_flags(archived)
    announced = {(at, sanction.player) for at, sanction in sanctions_in(archived) if sanction in facts.announced}
    special: dict[str, Callable[[Any], Any]] = {
        "rounds.jsonl": lambda each: each if each.number in rounds else None,
        "players.csv": lambda each: replace(each, flags=tuple(flag for flag in each.flags if flag in known)),
        "merges.jsonl": lambda each: _public_merge(each, known),
        "seatings.jsonl": lambda each: _public_seating(each, officials) if each.published_at is not None else None,
        "tables.jsonl": lambda each: each if each.round in rounds else None,
        "seats.csv": lambda each: each if each.round in rounds else None,
        "results.jsonl": lambda each: _public_result(each) if each.round in results else None,
        "penalties.jsonl": lambda each: _public_penalty(each, announced, officials),
        "prizes.jsonl": lambda each: each,
        "audit.jsonl": lambda each: replace(each, target="") if each.action.startswith(AUDITED) else None,
        "publications.jsonl": lambda each: each if each.round is None or each.round in results else None,
    }
    found = {}
    for name, lines in rows.items():
        if BY_NAME[name].private:
            continue
        change = special.get(name, lambda each: each)
        found[name] = [without_private(each, officials) for line in lines if (each := change(line)) is not None]
    shown, seatings = archived_of(found), found["seatings.jsonl"]
    found["seatings.jsonl"] = [
        replace(each, withheld=(*each.withheld, *_unshown(each, archived, shown, known))) for each in seatings
    ]
    return found


def without_private(line: Any, officials: Officials) -> Any:
    """A line without its private fields, and with numbers in place of officials."""
    changed: dict[str, Any] = {}
    for each in fields_of(type(line)):
        value = getattr(line, each.name)
        if PRIVATE in each.marks:
            changed[each.name] = _nothing(each)
        elif STAFF in each.marks and value is not None:
            changed[each.name] = officials.number(value)
    return replace(line, **changed)


def _nothing(field: ArchivedField) -> Any:
    if field.optional:
        return None
    return {str: "", bool: False, int: 0, tuple: ()}.get(field.of, {}) if MOMENT not in field.marks else 0


def _known_flags(archived: Archived) -> frozenset[str]:
    """The flags on which points, standings or qualification depend; others concern nobody else."""
    found: set[str] = set()
    for each in archived.regulations:
        regulation = parse_regulation(each.text)
        found |= {flag for bonus in regulation.points.bonuses for flag in bonus.when.flags | bonus.when.without}
        found |= {flag for rule in regulation.points.rules for flag in rule.when.flags | rule.when.without}
        steps = (step for rule in regulation.finals for step in rule.steps)
        found |= {step.who.group for step in steps if isinstance(step.who, Group)}
    return frozenset(found)


def _public_seating(line: records.FiledSeating, officials: Officials) -> records.FiledSeating:
    """A published seating without who was kept apart or had a table of their own, and why players were moved."""
    document = json.loads(json.dumps(line.document))
    given = document["input"]
    withheld = []
    if given["apart"]:
        withheld.append("apart")
        given["apart"] = []
    people = [*given["players"], *(each for move in document["moves"] for each in move.get("changed", ()))]
    for each in people:
        if each.pop("table", None) is not None:
            withheld.append("table")
        each.pop("table_rounds", None)
    for move in document["moves"]:
        move["reason"] = "-"
        if "author" in move:
            move["author"] = officials.number(move["author"])
    document["fingerprint"] = fingerprint(document)
    return replace(line, document=document, withheld=tuple(dict.fromkeys(withheld)))


def _unshown(line: records.FiledSeating, archived: Archived, shown: Archived, known: frozenset[str]) -> Iterator[str]:
    """Yield what a seating was made from that is not public: results that are not published, penalties that the
    standings do not show, such as one that was cancelled since, and fields of players that were changed since.

    ``known``: the flags that count.
    """
    if line.document.get("kind") not in AFTER_RESULTS:
        return
    drawn_at = line.made_at if line.drawn_at is None else line.drawn_at
    own, public = facts_in(archived, drawn_at), facts_in(shown, drawn_at)
    plan = own.regulation
    rounds = {*rounds_before(plan, plan.rounds[line.first_round - 1])}
    playoffs = {each.round for each in own.playoffs}
    if _standing(own, rounds | playoffs) != _standing(public, rounds | playoffs):
        yield "results"
    if own.sanctions != public.sanctions:
        yield "penalties"
    if _counting(own, known) != _counting(public, known):
        yield "fields"


def _standing(facts: Facts, rounds: set[int]) -> set[tuple[str, str]]:
    counting = facts.counting()
    return {
        (each.id, counting[each.id].players) for each in facts.tables if each.round in rounds and each.id in counting
    }


def _counting(facts: Facts, known: frozenset[str]) -> set[tuple[str, str, str, frozenset[str]]]:
    """What counts of every player besides results."""
    return {(each.id, each.class_, each.team, known.intersection(each.flags)) for each in facts.entrants}


def _public_merge(line: records.FiledMerge, known: frozenset[str]) -> records.FiledMerge:
    """A merge without flags on which the regulation gives nothing."""
    before = {
        side: {**fields, "flags": json.dumps([flag for flag in json.loads(fields["flags"]) if flag in known])}
        for side, fields in line.before.items()
    }
    return replace(line, before=before)


def _public_result(line: records.FiledResult) -> records.FiledResult:
    return replace(line, entered={name: line.entered[name] for name in ENTERED if name in line.entered})


def _public_penalty(
    line: records.FiledPenalty, announced: Iterable[tuple[int, str]], officials: Officials
) -> records.FiledPenalty | None:
    """A penalty that the standings show; others are between the player and the officials."""
    if not any((step["at"], line.player) in announced for step in line.steps):
        return None
    steps = tuple(
        {"kind": step["kind"], "at": step["at"], "author": officials.number(step["author"])}
        for step in line.steps
        if step["kind"] != "noted"
    )
    return replace(line, clauses=(), steps=steps)


def public_report(report: Any, *, accepted: bool, officials: Officials) -> Any:
    """A report of a log without what people wrote: who ruled and why.

    What is no report is replaced, because nobody knows what is in it.
    """
    if not isinstance(report, dict) or not isinstance(report.get("type"), str):
        return WITHHELD
    if report["type"] == "ruling":
        return {
            **report,
            **({"by": officials.number(str(report["by"]))} if "by" in report else {}),
            **({"reason": "-"} if "reason" in report else {}),
        }
    return report if accepted else {key: value for key, value in report.items() if not _is_prose(key, value)}


def _is_prose(key: str, value: Any) -> bool:
    """Whether a part of a refused report is a text that is no key, such as a name or a sentence."""
    return key != "type" and isinstance(value, str) and not (value.isascii() and value.replace("_", "").isalnum())
