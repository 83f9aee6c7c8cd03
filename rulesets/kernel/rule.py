"""A rule: what holds for one type of report - its form, the checks that it must pass, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any, NamedTuple

from rulesets.kernel.refusal import Refusal
from rulesets.kernel.report import Form

Check = Callable[[Any, Any], "list[Refusal] | None"]
"""``check(state, report)``: the refusals of a report that breaks one rule, or None.  Pure."""


class Rule(NamedTuple):
    """What holds for one type of report: its form, the checks that it must pass, and what follows from it.

    ``gate``: checks that come first; if one of them refuses, the others are not asked (a game that is over breaks no
    further rule).  ``carry_out(draft, report)`` writes the consequences into a draft of the next state.  It runs only
    after every check has passed, or if a referee's ruling lets a refused report stand.
    """

    form: Form
    checks: tuple[Check, ...]
    carry_out: Callable[[Any, Any], None]
    gate: tuple[Check, ...] = ()

    def __repr__(self) -> str:
        return f"<Rule of {self.form.name}: {len(self.gate) + len(self.checks)} checks>"

    def broken(self, state: Any, report: Any) -> list[Refusal] | None:
        for check in self.gate:
            if found := check(state, report):
                return found
        every: list[Refusal] = []
        for check in self.checks:
            if found := check(state, report):
                every += found
        return every or None

    def obstacle(self, state: Any, report: Any, but_for: Container[str] = ()) -> Refusal | None:
        """Return the first refusal that `broken` would find with a code not in ``but_for``, or None.

        The search stops there.
        """
        for check in self.gate:
            if found := check(state, report):
                return besides(found, but_for)
        for check in self.checks:
            if (found := check(state, report)) and (refusal := besides(found, but_for)):
                return refusal
        return None


def besides(refusals: Iterable[Refusal], but_for: Container[str]) -> Refusal | None:
    """Return the first refusal whose code is not in ``but_for``, or None."""
    for refusal in refusals:
        if refusal.code not in but_for:
            return refusal
    return None
