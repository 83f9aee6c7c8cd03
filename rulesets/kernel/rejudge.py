"""Judging a record again: the same reports under another version of its ruleset, or under another ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulesets.kernel.options import without_effect
from rulesets.kernel.record import Opening, Record, replay
from rulesets.kernel.ruleset import Answer, Game, Ruleset
from rulesets.reports import Report


class Change(NamedTuple):
    """A report that is answered differently: what was reported, the answer then and the answer now."""

    report: Any
    then: Answer
    now: Answer

    def __hash__(self) -> int:  # reports are JSON, lists and all
        return hash((self.then, self.now))

    @property
    def seq(self) -> int:
        return self.now.seq


class Rejudged(NamedTuple):
    """A record under two rulesets, and what differs.

    ``then`` and ``now``: the record under both; ``changes``: every report that is answered differently; ``carried``:
    options of the set-up that were in effect and that the other ruleset would have set differently; ``left_out``:
    options of the header that the other ruleset does not have.
    """

    then: Record
    now: Record
    changes: tuple[Change, ...]
    carried: Mapping[str, Any]
    left_out: tuple[str, ...]

    def __hash__(self) -> int:  # what was carried over follows from the two records
        return hash((self.then, self.now))

    @property
    def standing_changes(self) -> bool:
        """Whether ranks or worths at the end differ."""
        return standing(self.then) != standing(self.now)

    @property
    def unreadable(self) -> Opening | None:
        """The opening of a header that its own ruleset or the other one refuses, or None."""
        for record in (self.then, self.now):
            if record.game is None:
                return record.opening
        return None


def rejudge(header: Any, reports: Sequence[Report], ruleset: Ruleset) -> Rejudged:
    """Judge a record under its own ruleset and under ``ruleset``; refused reports change nothing.

    The game begins as it did: on its board, with the cash and the deeds that its own ruleset gave.
    """
    then = replay(header, reports, stop=False)
    carried = set_up_otherwise(then.game, ruleset) if then.game else {}
    other, left_out = as_header_of(header, ruleset, then.opening.ruleset, carried)
    now = replay(other, reports, stop=False)
    changes = tuple(
        Change(report, before, after)
        for report, before, after in zip(reports, then.answers, now.answers, strict=False)
        if not same(before, after)
    )
    return Rejudged(then, now, changes, carried, left_out)


def set_up_otherwise(game: Game, ruleset: Ruleset) -> dict[str, Any]:
    """Return the options of a game's set-up, given or default, that ``ruleset`` has too and would set differently."""
    chosen = game.state.table.options
    idle = without_effect(chosen, game.ruleset.conflict)
    own = {option.name for option in game.ruleset.options if option.set_up} - idle
    return {
        option.name: chosen[option.name]
        for option in ruleset.options
        if option.name in own and chosen[option.name] != option.default
    }


def as_header_of(
    header: Any, ruleset: Ruleset, own: Ruleset | None, carried: Mapping[str, Any]
) -> tuple[Any, tuple[str, ...]]:
    """Return the header of the same game under another ruleset, and the options that the other ruleset does not have.

    ``own``: the ruleset that the game was played by, if known; ``carried``: options to take along.
    """
    if not isinstance(header, dict):
        return header, ()
    other = {key: value for key, value in header.items() if key != "fingerprint"}
    other |= {"ruleset": ruleset.name, "version": ruleset.version}
    if "edition" not in header and own and own.default_edition in ruleset.editions():
        other["edition"] = own.default_edition
    old_options = header.get("options", {})
    if not isinstance(old_options, dict):
        return other, ()
    known = {option.name for option in ruleset.options}
    if options := {name: value for name, value in old_options.items() if name in known} | dict(carried):
        other["options"] = options
    else:
        other.pop("options", None)
    return other, tuple(sorted(name for name in old_options if name not in known))


def same(one: Answer, other: Answer) -> bool:
    """Whether two answers agree: accepted with the same events, or refused with the same codes."""
    if one.accepted != other.accepted:
        return False
    if one.accepted:
        return one.events == other.events
    return [refusal.code for refusal in one.refusals] == [refusal.code for refusal in other.refusals]


def standing(record: Record) -> list[tuple[Any, ...]]:
    """Return rank, player and worth of everybody at the end of a record; empty if the game never began."""
    if record.game is None:
        return []
    rows: Sequence[Mapping[str, Any]] = record.game.ruleset.standing(record.game)
    return [(row["rank"], row["player"], row["worth"]) for row in rows]
