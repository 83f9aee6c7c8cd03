"""What a remedy would do, as its page shows it: by entries, in money and deeds, and as the board before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from referee.cases.pages.case import TrialText
from referee.cases.remedies import ProposedEffect, replayed_view
from referee.cases.replay import Replayed, offered
from referee.core.language import language, word
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.tables.pages.position import OwnedDeed, Position, deeds_of, label
from referee.tables.queries import line_views
from rulesets import Game
from rulesets.notation.codes import codes
from rulesets.notation.writing import write

MOST_OFFERED = 40
"""How many answers are offered at most: the cards of a deck and what else may be done."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry that a remedy changes.  ``told``: what it was, or is now, in sentences."""

    seq: int | None
    fate: str
    told: str


@dataclass(frozen=True, slots=True)
class EntryQuestion:
    """The question about an entry that cannot follow.  ``why``: the law's sentences; ``choices``: answers as lines of
    the notation, each with what would happen.
    """

    entry: int
    why: Sequence[str]
    choices: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """What a remedy changes for a player: the cash before and after, the difference, deeds won, lost, and kept with
    something else on them.
    """

    name: str
    before: str
    after: str
    difference: str
    won: Sequence[OwnedDeed]
    lost: Sequence[OwnedDeed]
    changed: Sequence[tuple[OwnedDeed, OwnedDeed]]


@dataclass(frozen=True, slots=True)
class RemedyPreview:
    """What a remedy would do.  ``tried``, ``after``: None while there is a ``question``."""

    proposed: ProposedEffect
    tried: TrialText | None
    before: Position
    after: Position | None
    entries: Sequence[EntryRow]
    question: EntryQuestion | None
    differences: Sequence[DifferenceRow]


def entry_rows(game: TableGame, entries: Sequence[Replayed]) -> list[EntryRow]:
    """The entries that do not simply stand, in order, and those that do with other consequences; what waits for an
    answer is not among them.
    """
    logged = service().part(TableGames).lines(game.table_id, 0, game.seq)
    kept = [logged[each.seq - 1] for each in entries if each.seq is not None and each.fate != "waits"]
    told = {each.seq: each.told for each in line_views(service().database, game, kept, language())}
    rows = []
    for each in entries:
        if each.fate == "waits":
            continue
        now = replayed_view(each, language()).told
        was = now if each.seq is None else told[each.seq]
        if each.fate != "stands":
            rows.append(EntryRow(each.seq, each.fate, word("cases_then").join(was)))
        elif was != now and each.report["type"] != "ruling":
            before, after = (word("cases_then").join(one) for one in (was, now))
            rows.append(EntryRow(each.seq, each.fate, word("remedies_now", was=before, now=after)))
    return rows


def question_of(entries: Sequence[Replayed]) -> EntryQuestion | None:
    """The question about the entry that cannot follow, if one cannot."""
    found = next((each for each in entries if each.fate == "open"), None)
    if found is None or found.seq is None:
        return None
    names = codes(found.game)
    why = [each["message"] for each in replayed_view(found, language()).refusals]
    choices = []
    for report in islice(offered(found.game), MOST_OFFERED):
        answer = found.game.ruleset.judge(found.game, report)
        told = found.game.ruleset.narrate(found.game, answer.events, language())
        choices.append((write(report, names), word("cases_then").join(told)))
    return EntryQuestion(found.seq, why, choices)


def difference_rows(before: Game, after: Game) -> list[DifferenceRow]:
    """What differs in money and deeds for each player, in seat order; players for whom nothing does are left out."""
    positions = before.ruleset.position(before), after.ruleset.position(after)
    rows = []
    for seat in before.state.table.seats:
        cash, other = (each["players"][seat]["cash"] for each in positions)
        had, has = ({each.name: each for each in deeds_of(before, one, seat)} for one in positions)
        won, lost = ([one[name] for name in one if name not in two] for one, two in ((has, had), (had, has)))
        changed = [(had[name], has[name]) for name in had if name in has and had[name] != has[name]]
        if cash != other or won or lost or changed:
            amounts = [label(before, "money", each) for each in (cash, other, abs(other - cash))]
            sign = "" if cash == other else "+" if other > cash else "−"
            name = before.state.table.names.get(seat, seat)
            rows.append(DifferenceRow(name, amounts[0], amounts[1], sign + amounts[2], won, lost, changed))
    return rows
