"""Talks: who negotiates with whom, one to one (JMA/TRADE-3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rulesets.classic.game.draft import Draft
from rulesets.classic.game.state import State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import FORMALITY, Field, Form
from rulesets.kernel.track import fields


class OpenTalk(NamedTuple):
    """Two players begin to negotiate."""

    player: int
    other: int


class CloseTalk(NamedTuple):
    """Two players stop negotiating."""

    player: int
    other: int


OPEN = Form("open_talk", OpenTalk, Field("player", fields.seat), Field("with", fields.seat), nature=FORMALITY)
CLOSE = Form("close_talk", CloseTalk, Field("player", fields.seat), Field("with", fields.seat), nature=FORMALITY)


def pair(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


def with_another(state: State, report: OpenTalk) -> list[Refusal] | None:
    """A talk has two sides, and is opened once."""
    seats = state.table.seats
    if report.player == report.other:
        return [refuse("talk_with_oneself", player=seats[report.player])]
    if pair(report.player, report.other) in state.talks:
        return [refuse("talk_open_already", player=seats[report.player], other=seats[report.other])]
    return None


def busy(state: State, one: int, two: int, free: Callable[[State, int], bool]) -> list[Refusal]:
    """Refuse if one of two players is in a talk with a third, unless ``free`` to talk with several (JMA/BANKR-4)."""
    seats = state.table.seats
    this = pair(one, two)
    for talk in state.talks:
        if talk == this:
            continue
        for seat in (one, two):
            if seat in talk and not free(state, seat):
                third = talk[0] if talk[1] == seat else talk[1]
                return [refuse("talk_with_another", player=seats[seat], other=seats[third])]
    return []


def is_open(state: State, report: CloseTalk) -> list[Refusal] | None:
    """Only an open talk can be closed."""
    if pair(report.player, report.other) in state.talks:
        return None
    seats = state.table.seats
    return [refuse("no_talk_open", player=seats[report.player], other=seats[report.other])]


def open_talk(draft: Draft, report: OpenTalk) -> None:
    """Open the talk; throws wait for it."""
    seats = draft.table.seats
    draft.talks = (*draft.talks, pair(report.player, report.other))
    draft.event("talk_opened", player=seats[report.player], **{"with": seats[report.other]})


def close_talk(draft: Draft, report: CloseTalk) -> None:
    seats = draft.table.seats
    this = pair(report.player, report.other)
    draft.talks = tuple(talk for talk in draft.talks if talk != this)
    draft.event("talk_closed", player=seats[report.player], **{"with": seats[report.other]})
