"""Options: the figures of a ruleset that a tournament's regulation may set, named, typed and described."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, NamedTuple

from rulesets.frozen import FrozenDict
from rulesets.kernel.refusal import FormFault, Refusal, refuse
from rulesets.kernel.report import Parser, shown


class Option(NamedTuple):
    """One option: its name, how its value is parsed, its default, the clause that it bends, its meaning by language,
    and some other values for random play.

    ``set_up``: whether it says how the game begins; a record that is judged under another ruleset takes its value
    along.  ``money``: whether it is an amount.  ``house``: the clause of a house rule that holds in
    place of ``clause`` once the option is set.
    """

    name: str
    parse: Parser
    default: Any
    clause: str
    about: Mapping[str, str]
    samples: tuple[Any, ...] = ()
    set_up: bool = False
    money: bool = False
    house: str = ""

    def __repr__(self) -> str:
        return f"<Option {self.name}, by default {self.default!r}>"


Conflict = Callable[[Mapping[str, Any], Mapping[str, Any]], list[Refusal]]
"""``conflict(given, chosen)``: refusals for options that contradict each other or have no effect, naming both sides."""


def choose(
    known: tuple[Option, ...], given: object, conflict: Conflict, absent: Container[str] = ()
) -> tuple[Mapping[str, Any], list[Refusal]]:
    """Return the value of every option, with defaults filled in, and all faults (RECORD/OPTION).

    ``absent``: options that other games have, and this one cannot have.
    """
    chosen = {option.name: option.default for option in known}
    if not isinstance(given, dict):
        return chosen, [refuse("options_malformed", value=shown(given))]
    faults = []
    by_name = {option.name: option for option in known}
    for name, value in given.items():
        option = by_name.get(name)
        if option is None:
            facts = {"option": shown(name), "known": list(by_name)}
            faults.append(refuse("option_elsewhere", **facts) if name in absent else refuse("option_unknown", **facts))
            continue
        try:
            chosen[name] = option.parse(value, None)
        except FormFault as fault:
            must = fault.refusal._replace(facts={"field": name, **fault.refusal.facts})
            faults.append(refuse("option_malformed", option=name, value=shown(value), must=must))
    if not faults:
        faults = conflict(given, chosen)
    return FrozenDict(chosen), faults


def without_effect(chosen: Mapping[str, Any], conflict: Conflict) -> set[str]:
    """Return the options that have no effect beside the values of the others, so that nobody could have given them."""
    return {
        str(refusal.facts["option"]) for refusal in conflict(chosen, chosen) if refusal.code == "option_without_effect"
    }
