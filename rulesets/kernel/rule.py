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

    def broken(self, state: Any, report: Any) -> list[Refusal] | None:
        """Return every refusal of a well-formed report, or None; to judge many reports use `case`."""
        return case(self).broken(state, report)

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


class Case(NamedTuple):
    """A rule compiled for judging: how its reports are parsed, what they break, what follows from them.

    ``broken(state, report)``: every refusal of a well-formed report, or None.
    """

    parse: Callable[[Any, Any], Any]
    broken: Check
    carry_out: Callable[[Any, Any], None]


def case(rule: Rule) -> Case:
    """Compile a rule for judging."""
    return Case(rule.form.parse, _written_out(rule), rule.carry_out)


def _written_out(rule: Rule) -> Check:
    """Return `Case.broken` as generated code, check by check, as `Form.parse` is field by field: every report passes
    through it.  For a rule with one gate and two checks it is::

        def broken(state, report):
            if found := gate_0(state, report):
                return found
            every = check_0(state, report)
            if found := check_1(state, report):
                every = every + found if every else found
            return every or None
    """
    gates = [f"if found := gate_{number}(state, report):\n  return found" for number in range(len(rule.gate))]
    checks = [
        f"if found := check_{number}(state, report):\n  every = every + found if every else found"
        for number in range(1, len(rule.checks))
    ]
    first = "every = check_0(state, report)" if rule.checks else "every = None"
    source = "\n".join(["def broken(state, report):", *gates, first, *checks, "return every or None"])
    scope: dict[str, Any] = {f"gate_{number}": check for number, check in enumerate(rule.gate)}
    scope |= {f"check_{number}": check for number, check in enumerate(rule.checks)}
    exec(source.replace("\n", "\n "), scope)
    broken: Check = scope["broken"]
    return broken


def besides(refusals: Iterable[Refusal], but_for: Container[str]) -> Refusal | None:
    """Return the first refusal whose code is not in ``but_for``, or None."""
    for refusal in refusals:
        if refusal.code not in but_for:
            return refusal
    return None
