"""Judging a record anew: the same reports under another version of its ruleset, or under another ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulesets.kernel import registry
from rulesets.kernel.answer import Answer
from rulesets.kernel.record import Opening, Record, replay
from rulesets.kernel.ruleset import Ruleset


class Change(NamedTuple):
    """A report that is answered otherwise: what was reported, the answer then and the answer now."""

    report: Any
    then: Answer
    now: Answer

    @property
    def seq(self) -> int:
        """The number of the report."""
        return self.now.seq


class Rejudged(NamedTuple):
    """What would change.

    ``then`` and ``now``: the record under both; ``changes``: every report that is answered otherwise; ``left_out``:
    options of the header that the other ruleset does not have.
    """

    then: Record
    now: Record
    changes: tuple[Change, ...]
    left_out: tuple[str, ...]

    @property
    def standing_changes(self) -> bool:
        """Whether ranks or worths differ at the end."""
        return standing(self.then) != standing(self.now)

    @property
    def unreadable(self) -> Opening | None:
        """The header as it was refused, by its own ruleset or by the other one, or None."""
        for record in (self.then, self.now):
            if record.game is None:
                return record.opening
        return None


def rejudge(header: Any, reports: Sequence[Any], ruleset: Ruleset) -> Rejudged:
    """Judge a record under its own ruleset and under ``ruleset``, refused reports changing nothing."""
    other, left_out = as_header_of(header, ruleset)
    then = replay(header, reports, stop=False)
    now = replay(other, reports, stop=False)
    changes = tuple(
        Change(report, before, after)
        for report, before, after in zip(reports, then.answers, now.answers, strict=False)
        if not same(before, after)
    )
    return Rejudged(then, now, changes, left_out)


def as_header_of(header: Any, ruleset: Ruleset) -> tuple[Any, tuple[str, ...]]:
    """The header of the same game under another ruleset, and the options that it does not have."""
    if not isinstance(header, dict):
        return header, ()
    other = {key: value for key, value in header.items() if key != "fingerprint"}
    other |= {"ruleset": ruleset.name, "version": ruleset.version}
    if "edition" not in header and (own := played_on(header)) in ruleset.mechanics.editions():
        other["edition"] = own
    options = header.get("options")
    if not isinstance(options, dict):
        return other, ()
    known = {option.name for option in ruleset.options}
    other["options"] = {name: value for name, value in options.items() if name in known}
    return other, tuple(sorted(name for name in options if name not in known))


def played_on(header: dict[str, Any]) -> str | None:
    """The edition that a game without one in its header is played on."""
    name = header.get("ruleset")
    return registry.load(name).default_edition if isinstance(name, str) and name in registry.names() else None


def same(one: Answer, other: Answer) -> bool:
    """Whether two answers say the same: accepted with the same events, or refused for the same."""
    if one.accepted != other.accepted:
        return False
    if one.accepted:
        return one.events == other.events
    return [refusal.code for refusal in one.refusals] == [refusal.code for refusal in other.refusals]


def standing(record: Record) -> list[tuple[Any, ...]]:
    """Rank, player and worth of everybody at the end of a record; empty where it never began."""
    if record.game is None:
        return []
    rows: Sequence[Mapping[str, Any]] = record.game.ruleset.standing(record.game)
    return [(row["rank"], row["player"], row["worth"]) for row in rows]
