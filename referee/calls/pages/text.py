"""Calls in words, for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.calls.state import CallState, CallTime, minutes_text
from referee.core.language import text
from referee.core.pages.format import StepText, clock_of_day
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.log.text import refused


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody called for.  ``refused``: the refused entry that it is about."""

    about: str
    wants: str
    text: str
    author: str
    at: str
    refused: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A call on a page.  ``above``: more than a judge is wanted; ``since``: when the table called, while it waits; a
    script counts on from ``now``.
    """

    id: str
    number: int
    state: str
    state_text: str
    level: str
    above: bool
    holder: str | None
    called: str
    waited: str
    since: int | None
    now: int
    note: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Extension:
    """The extension that is proposed, and how it was calculated.  ``given``: minutes, once it is given."""

    sentence: str
    minutes: int
    given: int | None


@dataclass(frozen=True, slots=True)
class RefusalText:
    """Why something was refused, with its clause and the address of that."""

    message: str
    clause: str
    address: str


def level_title(level: str, language: str) -> str:
    """A role that is wanted."""
    return text(language, f"role_{level}")


def row_of(found: CallState, now: int, language: str) -> Row:
    """A call as a page shows it."""
    who = found.over.author if found.over else found.taken.holder if found.taken else ""
    return Row(
        id=found.call.id,
        number=found.table.number,
        state=found.name,
        state_text=text(language, f"calls_state_{found.name}", name=who or ""),
        level=level_title(found.level, language),
        above=found.level != "judge",
        holder=found.taken.holder if found.taken else None,
        called=clock_of_day(found.call.called_at),
        waited=minutes_text(found.waited(now)),
        since=found.call.called_at if found.name == "open" else None,
        now=now,
        note=found.over.note if found.over else "",
        lines=[
            Line(
                text(language, f"calls_about_{line.about}"), level_title(line.wants, language), line.text, line.author,
                clock_of_day(line.at), line.refused,
            )
            for line in found.lines
        ],
    )  # fmt: skip


def steps_of(found: CallState, language: str) -> list[StepText]:
    """What was done about a call."""
    return [
        StepText(
            text(
                language, f"calls_step_{each.kind}", name=each.author, to=each.holder, minutes=each.minutes,
                level=level_title(each.level, language) if each.level else "",
            ),
            each.note,
            clock_of_day(each.at),
        )
        for each in found.steps
    ]  # fmt: skip


def extension_of(found: CallState, time: CallTime | None, language: str) -> Extension | None:
    """The extension that is proposed for a call; None where there is none.  ``time``: what the call has cost."""
    if time is None or not time.minutes:
        return None
    sentence = text(
        language,
        "calls_extension_reckoned",
        passed=minutes_text(time.passed),
        lost=minutes_text(time.lost),
        minutes=time.minutes,
    )
    return Extension(sentence, time.minutes, found.extended.minutes if found.extended else None)


def refusals_of(table_id: str, seq: int, language: str) -> list[RefusalText]:
    """Why an entry was refused; empty where the log's rules are not installed any more."""
    games = service().part(TableGames)
    try:
        game = games.current(table_id)
    except LogDiffers:
        return []
    return [
        refusal_text(each, game)
        for line in games.lines(table_id, seq - 1, seq)
        for each in refused(game, line, language)
    ]


def refusal_text(refusal: Mapping[str, Any], game: TableGame) -> RefusalText:
    """A refusal as the record format has it, of the game at a table."""
    clause = refusal["clause"]
    return RefusalText(refusal["message"], clause, f"/rules/{game.game.ruleset.name}/{clause}")
