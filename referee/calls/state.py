"""The state of a call: who is wanted, who has it, whether it is over; derived from lines and steps, never stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.clocks.locking import Moves
from referee.clocks.timeline import MINUTE, clock_at
from referee.core.access.principal import Principal
from referee.core.access.roles import ADMINISTRATOR, BENCH, LEADERS, MAY
from referee.core.language import text
from referee.core.problems import Problem
from referee.models import Call, CallLine, CallStep, GameTable, Round
from rulesets.languages import LANGUAGES

LEVELS = ("judge", "arbiter", "head_judge")
"""Who can be wanted, the lowest level first."""
KINDS = LEVELS[:2]
"""Who can be called."""
ABOUT = ("rule", "dispute", "time", "other")
"""What a call can be about."""
MAY_TAKE = {"judge": MAY["call.answer"], "arbiter": BENCH, "head_judge": LEADERS}
"""The roles that may take a call of each level, besides administrators."""

CLAIMED, ESCALATED, HANDED_OVER = "claimed", "escalated", "handed_over"
RESOLVED, WITHDRAWN, EXTENDED = "resolved", "withdrawn", "extended"
STEPS = (CLAIMED, ESCALATED, HANDED_OVER, RESOLVED, WITHDRAWN, EXTENDED)
OVER = (RESOLVED, WITHDRAWN)
STATES = ("open", CLAIMED, *OVER)


class CallState(NamedTuple):
    """A call and what follows from its lines and steps, both in order.  ``level``: who is wanted; ``taken``: the step
    that gave it to whoever has it, None while the table waits; ``over``: the step that ended it; ``extended``: the one
    that gave its extension.
    """

    call: Call
    table: GameTable
    lines: Sequence[CallLine]
    steps: Sequence[CallStep]
    level: str
    taken: CallStep | None
    over: CallStep | None
    extended: CallStep | None

    @property
    def name(self) -> str:
        """open (nobody has it), claimed, resolved or withdrawn."""
        if self.over is not None:
            return self.over.kind
        return "open" if self.taken is None else CLAIMED

    @property
    def last_at(self) -> int:
        """Time of the last line or step, in ms since 1970."""
        return max(each.at for each in (*self.lines, *self.steps))

    def waited(self, now: int) -> int:
        """How long the table has waited, or waited until somebody took the call or it was over, in ms."""
        until = self.taken or self.over
        return max(0, (now if until is None else until.at) - self.call.called_at)

    def handled(self, now: int) -> int:
        """How long somebody has looked after it, or did until it was over, in ms; 0 while nobody has it."""
        if self.taken is None:
            return 0
        return max(0, (now if self.over is None else self.over.at) - self.taken.at)

    def can_be_joined(self, wanted: str) -> bool:
        """Whether another call from the table becomes part of this one, which is open: nobody has it yet, or the other
        call is for a higher level.  ``wanted``: one of `LEVELS`.
        """
        return self.taken is None or LEVELS.index(wanted) > LEVELS.index(self.level)

    def held_by(self, account_id: str | None) -> bool:
        return self.taken is not None and account_id is not None and self.taken.holder_id == account_id


def state_of(call: Call, table: GameTable, lines: Sequence[CallLine], steps: Sequence[CallStep]) -> CallState:
    """Derive the state of a call from its lines and steps.

    Whoever has it loses it when a higher level is wanted: when it is escalated, or the table calls again for a higher
    level.
    """
    level = LEVELS[0]
    taken = over = extended = None
    happened: list[CallLine | CallStep] = [*lines, *steps]
    for each in sorted(happened, key=lambda one: (one.at, one.id)):
        wanted = each.wants if isinstance(each, CallLine) else each.level
        if wanted is not None and LEVELS.index(wanted) > LEVELS.index(level):
            level, taken = wanted, None
        if isinstance(each, CallStep):
            if each.kind in (CLAIMED, HANDED_OVER):
                taken = each
            elif each.kind in OVER:
                over = each
            elif each.kind == EXTENDED:
                extended = each
    return CallState(call, table, lines, steps, level, taken, over, extended)


def may_take(roles: frozenset[str], level: str) -> bool:
    """Whether somebody with these roles may take a call of a level."""
    return ADMINISTRATOR in roles or not roles.isdisjoint(MAY_TAKE[level])


def audited_step(_call: Call, step: CallStep) -> Mapping[str, object]:
    columns = ("holder_id", "holder", "level", "minutes")
    return {"note": step.note} | {name: found for name in columns if (found := getattr(step, name)) is not None}


def right_to(_found: CallState, kind: str) -> str:
    """The action that a step takes."""
    return "call.make" if kind == WITHDRAWN else "call.answer"


def obstacle(found: CallState, kind: str, who: Principal) -> Problem | None:
    """What keeps somebody who answers calls from a step, or a table from withdrawing its call; None if nothing does."""
    number, roles = found.table.number, who.roles_in(found.call.event_id)
    if found.over is not None:
        return Problem("call_over", number=number, by=found.over.author)
    if kind == WITHDRAWN:
        return None
    leads = kind == HANDED_OVER and may_take(roles, LEVELS[-1])
    if found.taken is not None and not found.held_by(who.account_id) and not leads:
        return Problem("call_claimed", number=number, by=found.taken.holder)
    if kind == CLAIMED and found.taken is None and not may_take(roles, found.level):
        level = {language: text(language, f"role_{found.level}") for language in LANGUAGES}
        return Problem("call_above", number=number, level=level)
    if kind == ESCALATED and found.level == LEVELS[-1]:
        return Problem("call_highest", number=number)
    return None


class CallTime(NamedTuple):
    """The time from a call to its settlement: ``passed`` in real time, ``lost`` on the table's clock (both in ms),
    which does not run while the round or the table is paused, nor after its end.  ``minutes``: ``lost``, rounded up.
    """

    passed: int
    lost: int
    minutes: int


def call_time(round_: Round, moves: Moves, found: CallState, calls: Sequence[CallState] = ()) -> CallTime | None:
    """The time that a settled call took; None for a round without a time limit, and for calls that are not settled.

    ``calls``: those of its table.  Time during which an earlier call was open counts for that call only.
    """
    if round_.minutes is None or found.over is None or found.over.kind != RESOLVED:
        return None
    of_table = moves.of_table[found.table.id]
    earlier = [each for each in calls if each.call.id < found.call.id and each.name != WITHDRAWN]
    since = max([found.call.called_at, *(each.over.at if each.over else found.over.at for each in earlier)])
    before, after = (
        clock_at(at, moves.of_round, of_table, round_.minutes).elapsed
        for at in (min(since, found.over.at), found.over.at)
    )
    lost = after - before
    return CallTime(found.over.at - found.call.called_at, lost, -(-lost // MINUTE))


def minutes_text(span: int) -> str:
    """A span in ms as minutes and seconds, such as ``4:10``."""
    return f"{span // MINUTE}:{span % MINUTE // 1000:02}"
