"""What people decided: it follows from nothing, and so it is listed with author and reason."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.archives.checks.logs import CheckedLog
from referee.archives.naming import in_every_language, means, question, thing
from referee.core.language import text
from tournaments.archive import records
from tournaments.archive.difference import HumanAct
from tournaments.archive.files import LOGS
from tournaments.archive.unpack import OpenedArchive
from tournaments.lots import shown_lot
from tournaments.players.shown import shown_names


def human_acts(archive: OpenedArchive, logs: list[CheckedLog]) -> list[HumanAct]:
    """The decisions in an archive, the earliest first."""
    return sorted(_acts(archive, logs), key=lambda each: (each.at, each.file, each.line))


def _acts(archive: OpenedArchive, logs: list[CheckedLog]) -> Iterator[HumanAct]:
    names = shown_names(archive.all(records.FiledPlayer))
    tables = {each.id: (each.round, each.number) for each in archive.all(records.FiledTable)}
    yield from _about_seats(archive, names)
    yield from _about_results(archive, names)
    for each in archive.numbered(records.FiledRegulation):
        if (each.value.reason or archive.public) and each.value.number > 1:
            yield HumanAct(
                "regulations.jsonl",
                each.number,
                "act_regulation",
                each.value.made_at,
                each.value.author,
                each.value.reason or "",
                {"version": each.value.number},
            )
    for each in archive.numbered(records.FiledMade):
        made: records.FiledMade = each.value
        if made.kept_at is not None:
            facts = {"what": in_every_language(partial(thing, made.kind, made.about, tables))}
            yield HumanAct("made.jsonl", each.number, "act_kept", made.kept_at, made.kept_by, made.kept_reason, facts)
    for log in logs:
        for seq, at, author, why in log.rulings:
            yield HumanAct(LOGS + log.name, seq + 1, "act_ruling", at, author, why)


def _about_seats(archive: OpenedArchive, names: dict[str, str]) -> Iterator[HumanAct]:
    moves = 0
    for each in sorted(archive.numbered(records.FiledSeating), key=lambda each: each.value.version):
        line: records.FiledSeating = each.value
        if line.state != "published":
            continue
        for move in line.document.get("moves", ()):
            if move["kind"] == "merge":
                continue
            moves += 1
            people = move.get("players") or [player["id"] for player in move.get("changed", ())]
            facts = {"players": ", ".join(names.get(player, player) for player in people)}
            code = {"swap": "act_swap", "taken": "act_taken"}.get(move["kind"], "act_reseat")
            yield HumanAct(
                "seatings.jsonl",
                each.number,
                code,
                line.made_at,
                move.get("author") or line.author,
                "" if archive.public else move.get("reason", ""),
                facts,
            )
    for each in archive.numbered(records.FiledMerge):
        merge: records.FiledMerge = each.value
        facts = {"player": names.get(merge.kept, merge.kept)}
        yield HumanAct("merges.jsonl", each.number, "act_merge", merge.at, merge.author, "", facts)
    for each in archive.numbered(records.FiledExchange):
        facts = {"players": ", ".join(names.get(player, player) for player in each.value.players)}
        yield HumanAct(
            "exchanges.jsonl",
            each.number,
            "act_exchange",
            each.value.at,
            each.value.author,
            each.value.reason or "",
            facts,
        )


def _about_results(archive: OpenedArchive, names: dict[str, str]) -> Iterator[HumanAct]:
    for each in archive.numbered(records.FiledResult):
        line: records.FiledResult = each.value
        if line.version > 1:
            of = {"round": line.round, "table": line.table, "version": line.version}
            yield HumanAct(
                "results.jsonl", each.number, "act_correction", line.entered_at, line.entered_by, line.notes or "", of
            )
    for each in archive.numbered(records.FiledDecision):
        decision: records.FiledDecision = each.value
        facts: dict[str, Any] = {
            "about": in_every_language(partial(question, decision.about, names)),
            "by": in_every_language(partial(means, decision.by)),
            "order": in_every_language(partial(_in_order, decision, names)),
        }
        code = "act_decision" if decision.withdrawn_at is None else "act_withdrawn"
        why = str(decision.details.get("note") or decision.details.get("withdrawn", {}).get("reason") or "")
        yield HumanAct("decisions.jsonl", each.number, code, decision.made_at, decision.author, why, facts)
    for each in archive.numbered(records.FiledAdjustment):
        given: records.FiledAdjustment = each.value
        if given.withdrawn_at is None:
            facts = {"player": names.get(given.player, given.player), "points": given.points}
            yield HumanAct(
                "adjustments.jsonl", each.number, "act_adjustment", given.made_at, given.author, given.reason, facts
            )
    for each in archive.numbered(records.FiledPenalty):
        penalty: records.FiledPenalty = each.value
        author = next((str(step["author"]) for step in penalty.steps), "")
        step = penalty.rule.get("step", {}).get("titles") or penalty.step
        facts = {"player": names.get(penalty.player, penalty.player), "step": step}
        yield HumanAct("penalties.jsonl", each.number, "act_penalty", penalty.given_at, author, penalty.reason, facts)


def _in_order(decision: records.FiledDecision, names: dict[str, str], language: str) -> str:
    """The players of a decision, best first; with their lots, if lots were drawn."""
    lots = decision.details.get("lots") or {}
    found = [
        names.get(player, player) + (f" ({shown_lot(int(lots[player]))})" if player in lots else "")
        for player in decision.order
    ]
    return text(language, "comma").join(found)
