"""An archive as the facts that standings are computed from: the same code computes from the database and from here."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from referee.core.chain import canonical
from referee.models import Penalty, PenaltyStep
from referee.penalties.state import IN_FORCE, PROPOSED, state_of
from referee.results.facts import (
    DecisionFact,
    Facts,
    PlayoffFact,
    ResultFact,
    RoundFact,
    TableFact,
)
from tournaments.archive import records
from tournaments.archive.files import FILES
from tournaments.penalties.effect import Sanction
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.standings.contest import GivenPoints

FOREVER = 2**62


@dataclass(frozen=True)
class Archived:
    """The lines that standings, draws and publications follow from.  ``public``: whether it is the public variant."""

    event: records.FiledEvent
    regulations: Sequence[records.FiledRegulation]
    rounds: Sequence[records.FiledRound]
    players: Sequence[records.FiledPlayer]
    tables: Sequence[records.FiledTable]
    seats: Sequence[records.FiledSeat]
    results: Sequence[records.FiledResult]
    decisions: Sequence[records.FiledDecision]
    adjustments: Sequence[records.FiledAdjustment]
    penalties: Sequence[records.FiledPenalty]
    prizes: Sequence[records.FiledPrize]
    merges: Sequence[records.FiledMerge] = ()
    attendance: Sequence[records.FiledAttendance] = ()
    public: bool = False


def archived_of(rows: Mapping[str, Sequence[Any]]) -> Archived:
    """The lines that others follow from."""
    found = {each.line: list(rows.get(each.name, ())) for each in FILES}
    (event,) = found[records.FiledEvent]
    return Archived(
        event,
        found[records.FiledRegulation],
        found[records.FiledRound],
        found[records.FiledPlayer],
        found[records.FiledTable],
        found[records.FiledSeat],
        found[records.FiledResult],
        found[records.FiledDecision],
        found[records.FiledAdjustment],
        found[records.FiledPenalty],
        found[records.FiledPrize],
        found[records.FiledMerge],
        found[records.FiledAttendance],
    )


def entrant_of(line: records.FiledPlayer) -> Entrant:
    fields = {key: getattr(line, kind.column or key) for key, kind in FIELDS.items()}
    return Entrant(**fields, stands_for=line.stands_for)


def facts_in(archived: Archived, until: int = FOREVER) -> Facts:
    """The facts, as they are, or as they were known at a moment (ms): by what was confirmed and decided until then.

    Players are as they were then, as far as the audit log is in the archive; when they left is as in the end.  Raises
    ValueError if the archive has no regulation.
    """
    archived = before_merges(archived, until)
    tables = {(each.round, each.number): each.id for each in archived.tables}
    seated = {(each.round, each.table) for each in archived.seats}
    in_force = [each for each in archived.regulations if each.made_at <= until] or archived.regulations[:1]
    if not in_force:
        raise ValueError("no regulation")
    dated = sanctions_in(archived, until)
    announced = max((each.results_published_at or 0 for each in archived.rounds), default=0)
    return Facts(
        text=max(in_force, key=lambda each: each.number).text,
        seed=archived.event.seed,
        entrants=tuple(entrant_of(each) for each in sorted(_players_at(archived, until), key=lambda each: each.number)),
        rounds=tuple(
            RoundFact(each.id, each.number, each.name, each.names, each.state, each.results_published_at is not None)
            for each in sorted(archived.rounds, key=lambda each: each.number)
        ),
        tables=tuple(TableFact(tables[place], *place) for place in sorted(seated & tables.keys())),
        results=tuple(
            ResultFact(
                tables[each.round, each.table],
                each.version,
                each.confirmed_at is not None and each.confirmed_at <= until,
                json.dumps(list(each.players)),
            )
            for each in sorted(
                archived.results, key=lambda each: (tables.get((each.round, each.table), ""), each.version)
            )
            if (each.round, each.table) in tables and each.entered_at <= until
        ),
        decisions=tuple(
            DecisionFact(each.about, each.by, json.dumps(list(each.order)), each.among)
            for each in sorted(archived.decisions, key=lambda each: (each.made_at, each.id))
            if each.made_at <= until and not (each.withdrawn_at is not None and each.withdrawn_at <= until)
        ),
        adjustments=tuple(
            GivenPoints(each.player, Fraction(each.points), each.reason, each.round or 0)
            for each in sorted(archived.adjustments, key=lambda each: (each.made_at, each.id))
            if each.made_at <= until and not (each.withdrawn_at is not None and each.withdrawn_at <= until)
        ),
        sanctions=tuple(sanction for _, sanction in dated),
        announced=tuple(sanction for at, sanction in dated if at <= announced),
        playoffs=tuple(
            PlayoffFact(tables[each.number, 1], each.number, each.playoff, each.players)
            for each in sorted(archived.rounds, key=lambda each: each.number)
            if each.playoff is not None and (each.number, 1) in tables
        ),
        archived=frozenset(each.id for each in archived.players if each.archived_at is not None),
    )


def _players_at(archived: Archived, until: int) -> Iterator[records.FiledPlayer]:
    """Yield the players with the fields that they had at a moment (ms), whatever was changed later."""
    fields: dict[str, dict[str, Any]] = {}
    for line in sorted(archived.attendance, key=lambda each: each.at, reverse=True):
        if line.at <= until:
            break
        own = {line.player: line.details["changed"]} if line.player and "changed" in line.details else {}
        for player, changed in line.details.get("differences", own).items():
            for name, (before, _) in changed.items():
                fields.setdefault(player, {})[FIELDS[name].column or name] = before
    for each in archived.players:
        before = fields.get(each.id, {})
        yield replace(each, **before | {"flags": tuple(before.get("flags", each.flags))})


def before_merges(archived: Archived, until: int) -> Archived:
    """The lines with everybody under the id that they had at a moment (ms), if they were merged with others later."""
    for merge in sorted(archived.merges, key=lambda each: each.at, reverse=True):
        if merge.at > until:
            archived = _before(archived, merge)
    return replace(archived, merges=())


def _before(archived: Archived, merge: records.FiledMerge) -> Archived:
    named = {table: frozenset(ids) for table, ids in merge.rows.items()}
    places = {(each.round, each.number) for each in archived.tables if each.id in named.get("seat", ())}

    def who(player: str, named_there: bool) -> str:
        return merge.gone if named_there and player == merge.kept else player

    def rows(kept: Any, named_there: bool) -> Any:
        return tuple({**row, "player": who(row["player"], named_there)} for row in kept)

    def order(ids: Sequence[str], named_there: bool) -> tuple[str, ...]:
        return tuple(who(player, named_there) for player in ids)

    results, decisions = named.get("table_result", frozenset()), named.get("decision", frozenset())
    adjustments, penalties = named.get("adjustment", frozenset()), named.get("penalty", frozenset())
    playoffs = named.get("playoff", frozenset())
    return replace(
        archived,
        players=list(_two_players(archived.players, merge)),
        seats=[replace(each, player=who(each.player, (each.round, each.table) in places)) for each in archived.seats],
        rounds=[replace(each, players=order(each.players, each.id in playoffs)) for each in archived.rounds],
        results=[replace(each, players=rows(each.players, each.id in results)) for each in archived.results],
        decisions=[
            replace(each, order=order(each.order, each.id in decisions), among=order(each.among, each.id in decisions))
            for each in archived.decisions
        ],
        adjustments=[replace(each, player=who(each.player, each.id in adjustments)) for each in archived.adjustments],
        penalties=[replace(each, player=who(each.player, each.id in penalties)) for each in archived.penalties],
    )


def _two_players(players: Sequence[records.FiledPlayer], merge: records.FiledMerge) -> Iterator[records.FiledPlayer]:
    for each in players:
        if each.id != merge.kept:
            yield each
            continue
        for player, side in ((merge.kept, "kept"), (merge.gone, "gone")):
            before = {**merge.before[side], "flags": tuple(json.loads(merge.before[side]["flags"]))}
            yield replace(each, id=player, **before)


def sanctions_in(archived: Archived, until: int = FOREVER) -> tuple[tuple[int, Sanction], ...]:
    """The penalties with an effect that are in force at a moment, the earliest first, each with when it came so."""
    found = []
    for line in sorted(archived.penalties, key=lambda each: (each.given_at, each.id)):
        penalty = Penalty(
            id=line.id,
            event_id=archived.event.id,
            player_id=line.player,
            category=line.category,
            step=line.step,
            rule=canonical(dict(line.rule)),
            round=line.round,
            facts=line.facts,
            reason=line.reason,
            given_at=line.given_at,
        )
        steps = [_step(line.id, each) for each in line.steps if each["at"] <= until]
        if not any(each.kind == PROPOSED for each in steps):
            continue
        state = state_of(penalty, "", steps)
        if state.name == IN_FORCE and state.step.effect != "none" and (since := state.came_into_force) is not None:
            sanction = Sanction(
                player=line.player,
                effect=state.step.effect,
                points=state.step.points,
                round=line.round,
                table=line.table,
                titles=tuple(sorted(state.step.titles.items())),
            )
            found.append((since.at, sanction))
    return tuple(found)


def _step(penalty: str, step: Any) -> PenaltyStep:
    return PenaltyStep(
        penalty_id=penalty,
        kind=step["kind"],
        note=step.get("note", ""),
        dropped_before=step.get("dropped_before"),
        author=step.get("author", ""),
        at=step["at"],
    )


START = "start"


def began(clock: Sequence[records.FiledClock], round_: int) -> int | None:
    """When a round began, None if it has not; a table that was started alone counts."""
    return min((each.at for each in clock if each.round == round_ and each.kind == START), default=None)


def regulation_at(regulations: Sequence[records.FiledRegulation], at: int | None) -> int:
    """The number of the version in force at a moment, None for now; 0 if there is none."""
    return max((each.number for each in regulations if at is None or each.made_at <= at), default=0)


def versions_at(results: Sequence[records.FiledResult], round_: int, at: int) -> dict[str, int]:
    """The version of each table's result that stood in a round at a moment, by the table's number."""
    found: Mapping[int, list[int]] = defaultdict(list)
    for each in results:
        if each.round == round_ and each.confirmed_at is not None and each.confirmed_at <= at:
            found[each.table].append(each.version)
    return {str(table): max(found[table]) for table in sorted(found)}
