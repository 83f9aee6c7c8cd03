"""The end of the game: what the end signal would do now, what is left after it, who throws last (TIME, TIMED)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.classic.game.pending import Throw
from rulesets.classic.game.state import OVER, SETUP, TURN, State
from rulesets.classic.game.table import FINISH_TURN, LAST_THROW
from rulesets.kernel.explanation import Facts
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active, after


def ending(game: Game) -> Facts | None:
    """Return what is still to happen; None if the game has no end by time and has not ended."""
    state: State = game.state
    if state.phase == OVER:
        kind = "over_by_signal" if state.time_up and len(active(state)) > 1 else "over_otherwise"
        return facts("over", [{"kind": kind}])
    if state.closing:
        return facts("closing", [{"kind": "last_debts"}], left=waiting(game))
    if state.phase == SETUP or state.table.options["time_limit_minutes"] is None:
        return None
    return after_signal(game) if state.time_up else before_signal(game)


def facts(
    state: str,
    lines: list[Facts],
    *,
    thrower: str | None = None,
    left: Sequence[Facts] = (),
    bankrupt: Sequence[str] = (),
) -> Facts:
    """Return the facts about the end; ``left`` is what has to be settled before."""
    return {"state": state, "thrower": thrower, "bankrupt": list(bankrupt), "left": list(left), "lines": lines}


def waiting(game: Game) -> list[Facts]:
    """Return what is due apart from the throws of a turn."""
    return [entry for entry in game.ruleset.due(game) if entry["kind"] != "roll" or entry["why"] == "utility_rent"]


def thrower(state: State) -> int:
    """Return who makes the next throw of a turn: the same seat in the middle of doubles, or after bail (JMA/TIME-7)."""
    if state.phase != TURN or state.doubles:
        return state.turn
    if any(type(entry) is Throw and entry.why != "utility_rent" for entry in state.pending):
        return state.turn
    return after(state, state.turn)


def before_signal(game: Game) -> Facts:
    """What the signal would do if it came now."""
    state: State = game.state
    seats = state.table.seats
    answer = game.ruleset.judge(game, {"type": "time_up"})
    done: State = answer.game.state
    bankrupt = [event for event in answer.events if event["kind"] == "bankrupt"]
    lines: list[Facts] = []
    if done.phase == OVER and not bankrupt:
        lines.append({"kind": "signal_ends_game"})
    elif state.table.figures.ending != LAST_THROW:
        lines.append(turns_left(done))
    else:
        stops = any(event["kind"] in ("auction_void", "declarations_lapsed") for event in answer.events)
        lines.append({"kind": "signal_stops", "open": stops or bool(state.talks)})
        lines += [{"kind": "signal_bankrupts", "player": event["player"], "to": event["to"]} for event in bankrupt]
        lines += [{"kind": "then_over"}] if done.phase == OVER else [last_throw(done, "signal_then_throws")]
    return facts(
        "before",
        lines,
        thrower=None if done.phase == OVER or state.table.figures.ending != LAST_THROW else seats[thrower(done)],
        left=waiting(answer.game),
        bankrupt=[event["player"] for event in bankrupt],
    )


def last_throw(state: State, kind: str) -> Facts:
    again = state.phase == TURN and thrower(state) == state.turn
    return {"kind": kind, "player": state.table.seats[thrower(state)], "again": again}


def turns_left(state: State) -> Facts:
    """What may still be played after the signal under the regulation (`table.FINISH_TURN`, `table.EQUAL_TURNS`)."""
    seats = state.table.seats
    if state.table.figures.ending == FINISH_TURN:
        return {"kind": "turn_to_finish", "player": seats[state.turn]}
    return {"kind": "round_to_finish", "player": seats[active(state)[-1]]}


def after_signal(game: Game) -> Facts:
    """What is left between the signal and the end of the game."""
    state: State = game.state
    left = waiting(game)
    if state.table.figures.ending != LAST_THROW:
        return facts("signalled", [turns_left(state)], left=left)
    if state.last_throw:
        line = {"kind": "last_throw_made", "player": state.table.seats[state.turn]}
        return facts("last_throw", [line], left=left)
    lines = [last_throw(state, "last_throw_to_come")]
    lines += [{"kind": "before_last_throw"}] if left else []
    lines.append({"kind": "after_signal_closed"})
    return facts("signalled", lines, thrower=state.table.seats[thrower(state)], left=left)
