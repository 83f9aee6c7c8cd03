"""Layers: a ruleset that changes another one in figures, option defaults and rules, and in nothing else.

The boxed game is the first layer, a variant of the same text or an association's supplement the next, the tournament's
regulation (`kernel.options`) the last.  A layer that changes what is not there, or changes nothing, is an error when it
is loaded: it names both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from rulesets.kernel.ruleset import Ruleset

NOTHING: Mapping[str, Any] = {}
TAKEN_OVER = frozenset({"version", "mechanics"})
"""Parts that may be named although the ruleset below has the same: every ruleset counts its own versions."""


class BadLayer(ValueError):
    """A layer that contradicts the ruleset below it, or changes nothing; every fault is named."""

    def __init__(self, name: str, faults: list[str]) -> None:
        super().__init__(f"{name}: {'; '.join(faults)}")
        self.faults = tuple(faults)


def layered(
    base: Ruleset,
    name: str,
    *,
    figures: Mapping[str, Any] = NOTHING,
    defaults: Mapping[str, Any] = NOTHING,
    rules: Mapping[str, Any] = NOTHING,
    **parts: Any,
) -> Ruleset:
    """``base`` under another name, with other ``figures``, other ``defaults`` of options, other or further ``rules``,
    and other ``parts`` (fields of `Ruleset`: titles, catalogue, mechanics …).

    Raises `BadLayer` for a figure, an option or a part that there is not, for a figure that an option overrides, and
    for a change that changes nothing.
    """
    known = {field.name for field in fields(Ruleset) if field.init}
    options = {option.name: option for option in base.options}
    changed = tuple(
        option._replace(default=defaults[option.name]) if option.name in defaults else option
        for option in parts.get("options", base.options)
    )
    faults = [f"{base.name} has no figure {key!r}" for key in figures if key not in base.figures._fields]
    faults += [f"{base.name} has no option {key!r}" for key in defaults if key not in options]
    faults += [f"a ruleset has no part {key!r}" for key in parts if key not in known]
    faults += [
        f"the option {option.name!r} is {option.default!r} and overrides the figure, {figures[option.name]!r}"
        for option in changed
        if option.name in figures and option.default != figures[option.name]
    ]
    below = [
        *(("figure", key, getattr(base.figures, key, NOTHING), new) for key, new in figures.items()),
        *(("option", key, options[key].default, new) for key, new in defaults.items() if key in options),
        *(("rule", key, base.rules[key], new) for key, new in rules.items() if key in base.rules),
        *(("part", key, getattr(base, key), new) for key, new in parts.items() if key in known - TAKEN_OVER),
    ]
    faults += [f"the {what} {key!r} is {old!r} in {base.name} already" for what, key, old, new in below if old == new]
    if faults:
        raise BadLayer(name, faults)
    return replace(
        base,
        name=name,
        figures=base.figures._replace(**figures),
        rules={**base.rules, **rules},
        **{**parts, "options": changed},
    )
